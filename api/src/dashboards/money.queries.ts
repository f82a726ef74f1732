import { sql } from 'kysely';
import type { MoneySummary } from '@daybook/contracts/dashboards';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, compare, sum } from '@daybook/contracts/money/money';
import { holds, type CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';

const monthsShown = 12;

/** The twelve months up to that of `today`, as `2026-01`. */
export function monthsUpTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(year, month - monthsShown + index, 1)).toISOString().slice(0, 7),
  );
}

interface Month {
  currency: string;
  month: string;
  billed: Minor;
  collected: Minor;
}

const seen = (user: CurrentUser) => inScope.client(user, sql.ref('clientId'));

const keptOfAll = (from: string, to: string) => sql`
  select currency, month, case kind when 'billed' then amount else 0 end as billed,
    case kind when 'collected' then amount else 0 end as collected
  from money_month where month between ${from} and ${to}`;

const yearOf = (day: string): number => Number(day.slice(0, 4));

const sumsOfMonths = (kind: 'billed' | 'collected') =>
  sql.join(Array.from({ length: 12 }, (_none, index) => sql`sum(${sql.ref(`${kind}_${index + 1}`)})`));

/** A client’s year is one row, so that one row read covers many documents. */
const keptOfClients = (user: CurrentUser, from: string, to: string) => sql`
  select currency, make_date(year, no::int, 1) as month, coalesce(part.billed, 0) as billed,
    coalesce(part.collected, 0) as collected
  from (
    select currency, year, array[${sumsOfMonths('billed')}] as billed, array[${sumsOfMonths('collected')}] as collected
    from client_year where year between ${yearOf(from)}::int and ${yearOf(to)}::int and ${seen(user)}
    group by currency, year
  ) kept cross join lateral unnest(kept.billed, kept.collected) with ordinality as part (billed, collected, no)
  where make_date(year, no::int, 1) between ${from} and ${to}`;

/** The stored totals and the delta, without documents dated after `to` in its month. */
async function monthsOf(db: Db, user: CurrentUser, months: string[], to: string): Promise<Month[]> {
  const from = `${months[0] ?? ''}-01`;
  const isLater = (column: string) =>
    sql<boolean>`${sql.ref(column)} > ${to} and ${sql.ref(column)} < date_trunc('month', ${to}::date) + interval '1 month'`;
  const { rows } = await sql<Month>`
    select currency, to_char(month, 'YYYY-MM') as month, sum(billed)::bigint as billed, sum(collected)::bigint as collected
    from (
      ${user.scope === 'all' ? keptOfAll(from, to) : keptOfClients(user, from, to)}
      union all
      select currency, month, billed, collected from money_delta where month between ${from} and ${to} and ${seen(user)}
      union all
      select currency, date_trunc('month', issue_date)::date, -payable, 0 from invoice_state
      where status not in ('draft', 'void') and doc_kind <> 'opening_invoice' and ${isLater('issueDate')} and ${seen(user)}
      union all
      select currency, date_trunc('month', receipt_date)::date, 0, -amount from receipt
      where opening_on is null and ${isLater('receiptDate')} and ${seen(user)}
      union all
      select currency, date_trunc('month', reversed_on)::date, 0, amount
      from (select receipt.client_id, receipt.currency, receipt.amount, receipt.opening_on, state.reversed_on
        from receipt_state state join receipt on receipt.id = state.receipt_id) reversed
      where opening_on is null and ${isLater('reversedOn')} and ${seen(user)}
    ) moved
    group by currency, moved.month having sum(billed) <> 0 or sum(collected) <> 0`.execute(db);
  return rows;
}

interface Owed {
  currency: string;
  outstanding: Minor;
  overdue: Minor;
  overdueCount: number;
}

/** Overdue by the date of the billing entity, as in the list of invoices: everything outstanding except what is due from today on. */
async function owedOf(db: Db, user: CurrentUser): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    with entity as (select id, (now() at time zone timezone)::date as today from billing_entity)
    select currency, sum(owed)::bigint as outstanding, sum(owed - not_due)::bigint as overdue,
      sum(invoices - not_due_invoices) as overdue_count
    from (
      select client_id, currency, owed, invoices, 0 as not_due, 0 as not_due_invoices from owed_by_client
      union all
      select client_id, currency, 0, 0, outstanding, 1
      from invoice_state join entity on entity.id = entity_id and due_date >= entity.today
      -- No zone is more than a day behind UTC. The constant bound shows the planner how few are due from then on.
      where outstanding > 0 and due_date >= (now() at time zone 'UTC')::date - 1
    ) part
    where ${seen(user)}
    group by currency having sum(invoices) > 0`.execute(db);
  return rows;
}

/** Billed and collected by month, and outstanding now, for each currency: amounts in different currencies cannot be added up. */
export async function moneyOf(db: Db, user: CurrentUser, today: string): Promise<MoneySummary> {
  const months = monthsUpTo(today);
  const seesReceipts = holds(user, 'receipts.view');
  const [moved, owed] = await Promise.all([monthsOf(db, user, months, today), owedOf(db, user)]);
  const byMonth = (kind: 'billed' | 'collected', currency: string) =>
    months.map(
      (month) => moved.find((one) => one.currency === currency && one.month === month)?.[kind] ?? NOTHING,
    );
  const shown = moved.filter(({ billed }) => billed !== 0 || seesReceipts);
  const known = new Set([...shown, ...owed].map(({ currency }) => currency));
  return {
    months,
    currencies: [...known]
      .map((currency) => {
        const {
          outstanding = NOTHING,
          overdue = NOTHING,
          overdueCount = 0,
        } = owed.find((one) => one.currency === currency) ?? {};
        return {
          currency,
          billed: byMonth('billed', currency),
          collected: seesReceipts ? byMonth('collected', currency) : null,
          outstanding,
          overdue,
          overdueCount,
        };
      })
      .toSorted((a, b) => compare(sum(b.billed), sum(a.billed))),
  };
}

/** The pending items from the stored totals, without those on hold. */
export async function waitingOf(db: Db, user: CurrentUser) {
  const rows = await db
    .selectFrom('pendingTotal')
    .where(seen(user))
    .select([
      'currency',
      sql<number>`sum(items - held_items)`.as('count'),
      sql<Minor>`sum(amount - held_amount)::bigint`.as('amount'),
    ])
    .groupBy('currency')
    .having(sql<boolean>`sum(items - held_items) > 0`)
    .orderBy('count', 'desc')
    .orderBy('currency')
    .execute();
  return { rows };
}
