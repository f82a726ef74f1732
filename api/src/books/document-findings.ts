import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const lines = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`(select entry.source_type, entry.source_id, ${columns}
    from journal_entry entry join journal_line line on line.entry_id = entry.id
    join ledger_account account on account.id = line.account_id where ${where} group by 1, 2)`;

/**
 * For each receipt and credit note, the amount that its entries and those of its allocations took from receivables
 * equals the allocated amount.
 */
export const ofPayments = sql`
  select 'payments_are_posted', paid.entity_id, paid.number, paid.currency, paid.settled, coalesce(sum(posted.amount), 0)
  from (
    select receipt.id, receipt.entity_id, receipt.number, receipt.currency,
      coalesce((select sum(amount) from allocation where receipt_id = receipt.id and reversed_on is null), 0) as settled
    from receipt
    union all
    select note.id, note.entity_id, note.number, note.currency,
      coalesce((select sum(amount) from allocation where credit_note_id = note.id and reversed_on is null), 0)
    from credit_note note where issued_at is not null
  ) paid
  join lateral (select paid.id union all
    select id from allocation where receipt_id = paid.id or credit_note_id = paid.id) source on true
  left join ${lines(
    sql`sum(line.credit - line.debit) as amount`,
    sql`account.system_key = 'receivable'
    and entry.source_type in ('receipt', 'credit_note', 'allocation', 'reversal', 'void')`,
  )} posted
    on posted.source_id = source.id
  group by paid.id, paid.entity_id, paid.number, paid.currency, paid.settled
  having paid.settled <> coalesce(sum(posted.amount), 0)`;

/** Refunds and write-offs in force are posted with their amounts; those taken back have no balance in the ledger. */
export const ofRefunds = sql`
  select 'refunds_and_write_offs_are_posted', given.entity_id, given.number, given.currency, given.amount,
    coalesce(sum(posted.amount), 0)
  from (
    select refund.id, receipt.entity_id, receipt.number, receipt.currency,
      case when refund.reversed_on is null then refund.amount else 0 end as amount
    from receipt_refund refund join receipt on receipt.id = refund.receipt_id
    union all
    select refund.id, note.entity_id, note.number, note.currency, case when refund.reversed_on is null then refund.amount else 0 end
    from credit_note_refund refund join credit_note note on note.id = refund.credit_note_id
    union all
    select loss.id, invoice.entity_id, invoice.number, invoice.currency, case when loss.reversed_on is null then -loss.amount else 0 end
    from write_off loss join invoice on invoice.id = loss.invoice_id
  ) given
  left join ${lines(
    sql`sum(line.debit - line.credit) as amount`,
    sql`(account.is_advance and entry.source_type in ('refund', 'reversal'))
    or (account.system_key = 'receivable' and entry.source_type in ('write_off', 'reversal'))`,
  )} posted
    on posted.source_id = given.id
  group by given.id, given.entity_id, given.number, given.currency, given.amount
  having given.amount <> coalesce(sum(posted.amount), 0)`;

/** The balance of the account for tax withheld by clients agrees with the receipts. */
export const ofWithheld = sql`
  select 'withheld_tax_is_posted', receipt.entity_id, receipt.number, receipt.currency,
    case state.status when 'posted' then receipt.withheld else 0 end, coalesce(sum(posted.amount), 0)
  from receipt join receipt_state state on state.receipt_id = receipt.id
  join lateral (select receipt.id union all select id from allocation where receipt_id = receipt.id) source on true
  left join ${lines(sql`sum(line.debit - line.credit) as amount`, sql`account.system_key = 'withholding_receivable'`)} posted
    on posted.source_id = source.id
  group by receipt.id, state.status
  having case state.status when 'posted' then receipt.withheld else 0 end <> coalesce(sum(posted.amount), 0)`;

/**
 * What the register holds of each client, less what was given up, equals the account for tax withheld; and certificates
 * and write-offs are within what each entry holds.
 */
export const ofRegister = sql`
  select 'withholding_register_is_ledger', part.entity_id, client.code, part.currency, sum(part.registered), sum(part.held)
  from (
    select entity_id, client_id, currency, amount - written_off as registered, 0 as held from withholding_entry
    union all
    select line.entity_id, line.client_id, line.currency, 0, line.debit - line.credit
    from journal_line line join ledger_account account on account.id = line.account_id
    where account.system_key = 'withholding_receivable'
  ) part
  left join client on client.id = part.client_id
  group by part.entity_id, client.code, part.currency having sum(part.registered) <> sum(part.held)
  union all
  select 'withholding_register_is_ledger', entry.entity_id, coalesce(receipt.number, opening.number), entry.currency,
    coalesce(proved.amount, 0) + coalesce(given_up.amount, 0), entry.certified + entry.written_off
  from withholding_entry entry left join receipt on receipt.id = entry.receipt_id
  left join opening_withheld opening on opening.id = entry.opening_id
  left join (select entry_id, sum(amount) as amount from certificate_match where released_at is null group by 1) proved
    on proved.entry_id = entry.id
  left join (select entry_id, sum(amount) as amount from withheld_write_off where reversed_on is null group by 1) given_up
    on given_up.entry_id = entry.id
  where entry.certified <> coalesce(proved.amount, 0) or entry.written_off <> coalesce(given_up.amount, 0)
    or entry.certified + entry.written_off > entry.amount`;

