import type { Db } from './database.ts';
import { inTransaction } from './in-transaction.ts';

/** Carries work out in a transaction that is always rolled back, to read from the database what a command would do. */
export async function tried<T>(root: Db, work: (db: Db) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined;
  const rollback = new Error('tried');
  try {
    await inTransaction(root, async (db) => {
      found = { value: await work(db) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!found) throw rollback;
  return found.value;
}
