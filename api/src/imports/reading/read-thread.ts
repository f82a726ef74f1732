import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { knownHeadings } from '../headings.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { NotRead } from './table.ts';
import type { Bounds, ReadRefusal, Table } from './table.ts';

export interface Reading {
  path: string;
  most: Bounds;
  /** The headings of the kind of import, as they are compared. */
  headings: readonly string[];
}
export type Read = { table: Table } | { refused: ReadRefusal; row?: number | undefined };

async function read({ path, most, headings }: Reading): Promise<Read> {
  const bytes = await readFile(path);
  try {
    const table = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
      ? await readWorkbook(bytes, most)
      : readCsv(bytes, most, knownHeadings(new Set(headings)));
    return { table };
  } catch (error) {
    return error instanceof NotRead
      ? { refused: error.code, row: error.row }
      : { refused: 'FILE_UNREADABLE' };
  }
}

parentPort?.postMessage(await read(workerData as Reading), []);
