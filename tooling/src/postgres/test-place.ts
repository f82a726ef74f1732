import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from '../memory-folder.ts';
import type { PostgresOptions } from './start-postgres.ts';

export type TestPlace = Pick<PostgresOptions, 'dataDir' | 'rootsFolder'>;

/** The folders that may hold servers of tests. */
export const testPlaces = (): string[] => [...new Set([tmpdir(), memoryFolder() ?? tmpdir()])];

/** Root's data of a test server is beside the folder if that is in memory. */
export const testPlaceOf = (dataDir: string): TestPlace =>
  dataDir.startsWith('/dev/shm/') ? { dataDir, rootsFolder: join(dataDir, '../roots') } : { dataDir };

/** A new place for a server that a test starts: in memory if possible. It survives kill -9 there, but no power failure. */
export const newTestPlace = (prefix = 'daybook-test-'): TestPlace =>
  testPlaceOf(mkdtempSync(join(memoryFolder() ?? tmpdir(), prefix)));
