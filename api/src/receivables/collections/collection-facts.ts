import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { collectedReceipts, collections } from '@daybook/contracts/receivables/collections/collections';
import { withoutRecord } from '@daybook/contracts/receivables/collections/collections';
import type { Period } from '@daybook/contracts/receivables/collections/periods';
import type { CurrentUser } from '../../auth/current-user.ts';
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import type { Periods } from './collections.rules.ts';
import { sharesOf } from './line-shares.ts';

/** What the report is asked for, without the page. */
export type ReportInput = ParsedInputOf<typeof collections.chart>;
type Filter = ParsedInputOf<typeof collectedReceipts.list>['filter'];
export interface Found {
  q?: string | undefined;
  filter: Filter;
}

type Predicate = RawBuilder<SqlBool>;

const special: ReadonlySet<string> = new Set(withoutRecord);

/** `none` finds the rows without a record; the other keys without a record exist only for services and departments. */
function isKey(column: string, key: string | undefined): Predicate[] {
  if (key === undefined) return [];
  if (key === 'none') return [sql<SqlBool>`${sql.ref(column)} is null`];
  return [special.has(key) ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} = ${key}::uuid`];
}

const bankAccount = sql`coalesce(state.deposited_to, receipt.bank_account_id)`;

/** The conditions on a receipt itself, other than its period. */
function ofReceipts(user: CurrentUser, { q, filter }: Found): Predicate[] {
  const { currency, entityId, clientId, mode, bankAccountId } = filter;
  return [
    inScope.client(user, sql.ref('receipt.clientId')),
    ...(currency === undefined ? [] : [sql<SqlBool>`receipt.currency = ${currency}`]),
    ...(entityId === undefined ? [] : [sql<SqlBool>`receipt.entity_id = ${entityId}`]),
    ...(clientId === undefined ? [] : [sql<SqlBool>`receipt.client_id = ${clientId}`]),
    ...(mode === undefined ? [] : [sql<SqlBool>`receipt.mode = ${mode}`]),
    ...isKey('client.groupId', filter.groupId),
    ...isKey('receipt.crmId', filter.crmId),
    ...isKey('client.managerId', filter.managerId),
    ...isKey('receipt.receivedBy', filter.receivedById),
    ...(bankAccountId === 'none' ? [sql<SqlBool>`${bankAccount} is null`] : []),
    ...(bankAccountId === undefined || bankAccountId === 'none'
      ? []
      : [sql<SqlBool>`${bankAccount}::text = ${bankAccountId}`]),
    ...(q ? [sql<SqlBool>`(${matches('receipt', q)} or ${matches('client', q)})`] : []),
  ];
}

/**
 * Whether an allocation stands on the day of which the report knows. A reversed receipt keeps the allocations that ended
 * with it, so that receipt and reversal cancel out in every row.
 */
const standsOn = (
  knownOn: RawBuilder<unknown>,
  { reversedOn, reversedAt }: { reversedOn: RawBuilder<unknown>; reversedAt: RawBuilder<unknown> },
) => sql`(allocation.allocated_on <= ${knownOn} and (allocation.reversed_on is null or allocation.reversed_on > ${knownOn}
  or (${reversedOn} <= ${knownOn} and allocation.reversed_at = ${reversedAt})))`;

const ofState = { reversedOn: sql`state.reversed_on`, reversedAt: sql`state.reversed_at` };
const ofFact = { reversedOn: sql`fact.reversed_on`, reversedAt: sql`fact.reversed_at` };

const sumOfAllocations = sql`(select coalesce(sum(allocation.amount), 0) from allocation
  where allocation.receipt_id = receipt.id and ${standsOn(sql`movement.known_on`, ofState)})`;

/** As known today, the live part of a posted receipt has the sums. */
const settledToday = sql`case state.status when 'posted' then state.allocated else ${sumOfAllocations} end as allocated,
  state.refunded`;
const settledThen = sql`${sumOfAllocations} as allocated,
  (select coalesce(sum(refund.amount), 0) from receipt_refund refund where refund.receipt_id = receipt.id
    and refund.refunded_on <= movement.known_on and coalesce(refund.reversed_on > movement.known_on, true)) as refunded`;

const days = ({ from, to }: Period, knownOn: RawBuilder<unknown>, isBefore: boolean) => sql`
  select id as receipt_id, receipt_date as day, 1 as sign, ${sql.lit(isBefore)} as is_before, ${knownOn} as known_on
  from receipt where opening_on is null and receipt_date between ${from}::date and ${to}::date
  union all
  select state.receipt_id, state.reversed_on, -1, ${sql.lit(isBefore)}, ${knownOn}
  from receipt_state state where state.reversed_on between ${from}::date and ${to}::date`;

/** Receipts on their dates and reversals on theirs, in the period and in the one before; money from before Daybook is left out. */
function wholeFacts(user: CurrentUser, found: Found, { period, before }: Periods): RawBuilder<unknown> {
  const isToday = found.filter.state === undefined;
  const known = ({ to }: Period) => (isToday ? sql`date 'infinity'` : sql`${to}::date`);
  return sql`(
    select movement.receipt_id, movement.sign, movement.day, movement.is_before, movement.known_on, state.reversed_on,
      state.reversed_at, receipt.currency, receipt.entity_id, receipt.client_id, client.group_id, receipt.crm_id, client.manager_id,
      receipt.mode, ${bankAccount} as bank_account_id, receipt.received_by,
      state.available as gross, receipt.withheld, receipt.bank_charge, settled.allocated::bigint, settled.refunded::bigint
    from (${days(period, known(period), false)}
      ${before === null ? sql`` : sql`union all ${days(before, known(before), true)}`}) as movement
    join receipt on receipt.id = movement.receipt_id and receipt.opening_on is null
    join receipt_state state on state.receipt_id = movement.receipt_id
    join client on client.id = receipt.client_id
    cross join lateral (select ${isToday ? settledToday : settledThen}) as settled
    where ${sql.join(ofReceipts(user, found), sql` and `)})`;
}

/**
 * The figures of receipts and reversals, as a table; split by line, one row for each service and department that they settle.
 * Reversals are negative.
 */
export function factsOf(
  user: CurrentUser,
  found: Found,
  periods: Periods,
  isSplit: boolean,
): RawBuilder<unknown> {
  const { serviceId, departmentId } = found.filter;
  const whole = wholeFacts(user, found, periods);
  const facts = isSplit ? sharesOf(whole, standsOn(sql`fact.known_on`, ofFact)) : whole;
  const ofLines = [
    sql`true`,
    ...(serviceId === undefined ? [] : [sql`service_key = ${serviceId}`]),
    ...(departmentId === undefined ? [] : [sql`department_key = ${departmentId}`]),
  ];
  return sql`(
    select receipt_id, sign, day, is_before, currency, entity_id, client_id, group_id, crm_id, manager_id, mode, bank_account_id,
      received_by, ${isSplit ? sql`service_key, department_key` : sql`'' as service_key, '' as department_key`},
      sign * gross as gross, sign * withheld as withheld, sign * bank_charge as bank_charge,
      sign * (gross - withheld - bank_charge) as net, sign * allocated as allocated, sign * refunded as refunded,
      sign * (gross - allocated - refunded) as unallocated
    from ${facts} as fact where ${isSplit ? sql.join(ofLines, sql` and `) : sql`true`})`;
}
