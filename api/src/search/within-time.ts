import { sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';

class Late extends Error {}

const wasCancelled = '57014';

/** Refuses further queries once `isOver`, because nobody waits for their result. */
const askedBefore = (isOver: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    if (isOver()) throw new Late();
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** The result of a read, or null if it took longer. PostgreSQL then cancels the late statement, and its connection returns to the pool. */
export async function withinTime<T>(
  db: Db,
  milliseconds: number,
  read: (db: Db) => Promise<T>,
): Promise<T | null> {
  let isOver = false;
  const timer = Promise.withResolvers<null>();
  const timeout = setTimeout(() => {
    isOver = true;
    timer.resolve(null);
  }, milliseconds);
  const bounded = inTransaction(db.withPlugin(askedBefore(() => isOver)), async (one) => {
    const [, answer] = await Promise.all([
      sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(one),
      read(one),
    ]);
    return answer;
  }).catch((error: unknown) => {
    if (error instanceof Late || (error as { code?: string }).code === wasCancelled) return null;
    throw error;
  });
  try {
    return await Promise.race([bounded, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
