import { sql } from 'kysely';
import type { IncomeSummary } from '@daybook/contracts/dashboards';
import type { Db } from '../db/database.ts';

type Row = IncomeSummary['currencies'][number]['rows'][number] & { currency: string };

/** The income in the ledger by department, from its stored months (docs/rules.md#stored-totals). */
export async function incomeOf(db: Db, today: string): Promise<IncomeSummary> {
  const { rows } = await sql<Row>`
    select entity.base_currency as currency,
      case when department.id is not null then jsonb_build_object('id', department.id, 'label', department.name) end as department,
      coalesce(sum(moved.amount) filter (where moved.month = of.month), 0)::bigint as month,
      sum(moved.amount)::bigint as year
    from (select date_trunc('month', ${today}::date)::date as month) of
    cross join lateral (
      select entity_id, department_id, month, base_credit - base_debit as amount from ledger_by_month
      where account_id in (select id from ledger_account where type = 'income')
        and month between (of.month - interval '11 months')::date and of.month) moved
    join billing_entity entity on entity.id = moved.entity_id
    left join department on department.id = moved.department_id
    group by entity.base_currency, department.id
    having sum(moved.amount) <> 0 or bool_or(moved.month = of.month and moved.amount <> 0)
    order by currency, department.id is null, year desc, department.id`.execute(db);
  const sections = Map.groupBy(rows, ({ currency }) => currency);
  return {
    currencies: [...sections].map(([currency, all]) => ({
      currency,
      rows: all.map(({ department, month, year }) => ({ department, month, year })),
    })),
  };
}
