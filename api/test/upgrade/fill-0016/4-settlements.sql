-- Receipts and credit notes, and what they settle.
insert into receipt (id, entity_id, client_id, number, seq, fy, receipt_date, mode, currency, amount, withheld, instrument_no, instrument_bank,
  instrument_date, reference, received_by, doc_locale, received_from, search_text, created_at, created_by, updated_at, updated_by)
select id, entity_id, client_id, number, seq, fy, receipt_date, mode, currency, amount, withheld,
  case when mode = 'cheque' then lpad(n::text, 6, '0') end, case when mode = 'cheque' then 'City Bank' end,
  case when mode = 'cheque' then receipt_date end, case when mode in ('bank', 'card', 'gateway') then 'REF' || n end,
  case when mode = 'cash' then crm_id end, locale, fill.party(client_name, country),
  fill.normal(client_name) || case mode when 'cheque' then ' ' || lpad(n::text, 6, '0') when 'cash' then '' else ' ref' || n end || ' ' || lower(number),
  receipt_date + interval '9 hours', crm_id, receipt_date + interval '9 hours', crm_id
from fill.receipt order by n;

insert into receipt_state (receipt_id, receipt_date, mode, available, allocated)
select id, receipt_date, mode, available, allocated from fill.receipt order by n;

insert into document_number (entity_id, doc_kind, fy, seq, number, document_id)
select entity_id, 'receipt', fy, seq, number, id from fill.receipt order by n;

insert into allocation (id, receipt_id, invoice_id, amount, withheld_part, invoice_base, receipt_base, allocated_on, created_at, created_by)
select fill.id(19, receipt_date, n), receipt.id, invoice.id, allocated, withheld, allocated, allocated, receipt_date,
  receipt_date + interval '9 hours', receipt.crm_id
from fill.receipt receipt join fill.invoice invoice using (n) order by n;

insert into credit_note (id, entity_id, client_id, number, seq, fy, issue_date, currency, doc_locale, reason_code, bill_to, supplier,
  rounding_mode, rounding_dir, round_total_to, net, tax, total, base_total, tax_groups, issued_at, issued_by, search_text, created_at, created_by)
select id, entity_id, client_id, number, seq, fy, issue_date, currency, locale, 'discount', fill.party(client_name, country),
  fill.party(legal_name, country), rounding_mode, rounding_dir, 0, net, tax, net + tax, net + tax,
  fill.groups(rate, net, components, tax::bigint), issue_date + interval '9 hours', crm_id,
  fill.normal(client_name) || ' ' || lower(number), issue_date + interval '9 hours', crm_id
from fill.credit order by n;

insert into credit_note_line (id, credit_note_id, no, invoice_id, invoice_line_id, amount, category, rate, net, tax, components)
select fill.id(21, issue_date, n), id, 1, invoice_id, fill.id(15, issue_date - 10, n * 4 + 1), net, 'S', rate, net, tax,
  fill.components(components, tax::bigint)
from fill.credit order by n;

insert into credit_note_invoice (credit_note_id, invoice_id, net, tax, rounding, total)
select id, invoice_id, net, tax, 0, net + tax from fill.credit order by n;

insert into credit_note_state (id, entity_id, client_id, status, issue_date, currency, number, total, applied)
select id, entity_id, client_id, 'applied', issue_date, currency, number, net + tax, net + tax from fill.credit order by n;

insert into document_number (entity_id, doc_kind, fy, seq, number, document_id)
select entity_id, 'credit_note', fy, seq, number, id from fill.credit order by n;

insert into allocation (id, credit_note_id, invoice_id, amount, invoice_base, receipt_base, allocated_on, created_at, created_by)
select fill.id(22, issue_date, n), id, invoice_id, net + tax, net + tax, net + tax, issue_date, issue_date + interval '9 hours', crm_id
from fill.credit order by n;
