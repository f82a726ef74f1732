import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Period } from '@daybook/contracts/receivables/collections/periods';
import { splitAmounts } from '../largest-remainder.ts';

type InPeriod = (day: RawBuilder<unknown>) => RawBuilder<unknown>;

export const within =
  ({ from, to }: Period): InPeriod =>
  (day) =>
    sql`${day} between ${from}::date and ${to}::date`;

/** Invoices of which something was posted in the period. */
const touched = (isIn: InPeriod) => sql`
  select invoice_id from invoice_state where ${isIn(sql`issue_date`)} and status <> 'draft' and doc_kind <> 'opening_invoice'
  union select invoice_id from invoice_state where ${isIn(sql`void_date`)}
  union select line.invoice_id from credit_note_line line join note on note.id = line.credit_note_id
  union select invoice_id from allocation where receipt_id is not null and (${isIn(sql`allocated_on`)} or ${isIn(sql`reversed_on`)})
  union select invoice_id from write_off where ${isIn(sql`written_off_on`)} or ${isIn(sql`reversed_on`)}`;

/** Credit notes on their dates, and voids of them on theirs. */
const notes = (isIn: InPeriod) => sql`
  select id, issue_date as day, 1 as sign from credit_note_state where status <> 'draft' and ${isIn(sql`issue_date`)}
  union all select id, void_date, -1 from credit_note_state where ${isIn(sql`void_date`)}`;

/** Pending work that was written off. What a credit note gave up was billed, and its credit note says so. */
const writtenOff = (isIn: InPeriod) => sql`
  select item.id as source_id, bill.id as time_bill_id, task.task_id, coalesce(bill.id, task.task_id) as work_id, task.client_id, task.category_id,
    task.department_id, item.entity_id, item.currency, item.written_off_on
  from pending_item item
  left join time_bill bill on item.source = 'time' and bill.id = item.source_id
  join task_fact task on task.task_id = coalesce(bill.task_id, item.source_id)
  where ${isIn(sql`item.written_off_on`)} and item.source in ('task', 'time') and not exists (
    select from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
    where line.pending_item_id = item.id and line.work = 'given_up' and state.status not in ('draft', 'void'))`;

/** Charges and allowances, and what was credited of them, spread over the fees as they are posted (ledger/income.ts). */
const spread = sql`
  select part_id, note_id, line_id, sign(amount)::int * share as amount from ${splitAmounts({
    rows: sql`(
      select part.*, fee.line_id, fee.no, abs(part.amount) as size, fee.net * sign(fee.whole) as weight, abs(fee.whole) as of_fees
      from (
        select id as part_id, null::uuid as note_id, invoice_id, case kind when 'charge' then net else -net end as amount
        from invoice_adjustment where invoice_id in (select invoice_id from work_line)
        union all
        select id, credit_note_id, invoice_id, net from credit_note_line
        where invoice_adjustment_id is not null and invoice_id in (select invoice_id from work_line)) as part
      join fee on fee.invoice_id = part.invoice_id and fee.whole <> 0)`,
    per: sql`part_id`,
    total: sql`size`,
    weight: sql`weight`,
    whole: sql`of_fees`,
    order: sql`no`,
    as: 'share',
  })} as shared`;

/** What was posted of each line: with the work, if it becomes or ceases to be billed. */
const billed = (isIn: InPeriod) => sql`
  select line.line_id, state.issue_date as day, income.amount, 1 as valued
  from work_line line join income using (line_id) join invoice_state state on state.invoice_id = line.invoice_id
  where ${isIn(sql`state.issue_date`)}
  union all
  select line.line_id, state.void_date, -income.amount, -1
  from work_line line join income using (line_id) join invoice_state state on state.invoice_id = line.invoice_id
  where ${isIn(sql`state.void_date`)}
  union all
  select line.line_id, note.day, -note.sign * credited.net, case when credited.work = 'waits' then -note.sign else 0 end
  from work_line line join credit_note_line credited on credited.invoice_line_id = line.line_id
  join note on note.id = credited.credit_note_id
  union all
  select line.line_id, note.day, -note.sign * spread.amount, 0
  from work_line line join spread using (line_id) join note on note.id = spread.note_id`;

/** What receipts settled and what was lost, each split over the lines and the rest of its invoice: tax, rounding and disbursements. */
const settled = (isIn: InPeriod) => sql`
  select line_id, what, made_on, undone_on, share as amount from ${splitAmounts({
    rows: sql`(
      select part.*, weighed.line_id, weighed.no, weighed.weight, weighed.total
      from (
        select id as part_id, invoice_id, amount as size, 'collected' as what, allocated_on as made_on, reversed_on as undone_on
        from allocation where receipt_id is not null and (${isIn(sql`allocated_on`)} or ${isIn(sql`reversed_on`)})
        union all
        select id, invoice_id, amount, 'lost', written_off_on, reversed_on
        from write_off where ${isIn(sql`written_off_on`)} or ${isIn(sql`reversed_on`)}) as part
      join (
        select income.invoice_id, income.line_id, income.no::int as no, income.amount as weight, of_work.total
        from income join (select distinct invoice_id, total from work_line) of_work using (invoice_id)
        union all
        select invoice_id, null, 32768, of_work.total - sum(income.amount), of_work.total
        from income join (select distinct invoice_id, total from work_line) of_work using (invoice_id)
        group by invoice_id, of_work.total) as weighed using (invoice_id))`,
    per: sql`part_id`,
    total: sql`size`,
    weight: sql`weight`,
    whole: sql`total`,
    order: sql`no`,
    as: 'share',
  })} as shared where line_id is not null`;

