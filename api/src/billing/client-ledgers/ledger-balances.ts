import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { addDays, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import type { Minor } from '@daybook/contracts/money/money';

/** The days of a report; without `from` it begins with the first entry. */
export interface Period {
  from: string | undefined;
  to: string;
}

/** A ledger's figures for a period. */
export interface LedgerBalance {
  clientId: string;
  entityId: string;
  currency: string;
  opening: Minor;
  debit: Minor;
  credit: Minor;
  closing: Minor;
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** What is added to the opening balance, to the movements of the period and to their number for each movement on these days. */
const daysOf = (
  { from, to }: { from: string; to: string },
  [opening, period, count]: readonly [number, number, number],
  isAsked: RawBuilder<SqlBool>,
) => sql`select client_id, entity_id, currency, ${sql.lit(opening)} * (debit - credit) as opening,
    ${sql.lit(period)} * debit as debit, ${sql.lit(period)} * credit as credit, ${sql.lit(count)} as movements
  from client_movement where entry_date between ${from} and ${to} and ${isAsked}`;

/**
 * All months that the period touches are taken whole. Only the days before it in its first month and after it in its last
 * month are read from the lines; usual periods begin with a month and end today, so they are few or none.
 */
function partsOf({ from, to }: Period, delta: RawBuilder<unknown>, isAsked: RawBuilder<SqlBool>) {
  const first = from === undefined ? sql`'-infinity'::date` : sql`${monthOf(from)}::date`;
  const ofMonths = (rows: RawBuilder<unknown>) => sql`select client_id, entity_id, currency,
    case when month < ${first} then debit - credit else 0 end as opening,
    case when month < ${first} then 0 else debit end as debit,
    case when month < ${first} then 0 else credit end as credit, movements
    from ${rows} moved where month <= ${to} and ${isAsked}`;
  const parts = [
    ofMonths(sql`client_ledger_month`),
    ofMonths(sql`(select client_id, entity_id, currency, date_trunc('month', entry_date)::date as month, debit, credit, 1 as movements
      from ${delta})`),
  ];
  const last = lastOfMonth(monthNumber(to));
  if (from !== undefined && from !== monthOf(from))
    parts.push(daysOf({ from: monthOf(from), to: addDays(from, -1) }, [1, -1, 0], isAsked));
  if (to !== last) parts.push(daysOf({ from: addDays(to, 1), to: last }, [0, -1, -1], isAsked));
  return sql.join(parts, sql` union all `);
}

/** Of the parts, every ledger that something moved up to the last day. */
const summed = (parts: RawBuilder<unknown>) => sql<LedgerBalance>`(
  select client_id, entity_id, currency, sum(opening)::bigint as opening, sum(debit)::bigint as debit,
    sum(credit)::bigint as credit, sum(opening + debit - credit)::bigint as closing
  from (${parts}) part
  group by client_id, entity_id, currency having sum(movements) > 0)`;

/**
 * The balances of all ledgers whose `client_id` meets the condition (docs/rules.md#ledgers-of-all-clients). `offset 0` keeps the view
 * apart: as a join, the planner would compute every movement of the firm.
 */
export const allBalances = (period: Period, isAsked: RawBuilder<SqlBool>) =>
  summed(
    partsOf(
      period,
      sql`ledger_delta tail cross join lateral (select * from client_movement where entry_id = tail.entry_id offset 0) movement`,
      isAsked,
    ),
  );

/** The same for one client of the query around it: for a page of clients in their order. */
export function balancesOfClient(period: Period, clientId: Expression<unknown>) {
  const isIts = sql<SqlBool>`client_id = ${clientId}`;
  const delta = sql`client_movement where entry_id in (select entry_id from ledger_delta) and ${isIts}`;
  return summed(partsOf(period, delta, isIts));
}