const postedBase = (type: 'invoice' | 'receipt', accounts: RawBuilder<unknown>) =>
  sql`(select entry.source_id as id, sum(line.base_debit - line.base_credit) as base
    from journal_entry entry join journal_line line on line.entry_id = entry.id
    join ledger_account account on account.id = line.account_id
    where entry.source_type = ${sql.lit(type)} and account.system_key in (${accounts}) group by 1)`;

/** The base amounts of a table's rows in force, summed by document in one pass. */
const standing = (table: string, document: string, base: string) =>
  sql`(select ${sql.ref(document)} as id, sum(${sql.ref(base)}) as base from ${sql.table(table)}
    where reversed_on is null and ${sql.ref(document)} is not null group by 1)`;

/** The carrying amount of each document in the base currency, at its own rate; `open` is what is left of the document in its own currency. */
const carried = sql`
  select invoice.entity_id, invoice.number, invoice.currency, state.outstanding as open,
    coalesce(invoiced.base, 0) - coalesce(settled.base, 0) - coalesce(given_up.base, 0) as base
  from invoice_state state join invoice on invoice.id = state.invoice_id
  left join ${postedBase('invoice', sql`'receivable'`)} invoiced on invoiced.id = invoice.id
  left join ${standing('allocation', 'invoice_id', 'invoice_base')} settled on settled.id = invoice.id
  left join ${standing('write_off', 'invoice_id', 'base')} given_up on given_up.id = invoice.id
  where state.status not in ('draft', 'void') and state.doc_kind <> 'proforma' and invoice.issued_at is not null
  union all
  select receipt.entity_id, receipt.number, receipt.currency, state.available - state.allocated - state.refunded,
    coalesce(settled.base, 0) + coalesce(refunded.base, 0) - coalesce(received.base, 0)
  from receipt join receipt_state state on state.receipt_id = receipt.id
  left join ${postedBase('receipt', sql`'bank', 'cash', 'staff_cash', 'cheques_in_hand', 'bank_charge', 'withholding_receivable', 'opening_equity'`)}
    received on received.id = receipt.id
  left join ${standing('allocation', 'receipt_id', 'receipt_base')} settled on settled.id = receipt.id
  left join ${standing('receipt_refund', 'receipt_id', 'base')} refunded on refunded.id = receipt.id
  where state.status = 'posted'
  union all
  select note.entity_id, note.number, note.currency, state.available,
    coalesce(settled.base, 0) + coalesce(refunded.base, 0) - note.base_total
  from credit_note note join credit_note_state state on state.id = note.id
  left join ${standing('allocation', 'credit_note_id', 'receipt_base')} settled on settled.id = note.id
  left join ${standing('credit_note_refund', 'credit_note_id', 'base')} refunded on refunded.id = note.id
  where state.status not in ('draft', 'void')`;

/** The clients' balances in the base currency equal the carrying amounts of their documents. A settled document has no carrying amount. */
export const ofBase = sql`
  with document as materialized (${carried})
  select 'base_is_of_documents', entity.id, entity.name, entity.base_currency, sum(part.documents), sum(part.ledger)
  from (
    select entity_id, base as documents, 0 as ledger from document
    union all
    select line.entity_id, 0, line.base_debit - line.base_credit
    from journal_line line join ledger_account account on account.id = line.account_id
    where account.system_key = 'receivable' or account.is_advance
  ) part join billing_entity entity on entity.id = part.entity_id
  group by entity.id having sum(part.documents) <> sum(part.ledger)
  union all
  select 'settled_without_rest', entity_id, number, entity.base_currency, 0, base
  from document join billing_entity entity on entity.id = document.entity_id where open = 0 and base <> 0`;

/** A pending item that is invoiced has exactly one valid line; an open, held or written-off item has none. */
export const ofWork = sql`
  select 'work_is_billed_once', item.entity_id, client.code || ' ' || item.description, null, (item.status = 'invoiced')::int,
    count(billed.invoice_id)
  from pending_item item join client on client.id = item.client_id
  left join (
    select line.pending_item_id, line.invoice_id from invoice_line line
    join invoice_state live on live.invoice_id = line.invoice_id
    where line.pending_item_id is not null and live.status <> 'void'
      and not exists (select from credit_note_line returned join credit_note_state note on note.id = returned.credit_note_id
        where returned.invoice_line_id = line.id and returned.pending_item_id is not null and note.status not in ('draft', 'void'))
  ) billed on billed.pending_item_id = item.id
  group by item.id, client.code
  having count(billed.invoice_id) <> (item.status = 'invoiced')::int
    or max(billed.invoice_id::text) is distinct from max(item.invoice_id::text)`;

