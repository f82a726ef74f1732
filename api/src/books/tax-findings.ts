import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Lines of accounts whose entry, or the entry it reverses, was not made by hand. */
const ofDocuments = (accounts: RawBuilder<unknown>) =>
  sql`(select line.entity_id, line.currency, line.entry_date, account.system_key,
    line.credit - line.debit as amount
  from ledger_account account join journal_line line on line.account_id = account.id
  join journal_entry entry on entry.id = line.entry_id left join journal_entry was on was.id = entry.reversal_of
  where ${accounts} and 'journal' not in (entry.source_type, coalesce(was.source_type, '')))`;

/**
 * The tax that the documents of a month state, by component, is what they posted as output tax: of invoices and credit notes, less
 * those voided in the month, and of expenses under reverse charge, less those reversed. Taxed advances have accounts and a rule of
 * their own.
 */
export const ofOutputTax = sql`
  select 'output_tax_is_documents', entity_id, component || ' ' || to_char(month, 'YYYY-MM'), currency, sum(told), sum(held)
  from (
    select taxed.entity_id, taxed.currency, date_trunc('month', taxed.day)::date as month, part ->> 'name' as component,
      taxed.sign * (part ->> 'tax')::bigint as told, 0 as held
    from (
      select invoice.entity_id, invoice.currency, moved.day, moved.sign, invoice.tax_groups
      from invoice join invoice_state state on state.invoice_id = invoice.id
      cross join lateral (values (1, invoice.issue_date), (-1, state.void_date)) as moved (sign, day)
      where invoice.issued_at is not null and invoice.doc_kind <> 'proforma'
      union all
      select note.entity_id, note.currency, moved.day, moved.sign, note.tax_groups
      from credit_note note join credit_note_state state on state.id = note.id
      cross join lateral (values (-1, note.issue_date), (1, state.void_date)) as moved (sign, day)
      where note.issued_at is not null
      union all
      select expense.entity_id, expense.currency, moved.day, moved.sign, expense.input_tax
      from expense cross join lateral (values (1, posted_on), (-1, reversed_on)) as moved (sign, day)
      where expense.reverse_charge
    ) taxed
    cross join lateral jsonb_array_elements(taxed.tax_groups) as one
    cross join lateral jsonb_array_elements(one -> 'components') as part
    where taxed.day is not null
    union all
    select entity_id, currency, date_trunc('month', entry_date)::date, split_part(system_key, '.', 2), 0, amount
    from ${ofDocuments(sql`starts_with(account.system_key, 'output_tax.')`)} posted
  ) part
  group by entity_id, component, month, currency having sum(told) <> sum(held)`;

/** The tax that a month's expenses let the firm reclaim, less that of expenses reversed in the month, is what they posted as input tax. */
export const ofInputTax = sql`
  select 'input_tax_is_expenses', entity_id, to_char(month, 'YYYY-MM'), currency, sum(told), sum(held)
  from (
    select expense.entity_id, expense.currency, date_trunc('month', moved.day)::date as month, moved.sign * expense.recoverable_tax as told, 0 as held
    from expense cross join lateral (values (1, posted_on), (-1, reversed_on)) as moved (sign, day)
    where expense.recoverable_tax <> 0 and moved.day is not null
    union all
    select entity_id, currency, date_trunc('month', entry_date)::date, 0, -amount
    from ${ofDocuments(sql`account.system_key = 'input_tax'`)} posted
  ) part
  group by entity_id, month, currency having sum(told) <> sum(held)`;
