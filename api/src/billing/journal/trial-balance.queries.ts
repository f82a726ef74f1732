import { sql } from 'kysely';
import type { LedgerAccount, TrialBalance, trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { sum, NOTHING, largest, negate } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

type Query = Pick<ParsedInputOf<typeof trialBalances.open>, 'entityId' | 'asOf'>;

/**
 * Each account on the side of its balance; accounts with a zero balance are left out. Earlier months come from their
 * stored balances, the days of the last month from the lines (docs/rules.md#stored-totals). Refuses NOT_FOUND.
 */
export async function openTrialBalance(db: Db, { entityId, asOf }: Query): Promise<TrialBalance> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label', 'baseCurrency'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const { rows: held } = await sql<TrialBalance['rows'][number]['account'] & { balance: Minor }>`
    select account.id, account.code, account.name, account.system_key, account.usual, account.type, sum(moved.balance)::bigint as balance
    from (
      select account_id, base_debit - base_credit as balance from ledger_by_month
      where entity_id = ${entityId} and month < date_trunc('month', ${asOf}::date)
      union all
      select account_id, base_debit - base_credit from journal_line
      where entity_id = ${entityId} and entry_date between date_trunc('month', ${asOf}::date)::date and ${asOf}
    ) moved
    join ledger_account account on account.id = moved.account_id
    group by account.id having sum(moved.balance) <> 0
    order by account.code`.execute(db);
  const rows = held.map(({ balance, ...account }) => ({
    account,
    debit: largest(balance, NOTHING),
    credit: largest(negate(balance), NOTHING),
  }));
  const { baseCurrency, ...named } = entity;
  return {
    entity: named,
    currency: baseCurrency,
    asOf,
    rows,
    debit: sum(rows.map(({ debit }) => debit)),
    credit: sum(rows.map(({ credit }) => credit)),
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
      'usual',
      'active',
      'keptByDocuments',
    ])
    .orderBy('code')
    .execute();
