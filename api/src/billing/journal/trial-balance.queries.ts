import { sql } from 'kysely';
import type { LedgerAccount, TrialBalance, trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { sum, NOTHING, largest, negate } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

type Held = TrialBalance['rows'][number]['account'] &
  Pick<TrialBalance['rows'][number], 'department'> & { balance: Minor };
type Query = Pick<ParsedInputOf<typeof trialBalances.open>, 'entityId' | 'asOf' | 'byDepartment'>;

/**
 * Each account, or each department of an account, on the side of its balance; accounts with a zero balance are left out. Earlier months come from their
 * stored balances, the days of the last month from the lines (docs/rules.md#stored-totals). Refuses NOT_FOUND.
 */
export async function openTrialBalance(
  db: Db,
  { entityId, asOf, byDepartment = false }: Query,
): Promise<TrialBalance> {
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label', 'baseCurrency'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  const department = byDepartment ? sql`department_id` : sql`null::uuid`;
  const { rows: held } = await sql<Held>`
    select account.id, account.code, account.name, account.system_key, account.usual, account.type, sum(moved.balance)::bigint as balance,
      case when department.id is not null then jsonb_build_object('id', department.id, 'label', department.name) end as department
    from (
      select account_id, ${department} as department_id, base_debit - base_credit as balance from ledger_by_month
      where entity_id = ${entityId} and month < date_trunc('month', ${asOf}::date)
      union all
      select account_id, ${department}, base_debit - base_credit from journal_line
      where entity_id = ${entityId} and entry_date between date_trunc('month', ${asOf}::date)::date and ${asOf}
    ) moved
    join ledger_account account on account.id = moved.account_id
    left join department on department.id = moved.department_id
    group by account.id, department.id having sum(moved.balance) <> 0
    order by account.code, department.name collate "und-x-icu", department.id`.execute(db);
  const rows = held.map(({ balance, department: of, ...account }) => ({
    account,
    department: of,
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
