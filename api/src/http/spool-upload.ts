import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { maxFileBytes } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';

/** A body of bytes, written to a file while it arrived, so that no transaction waits for a slow connection. */
export interface SpooledFile {
  path: string;
  size: number;
  sha256: Buffer;
  remove(): Promise<void>;
}

/** The media type of an upload. */
export const bytesType = 'application/octet-stream';

/** Refuses FILE_TOO_LARGE as soon as the file is too large, BODY_MALFORMED when nothing arrives or the sender goes away. */
export async function spoolUpload(body: unknown, announced: number): Promise<SpooledFile> {
  if (announced > maxFileBytes) throw new Refusal('FILE_TOO_LARGE');
  if (typeof body !== 'object' || body === null) throw new Refusal('BODY_MALFORMED');
  const file = path.join(tmpdir(), `daybook-${randomUUID()}`);
  const remove = () => rm(file, { force: true });
  try {
    const { size, sha256 } = await writeAll(body as Readable, file);
    if (size === 0) throw new Refusal('BODY_MALFORMED');
    return { path: file, size, sha256, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeAll(body: Readable, file: string): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    // The connection stays open, so that the refusal reaches the sender.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxFileBytes) {
        body.resume();
        throw new Refusal('FILE_TOO_LARGE');
      }
      hash.update(chunk);
      await handle.write(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal || (error as { code?: string }).code === 'ENOSPC') throw error;
    throw new Refusal('BODY_MALFORMED');
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest() };
}
