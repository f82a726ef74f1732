import type { Minor } from '@daybook/contracts/money/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface TrialBalanceRow {
  code: string;
  name: string;
  systemKey: string | null;
  currency: string;
  /** Debit minus credit, in minor units of `currency` and of the entity's base currency. */
  balance: Minor;
  base: Minor;
}

/** The balance of each account of an entity at the end of a date, by currency. In the base currency, the rows add up to zero. */
export const trialBalance = (db: Db, entityId: string, asOf: string): Promise<TrialBalanceRow[]> =>
  db
    .selectFrom('journalLine as line')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select([
      'account.code',
      'account.name',
      'account.systemKey',
      'line.currency',
      sql<Minor>`sum(line.debit - line.credit)::bigint`.as('balance'),
      sql<Minor>`sum(line.base_debit - line.base_credit)::bigint`.as('base'),
    ])
    .where('line.entityId', '=', entityId)
    .where('line.entryDate', '<=', asOf)
    .groupBy(['account.id', 'line.currency'])
    .orderBy('account.code')
    .orderBy('line.currency')
    .execute();
