import type { Minor } from '@daybook/contracts/money/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface AdvanceOf {
  clientId: string;
  entityId: string;
  currency: string;
}

/** The ledger's balance of the client's unused advances, including the tax in them. */
export async function advanceOf(db: Db, { clientId, entityId, currency }: AdvanceOf): Promise<Minor> {
  const { held } = await db
    .selectFrom('journalLine as line')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select(sql<Minor>`coalesce(sum(line.credit - line.debit), 0)::bigint`.as('held'))
    .where('line.clientId', '=', clientId)
    .where('line.entityId', '=', entityId)
    .where('line.currency', '=', currency)
    .where('account.isAdvance', '=', true)
    .executeTakeFirstOrThrow();
  return held;
}
