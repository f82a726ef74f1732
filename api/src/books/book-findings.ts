import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import type { Head } from '../audit/kept-head.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Db } from '../db/database.ts';
import { openRows } from '../receivables/outstanding/open-rows.ts';
import { ofClientFacts } from './client-facts-findings.ts';
import { ofIncome } from './income-findings.ts';
import { ofStaff } from './staff-findings.ts';
import {
  ofBase,
  ofDays,
  ofPayments,
  ofRefunds,
  ofRegister,
  ofWithheld,
  ofAnnexes,
  ofHours,
  ofWork,
} from './document-findings.ts';
import { findFileFaults } from './file-findings.ts';
import { findTaxDueFaults } from './tax-due-findings.ts';
import { ofInputTax, ofOutputTax } from './tax-findings.ts';

/** Each entry and each billing entity balances in the base currency, and every line of a client account names a client. */
const ofEntries = sql`
  select 'entry_balances', entry.entity_id, coalesce(taken.number, entry.id::text), entity.base_currency, wrong.debit, wrong.credit
  from (
    select entry_id, sum(base_debit) as debit, sum(base_credit) as credit
    from journal_line group by entry_id having sum(base_debit) <> sum(base_credit) or count(*) < 2
    union all
    select id, null, null from journal_entry where not exists (select from journal_line where entry_id = journal_entry.id)
  ) wrong
  join journal_entry entry on entry.id = wrong.entry_id join billing_entity entity on entity.id = entry.entity_id
  left join document_number taken on taken.document_id = entry.source_id
  union all
  select 'trial_balance_is_zero', entity.id, entity.name, entity.base_currency, 0, sum(base_debit - base_credit)
  from journal_line line join billing_entity entity on entity.id = line.entity_id
  group by entity.id having sum(base_debit - base_credit) <> 0
  union all
  select 'client_lines_have_clients', line.entity_id, coalesce(taken.number, line.entry_id::text), line.currency,
    null, line.debit - line.credit
  from journal_line line join ledger_account account on account.id = line.account_id
  join journal_entry entry on entry.id = line.entry_id
  left join document_number taken on taken.document_id = entry.source_id
  where (account.subledger = 'client') <> (line.client_id is not null)`;

/**
 * A client's balance in the ledger equals that of its open documents: what invoices still owe, less what receipts and
 * credit notes have not allocated (docs/rules.md#ageing-agrees-with-the-ledger).
 */
const ofClients = sql`
  select 'ledger_is_ageing', entity_id, client.code, part.currency, sum(aged), sum(held) from (
    select line.entity_id, line.client_id, line.currency, 0 as aged, line.debit - line.credit as held
    from journal_line line join ledger_account account on account.id = line.account_id
    where account.system_key = 'receivable' or account.is_advance
    union all
    select state.entity_id, state.client_id, state.currency, state.outstanding, 0
    from invoice_state state join invoice on invoice.id = state.invoice_id
    where state.status not in ('draft', 'void') and state.doc_kind <> 'proforma' and invoice.issued_at is not null
    union all
    select receipt.entity_id, receipt.client_id, receipt.currency, state.allocated + state.refunded - state.available, 0
    from receipt_state state join receipt on receipt.id = state.receipt_id where state.status = 'posted'
    union all
    select note.entity_id, note.client_id, note.currency, -state.available, 0
    from credit_note_state state join credit_note note on note.id = state.id
    where state.status not in ('draft', 'void')) part
  join client on client.id = part.client_id
  group by entity_id, client.code, part.currency having sum(aged) <> sum(held)`;

