import { sql } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type { Db } from '../db/database.ts';

/** What a billing entity's receipts follow from; undefined when there is none. */
export async function receiptBasis(db: Db, entityId: string) {
  const entity = await db
    .selectFrom('billingEntity')
    .select([
      'baseCurrency',
      'bankAccounts',
      'fyStart',
      sql<string>`(now() at time zone timezone)::date`.as('today'),
    ])
    .where('id', '=', entityId)
    .executeTakeFirst();
  return entity && { ...entity, bankAccounts: entity.bankAccounts as Reference[] };
}
