import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { every } from '../every.ts';

const everyMs = 5_000;
const batch = 2_000;

/**
 * Adds the entries posted since the last roll-up to the monthly balances and to the totals billed and collected.
 * Returns the number of entries.
 */
export async function rollUpLedger(db: Db): Promise<number> {
  await sql`select fold_money(${batch})`.execute(db);
  const { rows } = await sql<{ folded: number }>`select roll_up_ledger(${batch}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Rolls up every few seconds. The returned function stops this. Several servers may run it; only one works at a time. */
export function startLedgerRollUp({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  return every(
    everyMs,
    () => rollUpLedger(db),
    (error) => log.warn({ err: error }, 'the ledger roll-up failed and will be tried again'),
  );
}