/** The balances of invoices and receipts agree with their allocations, and every issued document is in the ledger. */
const ofDocuments = sql`
  select 'invoice_is_settled_as_allocated', state.entity_id, state.number, state.currency,
    state.payable - state.written_off - coalesce(live.amount, 0), state.outstanding
  from invoice_state state
  left join (select invoice_id, sum(amount) as amount from allocation where reversed_at is null group by invoice_id) live
    on live.invoice_id = state.invoice_id
  where state.status not in ('draft', 'void') and state.doc_kind <> 'proforma' and state.number <> ''
    and (state.outstanding <> state.payable - state.written_off - coalesce(live.amount, 0) or state.outstanding < 0)
  union all
  select 'receipt_is_used_as_allocated', receipt.entity_id, receipt.number, receipt.currency,
    coalesce(live.amount, 0), state.allocated
  from receipt_state state join receipt on receipt.id = state.receipt_id
  left join (select receipt_id, sum(amount) as amount from allocation where reversed_at is null group by receipt_id) live
    on live.receipt_id = receipt.id
  where state.allocated <> coalesce(live.amount, 0) or state.allocated + state.refunded > state.available
    or state.refunded <> (select coalesce(sum(amount), 0) from receipt_refund
      where receipt_id = receipt.id and reversed_on is null)
    or state.available <> receipt.amount + receipt.withheld + receipt.bank_charge
  union all
  select 'invoice_is_posted', invoice.entity_id, invoice.number, invoice.currency, invoice.total,
    coalesce(posted.amount, 0)
  from invoice
  left join (select entry.source_id, sum(line.debit - line.credit) as amount
    from journal_entry entry join journal_line line on line.entry_id = entry.id
    join ledger_account account on account.id = line.account_id
    where entry.source_type = 'invoice' and account.system_key = 'receivable' group by entry.source_id) posted
    on posted.source_id = invoice.id
  where invoice.issued_at is not null and invoice.doc_kind <> 'proforma'
    and invoice.total <> coalesce(posted.amount, 0)`;

/**
 * Each client's ageing (not yet due, and overdue by up to 30, 60, 90 and more days) is the same whether computed from
 * the open documents or from the dated rows: the postings of an invoice less its settlements.
 */
const ofAgeing = sql`
  select 'ageing_is_posted', entity_id, client.code || ' ' || bucket, aged.currency, sum(posted), sum(outstanding)
  from (
    select state.entity_id, state.client_id, state.currency, state.outstanding,
      case when state.due_date >= current_date then '0' when state.due_date >= current_date - 30 then '1–30'
        when state.due_date >= current_date - 60 then '31–60' when state.due_date >= current_date - 90 then '61–90' else '90+' end as bucket,
      coalesce(entered.amount, 0) - coalesce(settled.amount, 0) as posted
    from invoice_state state
    left join (
      select coalesce(was.source_id, entry.source_id) as invoice_id, sum(line.debit - line.credit) as amount
      from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
      left join journal_entry was on was.id = entry.reversal_of
      where account.system_key = 'receivable' and coalesce(was.source_type, entry.source_type) = 'invoice'
      group by 1) entered on entered.invoice_id = state.invoice_id
    left join (
      select invoice_id, sum(amount) as amount from (
        select invoice_id, amount from allocation where reversed_on is null
        union all select invoice_id, amount from write_off where reversed_on is null) took
      group by invoice_id) settled on settled.invoice_id = state.invoice_id
    where state.number <> '' and state.doc_kind <> 'proforma'
  ) aged
  join client on client.id = aged.client_id
  group by entity_id, client.code, bucket, aged.currency having sum(posted) <> sum(outstanding)`;

/** What was open on a day, as the outstanding report shows it, equals receivables and advances in the ledger of that day. */
const ofDay = (day: RawBuilder<unknown>) => sql`
  select 'outstanding_is_ledger', part.entity_id, client.code || ' ' || (${day})::date, part.currency, sum(held), sum(open)
  from (
    select entity_id, client_id, currency, open, 0 as held from ${openRows({ day })} row
    union all
    select line.entity_id, line.client_id, line.currency, 0, line.debit - line.credit
    from journal_line line join ledger_account account on account.id = line.account_id
    where (account.system_key = 'receivable' or account.is_advance) and line.entry_date <= (${day})::date
  ) part
  join client on client.id = part.client_id
  group by part.entity_id, client.code, part.currency having sum(open) <> sum(held)`;
/** A past day as well, because it is the movements since then that are taken back. */
const ofOutstanding = sql`${ofDay(sql`current_date`)} union all ${ofDay(sql`date_trunc('month', current_date)::date - 1`)}`;

