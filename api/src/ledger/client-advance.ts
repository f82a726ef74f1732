import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface AdvanceOf {
  clientId: string;
  entityId: string;
  currency: string;
}

/** What the client has paid ahead and no document has used, as the ledger has it, with the tax inside it; and what of it was taxed. */
export async function advanceOf(
  db: Db,
  { clientId, entityId, currency }: AdvanceOf,
): Promise<{ held: number; taxed: number }> {
  return db
    .selectFrom('journalLine as line')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select([
      sql<number>`coalesce(sum(line.credit - line.debit), 0)::bigint`.as('held'),
      sql<number>`(select coalesce(sum(state.available - state.allocated - state.refunded), 0)::bigint
        from receipt join receipt_state state on state.receipt_id = receipt.id
        where receipt.client_id = ${clientId} and receipt.entity_id = ${entityId} and receipt.currency = ${currency}
          and receipt.voucher_kind = 'advance_voucher' and state.state = 'posted')`.as('taxed'),
    ])
    .where('line.clientId', '=', clientId)
    .where('line.entityId', '=', entityId)
    .where('line.currency', '=', currency)
    .where('account.isAdvance', '=', true)
    .executeTakeFirstOrThrow();
}
