import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SettledLine } from '../../ledger/invoice-entries.ts';

/**
 * Gives each line of drafts that are about to be issued the account of its income and its department, as they are
 * today, and returns the lines by document, in their order.
 */
export async function settleLines(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, SettledLine[]>> {
  const { rows } = await sql<SettledLine & { invoiceId: string }>`
    select invoice_id, account_id, department_id, case when account_id is null then 'disbursement' else 'fee' end as kind
    from settle_lines(${invoiceIds}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}