/** The tax in what is left of the clients' advance vouchers equals the tax in the ledger, by component. */
const ofAdvances = sql`
  select 'advances_hold_their_tax', entity_id, client.code || ' ' || component, part.currency, sum(due), sum(held)
  from (
    select receipt.entity_id, receipt.client_id, receipt.currency, inside.component, inside.tax as due, 0 as held
    from receipt join receipt_state state on state.receipt_id = receipt.id
    cross join lateral tax_in_advance(receipt.advance_tax, state.available - state.allocated - state.refunded) as inside
    where receipt.voucher_kind = 'advance_voucher' and state.status = 'posted'
    union all
    select line.entity_id, line.client_id, line.currency, split_part(account.system_key, '.', 2), 0, line.credit - line.debit
    from journal_line line join ledger_account account on account.id = line.account_id
    where account.is_advance and account.system_key <> 'client_advance'
  ) part
  join client on client.id = part.client_id
  group by entity_id, client.code, component, part.currency having sum(due) <> sum(held)`;

/**
 * The monthly balances, including the delta that is not rolled up yet, equal the sums of the lines and of the documents
 * (docs/rules.md#stored-totals).
 */
const ofMonths = sql`
  select 'months_are_ledger', entity_id, account.code || ' ' || to_char(month, 'YYYY-MM'),
    part.currency, sum(lines), sum(kept)
  from (
    select entity_id, account_id, department_id, currency, month, 0 as lines, debit - credit as kept, 0 as base_lines,
      base_debit - base_credit as base_kept
    from ledger_by_month
    union all
    select entity_id, account_id, department_id, currency, date_trunc('month', entry_date)::date, debit - credit, 0,
      base_debit - base_credit, 0
    from journal_line
  ) part
  join ledger_account account on account.id = part.account_id
  group by entity_id, account.code, part.department_id, part.currency, month
  having sum(lines) <> sum(kept) or sum(base_lines) <> sum(base_kept)
  union all
  select 'months_are_ledger', null, kind || ' ' || to_char(month, 'YYYY-MM'), currency, sum(told), sum(kept)
  from (
    select kind, currency, month, amount as told, 0 as kept from money_of_documents
      cross join lateral (values ('billed', billed), ('collected', collected)) as part (kind, amount)
    union all select kind, currency, month, 0, amount from money_by_month
  ) part
  group by kind, currency, month having sum(told) <> sum(kept)
  union all
  select 'months_are_ledger', null, client.code || ' ' || to_char(month, 'YYYY-MM'), part.currency,
    sum(told_billed + told_collected), sum(billed + collected)
  from (
    select client_id, currency, month, billed as told_billed, collected as told_collected, 0 as billed, 0 as collected
    from money_of_documents
    union all
    select client_id, currency, month, 0, 0, billed, collected from client_by_month
  ) part
  join client on client.id = part.client_id
  group by client.code, part.currency, month having sum(told_billed) <> sum(billed) or sum(told_collected) <> sum(collected)
  union all
  select 'months_are_ledger', entity_id, client.code || ' ' || to_char(month, 'YYYY-MM'), part.currency, sum(lines), sum(kept)
  from (
    select client_id, entity_id, currency, date_trunc('month', entry_date)::date as month, debit - credit as lines, 0 as kept,
      debit as debits, 1 as movements
    from client_movement where entry_id not in (select entry_id from ledger_delta)
    union all
    select client_id, entity_id, currency, month, 0, debit - credit, -debit, -movements from client_ledger_month
  ) part
  join client on client.id = part.client_id
  group by entity_id, client.code, part.currency, month
  having sum(lines) <> sum(kept) or sum(debits) <> 0 or sum(movements) <> 0`;

/** The stored total and number of each client's open invoices agree with the invoices. */
const ofOwed = sql`
  select 'owed_is_invoices', entity_id, client.code, part.currency, sum(told), sum(kept)
  from (
    select client_id, entity_id, currency, owed as told, 0 as kept, invoices from money_of_documents
    union all select client_id, entity_id, currency, 0, owed, -invoices from owed_by_client
  ) part
  join client on client.id = part.client_id
  group by entity_id, client.code, part.currency having sum(told) <> sum(kept) or sum(invoices) <> 0`;

