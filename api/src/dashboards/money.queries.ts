import { sql } from 'kysely';
import type { MoneySummary } from '@daybook/contracts/dashboards';
import { holds, type CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';

const monthsShown = 12;

/** `2026-01` twelve times, the month of `today` last. */
export function monthsUpTo(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(year, month - monthsShown + index, 1)).toISOString().slice(0, 7),
  );
}

interface Part {
  currency: string;
  month: string;
  amount: number;
}

const total = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0);

const monthOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM')`;

const billedOf = (db: Db, user: CurrentUser, from: string, to: string): Promise<Part[]> =>
  db
    .selectFrom('invoiceState')
    .where('status', 'not in', ['draft', 'void'])
    .where(sql<boolean>`doc_kind <> 'opening_invoice'`)
    .where('issueDate', '>=', from)
    .where('issueDate', '<=', to)
    .where(inScope.client(user, sql.ref('invoiceState.clientId')))
    .select(['currency', monthOf('issueDate').as('month'), sql<number>`sum(payable)::bigint`.as('amount')])
    .groupBy(['currency', 'month'])
    .execute();

const collectedOf = (db: Db, user: CurrentUser, from: string, to: string): Promise<Part[]> =>
  db
    .selectFrom('receipt')
    // The few that were taken back have an index of their own; the rest is read from one, not from the table.
    .where(
      sql<boolean>`not exists (select from receipt_state where receipt_id = receipt.id and state <> 'posted')`,
    )
    .where('openingOn', 'is', null)
    .where('receiptDate', '>=', from)
    .where('receiptDate', '<=', to)
    .where(inScope.client(user, sql.ref('receipt.clientId')))
    .select(['currency', monthOf('receiptDate').as('month'), sql<number>`sum(amount)::bigint`.as('amount')])
    .groupBy(['currency', 'month'])
    .execute();

/** Of all clients the months are kept; what is dated later in the month of `to` is taken off again. */
async function monthsOfAll(
  db: Db,
  from: string,
  to: string,
): Promise<Record<'billed' | 'collected', Part[]>> {
  const { rows } = await sql<Part & { kind: string }>`
    select kind, currency, to_char(month, 'YYYY-MM') as month, sum(amount)::bigint as amount from (
      select kind, currency, month, amount from money_by_month where month between ${from} and ${to}
      union all
      select kind, currency, month, -amount from (
        select 'billed' as kind, currency, date_trunc('month', issue_date)::date as month, payable as amount
        from invoice_state where status not in ('draft', 'void') and doc_kind <> 'opening_invoice'
          and issue_date > ${to} and issue_date < date_trunc('month', ${to}::date) + interval '1 month'
        union all
        select 'collected', currency, date_trunc('month', receipt_date)::date, amount from receipt
        where opening_on is null and receipt_date > ${to} and receipt_date < date_trunc('month', ${to}::date) + interval '1 month'
          and not exists (select from receipt_state where receipt_id = receipt.id and state <> 'posted')
      ) later
    ) moved
    group by kind, currency, month having sum(amount) <> 0`.execute(db);
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  return { billed: of('billed'), collected: of('collected') };
}

async function monthsOf(db: Db, user: CurrentUser, from: string, to: string) {
  if (user.scope === 'all') return monthsOfAll(db, from, to);
  const [billed, collected] = await Promise.all([
    billedOf(db, user, from, to),
    collectedOf(db, user, from, to),
  ]);
  return { billed, collected };
}

const owedOf = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('invoiceState')
    .innerJoin('billingEntity', 'billingEntity.id', 'invoiceState.entityId')
    .where('outstanding', '>', 0)
    .where(inScope.client(user, sql.ref('invoiceState.clientId')))
    .select([
      'currency',
      sql<number>`sum(outstanding)::bigint`.as('outstanding'),
      // Past due where the billing entity is, as the list of invoices has it.
      sql<number>`coalesce(sum(outstanding) filter (where due_date < (now() at time zone timezone)::date), 0)::bigint`.as(
        'overdue',
      ),
      sql<number>`count(*) filter (where due_date < (now() at time zone timezone)::date)`.as('overdueCount'),
    ])
    .groupBy('currency')
    .execute();

/** Billed and collected by month, owed now; each currency by itself, for sums over currencies mean nothing. */
export async function moneyOf(db: Db, user: CurrentUser, today: string): Promise<MoneySummary> {
  const months = monthsUpTo(today);
  const from = `${months[0] ?? ''}-01`;
  const seesReceipts = holds(user, 'receipts.view');
  const [{ billed, collected: taken }, owed] = await Promise.all([
    monthsOf(db, user, from, today),
    owedOf(db, user),
  ]);
  const collected = seesReceipts ? taken : [];
  const byMonth = (parts: Part[], currency: string) =>
    months.map(
      (month) => parts.find((part) => part.currency === currency && part.month === month)?.amount ?? 0,
    );
  const known = new Set([...billed, ...collected, ...owed].map(({ currency }) => currency));
  return {
    months,
    currencies: [...known]
      .map((currency) => {
        const {
          outstanding = 0,
          overdue = 0,
          overdueCount = 0,
        } = owed.find((one) => one.currency === currency) ?? {};
        return {
          currency,
          billed: byMonth(billed, currency),
          collected: seesReceipts ? byMonth(collected, currency) : null,
          outstanding,
          overdue,
          overdueCount,
        };
      })
      .toSorted((a, b) => total(b.billed) - total(a.billed)),
  };
}

export async function waitingOf(db: Db, user: CurrentUser) {
  const rows = await db
    .selectFrom('pendingItem')
    .where('state', '=', 'open')
    .where(inScope.client(user, sql.ref('pendingItem.clientId')))
    .select(['currency', sql<number>`count(*)`.as('count'), sql<number>`sum(amount)::bigint`.as('amount')])
    .groupBy('currency')
    .orderBy('count', 'desc')
    .orderBy('currency')
    .execute();
  return { rows };
}
