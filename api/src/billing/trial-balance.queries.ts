import { sql } from 'kysely';
import type { LedgerAccount, TrialBalance, trialBalances } from '@daybook/contracts/billing/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';

type Query = Pick<ParsedInputOf<typeof trialBalances.open>, 'entityId' | 'asOf'>;

/** Each account on the side of its balance; one that holds nothing is left out. Refuses NOT_FOUND. */
export async function openTrialBalance(db: Db, { entityId, asOf }: Query): Promise<TrialBalance> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label', 'baseCurrency'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const held = await db
    .selectFrom('journalLine as line')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select([
      'account.id',
      'account.code',
      'account.name',
      'account.systemKey',
      sql<LedgerAccount['type']>`account.type`.as('type'),
      sql<number>`sum(line.base_debit - line.base_credit)::bigint`.as('balance'),
    ])
    .where('line.entityId', '=', entityId)
    .where('line.entryDate', '<=', asOf)
    .groupBy('account.id')
    .having(sql<boolean>`sum(line.base_debit - line.base_credit) <> 0`)
    .orderBy('account.code')
    .execute();
  const rows = held.map(({ balance, ...account }) => ({
    account,
    debit: Math.max(balance, 0),
    credit: Math.max(-balance, 0),
  }));
  const { baseCurrency, ...named } = entity;
  return {
    entity: named,
    currency: baseCurrency,
    asOf,
    rows,
    debit: rows.reduce((all, { debit }) => all + debit, 0),
    credit: rows.reduce((all, { credit }) => all + credit, 0),
  };
}

export const listLedgerAccounts = (db: Db): Promise<LedgerAccount[]> =>
  db
    .selectFrom('ledgerAccount')
    .select([
      'id',
      'code',
      'name',
      'systemKey',
      sql<LedgerAccount['type']>`type`.as('type'),
      sql<LedgerAccount['subledger']>`subledger`.as('subledger'),
    ])
    .orderBy('code')
    .execute();