/** The hours behind each bill, and behind each fee: all of the task. */
const work = (priced: RawBuilder<unknown>) => sql`
  select bill_id as work_id, entry.user_id as person_id, sum(billed.amount)::bigint as value, sum(billed.minutes) as minutes
  from time_bill_entry billed join time_entry entry on entry.id = billed.entry_id
  where bill_id in (select time_bill_id from source where time_bill_id is not null) group by 1, 2
  union all
  select task_id, person_id, coalesce(sum(value), 0)::bigint, sum(minutes) from ${priced} as hour group by 1, 2`;

/**
 * The named queries behind `money`: what was billed (with `valued` 1 if the work behind it counts as billed from then on, and -1 if it no
 * longer does), collected and lost in the period, of each `source`: a line that bills work, or pending work that was written off.
 * Needs `task_fact`.
 */
export const billedWork = (
  period: Period,
  priced: (tasks: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const isIn = within(period);
  return sql`
  note as materialized (${notes(isIn)}),
  touched as materialized (${touched(isIn)}),
  work_line as materialized (
    select line.id as line_id, line.invoice_id, kept.time_bill_id, kept.task_id, coalesce(kept.time_bill_id, kept.task_id) as work_id,
      task.client_id, task.category_id, line.department_id, invoice.entity_id, invoice.currency, invoice.total
    from touched join invoice_line line on line.invoice_id = touched.invoice_id and line.kind = 'fee'
    join line_work kept on kept.line_id = line.id
    join task_fact task on task.task_id = kept.task_id
    join invoice on invoice.id = line.invoice_id and invoice.issued_at is not null),
  fee as materialized (
    select id as line_id, invoice_id, no, net, sum(net) over (partition by invoice_id) as whole
    from invoice_line where kind = 'fee' and invoice_id in (select invoice_id from work_line)),
  spread as materialized (${spread}),
  income as materialized (
    select fee.line_id, fee.invoice_id, fee.no, (fee.net + coalesce(sum(spread.amount), 0))::bigint as amount
    from fee left join spread on spread.line_id = fee.line_id and spread.note_id is null
    group by fee.line_id, fee.invoice_id, fee.no, fee.net),
  item as materialized (${writtenOff(isIn)}),
  source as materialized (
    select line_id as source_id, time_bill_id, task_id, work_id, client_id, category_id, department_id, entity_id, currency from work_line
    union all
    select source_id, time_bill_id, task_id, work_id, client_id, category_id, department_id, entity_id, currency from item),
  work as materialized (${work(priced(sql`(select * from task_fact where task_id in (select task_id from source where time_bill_id is null))`))}),
  settled as materialized (${settled(isIn)}),
  money as materialized (
    select line_id as source_id, day, 'billed' as what, amount, valued from (${billed(isIn)}) as posted
    union all select line_id, made_on, what, amount, 0 from settled where ${isIn(sql`made_on`)}
    union all select line_id, undone_on, what, -amount, 0 from settled where ${isIn(sql`undone_on`)}
    union all select source_id, written_off_on, 'billed', 0, 1 from item)`;
};

const shownFor = (
  person: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
) => sql`
  source.source_id, source.task_id, source.client_id, source.category_id, source.department_id, source.entity_id, source.currency,
  ${person} as person_id, money.day, money.what, ${amount} as amount, ${value} as valued`;

/** `money` with what it is about, as a table. */
export const moneyOfWork = sql`(
  select ${shownFor(sql`null::uuid`, sql`money.amount`, sql`money.valued * coalesce(whole.value, 0)`)}
  from money join source using (source_id)
  left join (select work_id, sum(value)::bigint as value from work group by 1) as whole using (work_id))`;

/** The same by person: amounts are split by the value of each person’s hours, or by their time if none of it has a value. */
export const moneyOfPeople = sql`(
  select ${shownFor(sql`person_id`, sql`sign(money.amount)::int * share`, sql`money.valued * coalesce(value, 0)`)}
  from ${splitAmounts({
    rows: sql`(
      select numbered.*, part.person_id, part.value, abs(numbered.amount) as size, coalesce(part.weight, 1) as weight,
        coalesce(part.whole, 1) as whole
      from (select money.*, source.work_id, row_number() over () as no from money join source using (source_id)) as numbered
      left join (
        select work_id, person_id, value, case when sum(value) over of_work > 0 then value else minutes end as weight,
          case when sum(value) over of_work > 0 then sum(value) over of_work else sum(minutes) over of_work end as whole
        from work window of_work as (partition by work_id)) as part using (work_id))`,
    per: sql`no`,
    total: sql`size`,
    weight: sql`weight`,
    whole: sql`whole`,
    order: sql`person_id::text collate "C"`,
    as: 'share',
  })} as money join source using (source_id))`;
