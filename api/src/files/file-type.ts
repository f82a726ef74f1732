import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@daybook/contracts/files';
import { oleTypeOf } from './ole-type.ts';
import { textTypeOf } from './text-type.ts';
import { zipTypeOf } from './zip-type.ts';

const heicBrands = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']);

/** So many of the first bytes decide how to read on. */
const headBytes = 128;

function photoOrPdf(head: string): FileType | null {
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('ftyp', 4) && heicBrands.has(head.slice(8, 12))) return 'image/heic';
  return null;
}

/**
 * The type of a file by its bytes, whatever its name is; null for a type that is not accepted. Nothing is unpacked and nothing
 * parsed: only the directory of a container and the characters of a text are read (docs/rules.md#files). Refuses FILE_MACROS.
 */
export async function fileTypeOf(handle: FileHandle, path: string): Promise<FileType | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const head = buffer.subarray(0, bytesRead).toString('latin1');
  if (head.startsWith('PK\u0003\u0004')) return zipTypeOf(path, head);
  if (head.startsWith('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1')) return oleTypeOf(handle);
  return photoOrPdf(head) ?? textTypeOf(handle, head);
}