/** The stored total of pending items equals the sum of the open and held items, and has the date of the oldest one. */
const ofWaiting = sql`
  select 'pending_totals_are_items', entity_id, client.code || ' ' || min(oldest_on), part.currency, sum(part.told), sum(part.kept)
  from (
    select client_id, entity_id, currency, amount as told, 0 as kept, items, held_items, held_amount, oldest_on,
      false as is_astray
    from waiting_of_items
    union all
    select client_id, entity_id, currency, 0, amount, -items, -held_items, -held_amount, oldest_on,
      group_id is distinct from (select client.group_id from client where client.id = client_id)
    from pending_total
  ) part
  join client on client.id = part.client_id
  group by entity_id, client.code, part.currency
  having sum(told) <> sum(kept) or sum(items) <> 0 or sum(held_items) <> 0 or sum(held_amount) <> 0
    or min(oldest_on) <> max(oldest_on) or bool_or(is_astray)`;

/** A series has no gap: every number from the first to the last is taken. */
const ofNumbers = sql`
  select 'numbers_without_gap', series.entity_id, series.doc_kind || ' ' || series.fy || ' #' || seq.no, null,
    series.next_seq - series.start_seq, null
  from number_series series
  cross join lateral generate_series(series.start_seq, series.next_seq - 1) as seq (no)
  where not exists (select from document_number taken where taken.entity_id = series.entity_id
    and taken.doc_kind = series.doc_kind and taken.fy = series.fy and taken.seq = seq.no)`;

/** Each statement with the number of rules that it checks. */
const asked = [
  [ofEntries, 3],
  [ofClients, 1],
  [ofDocuments, 3],
  // Another part of the rule that an invoice is posted.
  [ofIncome, 0],
  [ofPayments, 1],
  [ofRefunds, 1],
  [ofWithheld, 1],
  [ofRegister, 1],
  [ofBase, 2],
  [ofMonths, 1],
  [ofOwed, 1],
  [ofWaiting, 1],
  [ofClientFacts, 1],
  [ofWork, 1],
  [ofHours, 1],
  [ofAnnexes, 1],
  [ofAgeing, 1],
  [ofOutstanding, 1],
  [ofAdvances, 1],
  [ofStaff, 1],
  [ofOutputTax, 1],
  [ofInputTax, 1],
  [ofNumbers, 1],
  [ofDays, 2],
] as const;

/** Called with the number of rules checked so far. */
export type TellProgress = (done: number) => Promise<void>;

/**
 * All differences found by the ledger checks; empty when there are none (docs/rules.md#the-books-are-checked). Runs in
 * the transaction of `db`. Rows that are compared are read by one statement, so they are from the same moment. With a
 * million invoices a statement takes seconds, longer than the normal timeout.
 */
export async function findBookFaults(
  db: Db,
  tell?: TellProgress,
  keptHead: Head | null = null,
): Promise<BookFinding[]> {
  await sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true)`.execute(
    db,
  );
  const found: BookFinding[] = [];
  let done = 0;
  for (const [rule, rules] of asked) {
    const { rows } = await sql<BookFinding>`
      select rule, entity.name as entity, document, currency, expected::bigint as expected, actual::bigint as actual
      from (${rule}) as fault (rule, entity_id, document, currency, expected, actual)
      left join billing_entity entity on entity.id = fault.entity_id
      order by rule, entity.name, document`.execute(db);
    found.push(...rows);
    await tell?.((done += rules));
  }
  found.push(...(await findTaxDueFaults(db)));
  await tell?.((done += 1));
  found.push(...(await findFileFaults(db)));
  await tell?.((done += 1));
  const { findings } = await verifyAudit(db, keptHead);
  await tell?.(done + 1);
  return [
    ...found.toSorted((a, b) => a.rule.localeCompare(b.rule)),
    ...findings.map(({ seq, fault }) => ({
      rule: 'audit_is_sealed' as const,
      entity: null,
      document: `#${seq} ${fault}`,
      currency: null,
      expected: null,
      actual: null,
    })),
  ];
}
