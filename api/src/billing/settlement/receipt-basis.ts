import { sql } from 'kysely';
import type { AliasedRawBuilder, Expression } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type { Db } from '../../db/database.ts';

/** What the receipts of a billing entity depend on; undefined if there is no such entity. */
export async function receiptBasis(db: Db, entityId: string) {
  const entity = await db
    .selectFrom('billingEntity')
    .select([
      'baseCurrency',
      'bankAccounts',
      'fyStart',
      'keepsStaffCash',
      sql<string>`(now() at time zone timezone)::date`.as('today'),
    ])
    .where('id', '=', entityId)
    .executeTakeFirst();
  return entity && { ...entity, bankAccounts: entity.bankAccounts as Reference[] };
}

/** The id if the entity still has the account; otherwise null, because a removed account takes no new money. */
export const keptAccount = (accounts: readonly Reference[], id: string | null): string | null =>
  accounts.some((account) => account.id === id) ? id : null;

/** The account with this id; account ids are unique across billing entities. */
export const accountOf = (id: Expression<unknown>): AliasedRawBuilder<Reference | null, 'bankAccount'> =>
  sql<Reference | null>`(select jsonb_build_object('id', account -> 'id', 'label', account -> 'label')
    from billing_entity, jsonb_array_elements(billing_entity.bank_accounts) account
    where account ->> 'id' = (${id})::text limit 1)`.as('bankAccount');
