import { sql } from 'kysely';
import type { BookRule } from '@daybook/contracts/settings/book-checks/book-checks';
import type { Db } from '../db/database.ts';

/** The number of records that each rule checked, such as entries, lines, clients, documents, months, numbers or seals. */
export async function countLookedAt(db: Db): Promise<ReadonlyMap<BookRule, number>> {
  const { rows } = await sql<{ rule: BookRule; records: number }>`
    with line as (
      select count(*) as lines, count(distinct entity_id) as entities, count(distinct client_id) as clients
      from journal_line
    ), owed as (
      select count(*) as invoices, count(distinct client_id) as clients from invoice_state
      where status not in ('draft', 'void') and doc_kind <> 'proforma' and number <> ''
    )
    select rule, records from line cross join owed cross join lateral (values
      ('entry_balances', (select count(*) from journal_entry)),
      ('trial_balance_is_zero', line.entities),
      ('client_lines_have_clients', line.lines),
      ('ledger_is_ageing', line.clients),
      ('invoice_is_settled_as_allocated', owed.invoices),
      ('receipt_is_used_as_allocated', (select count(*) from receipt)),
      ('invoice_is_posted', (select count(*) from invoice where issued_at is not null and doc_kind <> 'proforma')),
      ('payments_are_posted', (select count(*) from receipt) + (select count(*) from credit_note where issued_at is not null)),
      ('refunds_and_write_offs_are_posted', (select count(*) from receipt_refund)
        + (select count(*) from credit_note_refund) + (select count(*) from write_off)),
      ('withheld_tax_is_posted', (select count(*) from receipt)),
      ('withholding_register_is_ledger', (select count(*) from withholding_entry)),
      ('base_is_of_documents', line.entities),
      ('settled_without_rest', owed.invoices + (select count(*) from receipt)),
      ('months_are_ledger', (select count(*) from ledger_by_month) + (select count(*) from client_year)),
      ('owed_is_invoices', (select count(*) from client_owed)),
      ('pending_totals_are_items', (select count(*) from pending_total)),
      ('client_facts_are_records', (select count(*) from client)),
      ('work_is_billed_once', (select count(*) from pending_item)),
      ('hours_are_billed_once', (select count(*) from time_bill)),
      ('annexes_are_hours', (select count(*) from invoice where lists_hours and issued_at is not null)),
      ('ageing_is_posted', owed.clients),
      ('outstanding_is_ledger', line.clients),
      ('advances_hold_their_tax', (select count(*) from receipt where voucher_kind = 'advance_voucher')),
      ('staff_accounts_are_documents', (select count(distinct (user_id, entity_id, account_id, currency)) from journal_line
        where user_id is not null)),
      ('output_tax_is_documents', (select count(*) from invoice where issued_at is not null and doc_kind <> 'proforma')
        + (select count(*) from credit_note where issued_at is not null)),
      ('tax_due_is_ledger', (select count(*) from invoice_state state join billing_entity entity on entity.id = state.entity_id
        where state.number <> '' and state.doc_kind not in ('proforma', 'opening_invoice')
          and tax_due_on(entity.tax_due, entity.tax_due_changes, state.issue_date) = 'payment')),
      ('input_tax_is_expenses', (select count(*) from expense where posted_on is not null and tax_recoverable)),
      ('numbers_without_gap', (select count(*) from document_number)),
      ('numbers_in_date_order', (select count(*) from document_number)),
      ('entries_after_cut_over', (select count(*) from journal_entry)),
      ('files_are_as_stored', (select count(*) from file_content) + (select count(*) from invoice_file)),
      ('audit_is_sealed', (select count(*) from audit_seal))) as counted (rule, records)`.execute(db);
  return new Map(rows.map(({ rule, records }) => [rule, records]));
}
