import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Takes the lock of this key for the rest of the transaction, and answers false if another server holds it. In a statement of its own: the
 * next one sees what that server committed, while a statement that takes the lock itself sees what was committed when it began.
 */
export async function isAlone(db: Db, key: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${key}) as locked`.execute(
    db,
  );
  return rows[0]?.locked === true;
}
