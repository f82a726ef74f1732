import { openDatabase } from '../../src/db/database.ts';
import type { Db } from '../../src/db/database.ts';

/** Works with a database that may go at any moment. */
export async function onDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { warn: () => undefined }, 2);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
