import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from './database.ts';
import { refusedByDatabase } from './refused-by-database.ts';

export type Apart<T> =
  | { done: T; refused?: undefined }
  | { done?: undefined; refused: Refusal; cause: Error };

/**
 * Runs one of many pieces of work in a transaction. A refusal undoes only this piece, even when a law refuses at commit. Any
 * other fault ends them all, unless `refusalOf` turns it into a refusal.
 */
export async function apart<T>(
  db: Db,
  work: () => Promise<T>,
  refusalOf: (error: Error) => Refusal | null = refusedByDatabase,
): Promise<Apart<T>> {
  await sql`savepoint one_of_many`.execute(db);
  try {
    const done = await work();
    // They leave together. The first that fails is the reason; those behind it fail too, as the transaction is broken.
    await Promise.all([
      sql`set constraints all immediate`.execute(db),
      sql`set constraints all deferred`.execute(db),
      sql`release savepoint one_of_many`.execute(db),
    ]);
    return { done };
  } catch (error) {
    const refused = error instanceof Refusal ? error : refusalOf(error as Error);
    // A lost connection or a deadlock ends them all, and the transaction is tried again.
    if (refused === null || refused.code === 'UNAVAILABLE') throw error;
    await sql`rollback to savepoint one_of_many`.execute(db);
    return { refused, cause: error as Error };
  }
}

/** Runs some work in a transaction and takes it back. Returns what refused it, even a law that would only refuse at commit. */
export async function attempted(db: Db, work: () => Promise<unknown>): Promise<Refusal | null> {
  await sql`savepoint attempt`.execute(db);
  let refused: Refusal | null = null;
  try {
    await work();
    await sql`set constraints all immediate`.execute(db);
  } catch (error) {
    refused = error instanceof Refusal ? error : refusedByDatabase(error as Error);
    if (refused === null || refused.code === 'UNAVAILABLE') throw error;
  }
  await sql`rollback to savepoint attempt`.execute(db);
  await sql`release savepoint attempt`.execute(db);
  return refused;
}
