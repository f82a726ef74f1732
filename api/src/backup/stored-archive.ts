import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** An archive, wherever it is kept. It is read more than once. */
export interface StoredArchive {
  name: string;
  size(): Promise<number>;
  /** All of it, or its first bytes. */
  read(first?: number): Promise<Readable>;
}

/** The path of a file, or an archive that is elsewhere. */
export type Archive = string | StoredArchive;

export function storedArchive(archive: Archive): StoredArchive {
  if (typeof archive !== 'string') return archive;
  return {
    name: path.basename(archive),
    size: async () => (await stat(archive)).size,
    read: async (first) => createReadStream(archive, first === undefined ? {} : { end: first - 1 }),
  };
}