/** Hours that are not released are worth the original amount of one pending item, and each entry is billed as it is recorded. */
export const ofHours = sql`
  select 'hours_are_billed_once', item.entity_id, task.no || ' ' || bill.from_on, item.currency, sum(billed.amount), item.original_amount
  from time_bill bill join task on task.id = bill.task_id
  left join time_bill_entry billed on billed.bill_id = bill.id and billed.live
  left join time_entry entry on entry.id = billed.entry_id
  left join pending_item item on item.source = 'time' and item.source_id = bill.id
  group by bill.id, task.no, item.id
  having sum(billed.amount) is distinct from item.original_amount or (bill.released_at is null) is distinct from (item.id is not null)
    or bool_or(entry.minutes is distinct from billed.minutes or entry.removed_at is not null) filter (where billed.entry_id is not null)
  union all
  select 'hours_are_billed_once', item.entity_id, item.description, item.currency, 0, item.original_amount from pending_item item
  where item.source = 'time' and not exists (select from time_bill where id = item.source_id)
  union all
  -- Of the same client and billing entity as the work.
  select 'hours_are_billed_once', item.entity_id, task.no || ' ' || item.description, null, null, null from pending_item item
  join time_bill bill on bill.id = item.source_id join time_bill_entry billed on billed.bill_id = bill.id and billed.live
  join time_entry entry on entry.id = billed.entry_id join task on task.id = entry.task_id
  where item.source = 'time'
  group by item.id, task.id
  having (task.id, task.client_id, task.billing_entity_id)
    is distinct from ((array_agg(bill.task_id))[1], item.client_id, item.entity_id)
  union all
  select 'hours_are_billed_once', null, task.no || ' ' || entry.worked_on, null, 1, count(*) from time_bill_entry billed
  join time_entry entry on entry.id = billed.entry_id join task on task.id = entry.task_id
  where billed.live group by entry.id, task.no having count(*) > 1`;

/** The annex of an issued invoice has the hours of each line: as many minutes as the work it bills, at their value. */
export const ofAnnexes = sql`
  select 'annexes_are_hours', invoice.entity_id, invoice.number || ' ' || line.no, item.currency, item.original_amount, annex.amount
  from invoice join invoice_line line on line.invoice_id = invoice.id
  join pending_item item on item.id = line.pending_item_id and item.source = 'time' and item.invoice_id = invoice.id
  cross join lateral (select sum(amount) as amount, round(sum(minutes) / 60.0, 4) as qty from invoice_hours
    where invoice_id = invoice.id and line_no = line.no) annex
  where invoice.issued_at is not null and invoice.doc_kind <> 'proforma'
    and case when invoice.lists_hours then (annex.amount, annex.qty) is distinct from (item.original_amount, item.qty)
      else annex.amount is not null end
  union all
  select 'annexes_are_hours', invoice.entity_id, invoice.number || ' ' || hours.line_no, null, null, null
  from invoice_hours hours join invoice on invoice.id = hours.invoice_id
  where not invoice.lists_hours or invoice.issued_at is null
    or not exists (select from invoice_line line where line.invoice_id = invoice.id and line.no = hours.line_no)
  group by invoice.id, hours.line_no`;

/**
 * Nothing is dated before the cut-over date. Numbers follow the order of dates if the billing entity requires it,
 * except for receipts, which may be entered late.
 */
export const ofDays = sql`
  select 'entries_after_cut_over', entry.entity_id, coalesce(taken.number, entry.id::text), null, null, null
  from journal_entry entry join billing_entity entity on entity.id = entry.entity_id
  left join document_number taken on taken.document_id = entry.source_id
  where entry.entry_date < entity.cut_over_on
  union all
  select 'numbers_in_date_order', entity_id, number, null, null, null from (
    select taken.entity_id, taken.number, doc.day,
      max(doc.day) over (partition by taken.entity_id, taken.doc_kind, taken.fy order by taken.seq
        rows between unbounded preceding and 1 preceding) as before
    from document_number taken
    join billing_entity entity on entity.id = taken.entity_id and entity.chronology = 'block'
    join (select id, issue_date as day, issued_at as at from invoice where issued_at is not null
      union all select id, issue_date, issued_at from credit_note where issued_at is not null) doc on doc.id = taken.document_id
    -- Numbers taken before the entity required the order are not checked.
    where doc.at > coalesce((select max(at) from audit_event where audit_event.entity = 'billing_entity'
      and audit_event.entity_id = taken.entity_id and body -> 'after' ->> 'chronology' = 'block'
      and body -> 'before' ->> 'chronology' is not null), '-infinity')
  ) numbered where day < before`;
