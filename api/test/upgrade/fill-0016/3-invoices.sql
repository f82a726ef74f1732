-- Invoices with their lines, status and numbers.
insert into invoice (id, doc_kind, entity_id, client_id, number, seq, fy, issue_date, due_date, currency, doc_locale, bill_to, supplier,
  place_of_supply, rounding_mode, rounding_dir, round_total_to, net, tax, total, payable, tax_groups, terms, issued_at, issued_by,
  search_text, created_at, created_by, updated_at, updated_by)
select id, 'tax_invoice', invoice.entity_id, client_id, number, seq, fy, issue_date, due_date, currency, locale,
  fill.party(client_name, country), case when fate <> 'draft' then fill.party(legal_name, country) end,
  case when country = 'IN' then 'IN-MH' end, rounding_mode, rounding_dir, 0, net, tax, net + tax, net + tax,
  fill.groups(rate, net, components, tax::bigint), terms, case when fate <> 'draft' then issue_date + interval '10 hours' end,
  case when fate <> 'draft' then crm_id end,
  fill.normal(client_name) || ' ' || fill.text_of((net + tax)::bigint, currency) || coalesce(' ' || lower(number), ''),
  issue_date + interval '9 hours', crm_id, issue_date + interval '10 hours', crm_id
from fill.invoice invoice left join fill.issued using (n) order by n;

insert into invoice_line (id, invoice_id, no, description, service_id, sac_hsn, qty, unit_price, tax_code_id, category, rate, amount, net, tax,
  components, department_id)
select fill.id(15, issue_date, n * 4 + no), id, no, (array['Statutory audit', 'Corporate tax return', 'Payroll of the month',
    'Bookkeeping'])[1 + (n + no) % 4] || ', ' || to_char(issue_date, 'YYYY-MM'),
  fill.id(3, date '2018-01-01', e * 10 + 1 + (n + no) % 4), '998231', 1, case currency when 'JPY' then line.net else line.net / 100 end,
  tax_code_id, 'S', rate, line.net, line.net, line.net * rate / 100, fill.components(components, line.net * rate::bigint / 100),
  fill.id(1, date '2018-01-01', 1 + (n + no) % 4)
from fill.invoice invoice cross join lateral (values (1, net1), (2, net2), (3, net3)) as line (no, net)
where line.net > 0 order by n, no;

-- What receipts, credit notes and write-offs have settled, and the date of the last of them.
insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, status, issue_date, due_date, currency, number, payable, paid, credited,
  written_off, outstanding, settled_on, sent_at, voided_at, voided_by, void_date, void_reason)
select id, entity_id, client_id, 'tax_invoice',
  case when fate <> 'issued' then fate when settled = total then 'paid' when settled > 0 then 'part_paid' else 'issued' end,
  issue_date, due_date, currency, number, total, paid, credited, written_off, case when fate = 'issued' then total - settled else 0 end,
  case when fate = 'issued' and settled = total then settled_on end, case when fate = 'issued' then issue_date + interval '11 hours' end,
  case when fate = 'void' then issue_date + interval '12 hours' end, case when fate = 'void' then crm_id end,
  case when fate = 'void' then issue_date end, case when fate = 'void' then 'Billed to the wrong client' end
from (
  select invoice.*, coalesce(issued.number, '') as number, invoice.net + invoice.tax as total, coalesce(receipt.allocated, 0) as paid,
    coalesce(credit.net + credit.tax, 0) as credited, case when settled_by = 'write_off' then invoice.net + invoice.tax else 0 end as written_off,
    coalesce(receipt.receipt_date, credit.issue_date, invoice.issue_date + 365) as settled_on,
    coalesce(receipt.allocated, 0) + coalesce(credit.net + credit.tax, 0)
      + case when settled_by = 'write_off' then invoice.net + invoice.tax else 0 end as settled
  from fill.invoice invoice left join fill.issued issued using (n) left join fill.receipt receipt using (n) left join fill.credit credit using (n)
) document order by n;

insert into document_number (entity_id, doc_kind, fy, seq, number, document_id)
select issued.entity_id, 'tax_invoice', fy, seq, number, id from fill.issued issued join fill.invoice using (n) order by n;

insert into write_off (id, invoice_id, amount, base, reason, written_off_on, created_at, created_by)
select fill.id(20, issue_date + 365, n), id, net + tax, net + tax, 'The client has closed', issue_date + 365, issue_date + 365, crm_id
from fill.invoice where settled_by = 'write_off' order by n;
