import { openDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';

/** The database of a worker that a test starts in a process of its own. */
export function openWorkerDatabase(
  size: number,
  log: Parameters<typeof openDatabase>[1] = { warn: () => undefined },
): Database {
  const { DATABASE_URL: url = '', DATABASE_DIRECT_URL: directUrl } = process.env;
  return openDatabase(url, log, size, { directUrl });
}
