import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { salesDays } from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import type {
  DaysSalesOutstanding,
  daysSalesOutstanding,
} from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

const monthsShown = 12;

/** The last days of the twelve whole months before `today`, or up to it if it ends one. */
export function monthEndsUpTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const endOf = (back: number) => new Date(Date.UTC(year, month - back, 0)).toISOString().slice(0, 10);
  const last = endOf(0) === today ? 0 : 1;
  return Array.from({ length: monthsShown }, (_, index) => endOf(last + monthsShown - 1 - index));
}

interface Found {
  currency: string;
  on: string;
  receivable: Minor;
  billed: Minor;
  days: number | null;
}

/**
 * What was owed at each end is what is owed now, less everything that moved since: so only the last year of documents is read,
 * and once. It is the sum of the invoices in `openRows` on that day.
 */
export async function daysSalesOutstandingOf(
  db: Db,
  user: CurrentUser,
  { today, entityId }: ParsedInputOf<typeof daysSalesOutstanding.open>,
): Promise<{ currencies: DaysSalesOutstanding[] }> {
  const ends = monthEndsUpTo(today);
  const seen = (alias: string) => sql<SqlBool>`${inScope.client(user, sql.ref(`${alias}.clientId`))}
    ${entityId === undefined ? sql`` : sql`and ${sql.ref(`${alias}.entityId`)} = ${entityId}`}`;
  const ofEntity = entityId === undefined ? sql`` : sql`and first.entity_id = ${entityId}`;
  const settled = (table: string, on: string) => sql`
    select invoice.currency, moved.${sql.ref(on)} as day, -moved.amount as amount
    from ${sql.table(table)} moved join invoice_state invoice on invoice.invoice_id = moved.invoice_id
    where moved.${sql.ref(on)} > ${ends[0]}::date and ${seen('invoice')}
    union all
    select invoice.currency, moved.reversed_on, moved.amount
    from ${sql.table(table)} moved join invoice_state invoice on invoice.invoice_id = moved.invoice_id
    where moved.reversed_on > ${ends[0]}::date and ${seen('invoice')}`;
  const { rows } = await sql<Found>`
    with month_end as (select unnest(${ends}::date[]) as day),
    moved as materialized (
      select currency, day, sum(amount) as amount from (
        select currency, posted_on as day, payable as amount from invoice_state invoice
        where status <> 'draft' and posted_on > ${ends[0]}::date and ${seen('invoice')}
        union all
        select currency, void_date, -payable from invoice_state invoice where void_date > ${ends[0]}::date and ${seen('invoice')}
        union all ${settled('allocation', 'allocated_on')}
        union all ${settled('write_off', 'written_off_on')}) movement
      group by currency, day),
    owed as (
      select currency, sum(outstanding) as amount from invoice_state invoice where outstanding > 0 and ${seen('invoice')}
      group by currency),
    sale as materialized (
      select currency, day, void_date, sum(amount) as amount from (
        select currency, issue_date as day, void_date, payable as amount from invoice_state invoice
        where status <> 'draft' and doc_kind <> 'opening_invoice'
          and issue_date > ${ends[0]}::date - ${salesDays}::int and ${seen('invoice')}
        union all
        select currency, issue_date, void_date, -total from credit_note_state note
        where status <> 'draft' and issue_date > ${ends[0]}::date - ${salesDays}::int and ${seen('note')}) document
      group by currency, day, void_date),
    -- The books begin with the opening balances, or else with the first invoice; whose client it is does not matter.
    began as (
      select currency, coalesce(
        (select max(opening_on) from invoice first where opening_on is not null and first.currency = known.currency ${ofEntity}),
        (select min(issue_date) from invoice_state first where first.currency = known.currency and status <> 'draft' ${ofEntity})) as day
      from (select currency from owed union select currency from moved union select currency from sale) known),
    figure as (
      select began.currency, month_end.day,
        coalesce((select amount from owed where owed.currency = began.currency), 0)
          - coalesce((select sum(amount) from moved where moved.currency = began.currency and moved.day > month_end.day), 0) as receivable,
        coalesce((select sum(amount) from sale where sale.currency = began.currency
          and sale.day > month_end.day - ${salesDays}::int and sale.day <= month_end.day
          and (void_date is null or void_date > month_end.day)), 0) as billed,
        month_end.day >= began.day + ${salesDays}::int as is_old
      from began cross join month_end)
    select currency, day as on, receivable::bigint as receivable, billed::bigint as billed,
      case when is_old and billed > 0 then round(receivable * ${salesDays}::int / billed, 1)::float8 end as days
    from figure order by sum(billed) over (partition by currency) desc, currency, day`.execute(db);
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return {
    currencies: [...byCurrency].map(([currency, months]) => ({
      currency,
      months: months.map(({ on, receivable, billed, days }) => ({ on, receivable, billed, days })),
    })),
  };
}
