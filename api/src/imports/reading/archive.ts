import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { NotRead } from './table.ts';

const mostEntries = 200;
const mostBytes = 50 * 1024 * 1024;
const highestRatio = 100;
/** Below this size a part may be as compressible as it likes. */
const smallBytes = 1024 * 1024;

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

/** Inflates a part and counts what really comes out; the sizes that an archive states may be false. */
async function sizeOf(zip: ZipFile, entry: Entry, left: number): Promise<number> {
  let size = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (size === 0 && isArchive(chunk)) throw new NotRead('FILE_INFLATES');
    size += chunk.length;
    const isDense = size > smallBytes && size > highestRatio * Math.max(1, entry.compressedSize);
    if (size > left || isDense) throw new NotRead('FILE_INFLATES');
  }
  return size;
}

/** The parts of a workbook, once all of them have been inflated within the limits. */
export async function openArchive(bytes: Buffer): Promise<Map<string, () => Promise<AsyncIterable<Buffer>>>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > mostEntries) throw new NotRead('FILE_INFLATES');
  const parts = new Map<string, () => Promise<AsyncIterable<Buffer>>>();
  let left = mostBytes;
  for await (const entry of zip.eachEntry()) {
    if (parts.size >= mostEntries) throw new NotRead('FILE_INFLATES');
    left -= await sizeOf(zip, entry, left);
    parts.set(entry.fileName, () => zip.openReadStreamPromise(entry));
  }
  return parts;
}
