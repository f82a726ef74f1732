-- The entries of all documents, as api/src/ledger posts them.
create function fill.account(key text) returns uuid language sql stable as
  $$ select id from ledger_account where system_key = key $$;

-- One row for each line: its entry, its position, and the amount debited (or credited, if negative).
create unlogged table fill.posting as
select fill.id(32, issue_date, n) as entry_id, no, entity_id, issue_date as entry_date, account_id, client, currency, amount
from fill.invoice invoice
cross join lateral (values
  (1, fill.account('receivable'), client_id, (net + tax)::bigint),
  (2, fill.account('income'), null, -net),
  (3, fill.account('output_tax.' || components[1]), null, -(tax / cardinality(components))::bigint),
  (4, fill.account('output_tax.' || components[2]), null, -(tax / 2)::bigint)) as line (no, account_id, client, amount)
where fate <> 'draft' and account_id is not null
union all
select fill.id(33, issue_date, n), no, entity_id, issue_date, account_id, client, currency, -amount
from fill.invoice invoice
cross join lateral (values
  (1, fill.account('receivable'), client_id, (net + tax)::bigint),
  (2, fill.account('income'), null, -net),
  (3, fill.account('output_tax.' || components[1]), null, -(tax / cardinality(components))::bigint),
  (4, fill.account('output_tax.' || components[2]), null, -(tax / 2)::bigint)) as line (no, account_id, client, amount)
where fate = 'void' and account_id is not null
union all
select fill.id(34, receipt_date, n), no, entity_id, receipt_date, account_id, client, currency, line.amount
from fill.receipt receipt
cross join lateral (values
  (1, fill.account(case mode when 'cash' then 'cash' when 'cheque' then 'cheques_in_hand' else 'bank' end), null::uuid, receipt.amount),
  (2, fill.account('withholding_receivable'), client_id, withheld),
  (3, fill.account('receivable'), client_id, -allocated),
  (4, fill.account('client_advance'), client_id, -advance)) as line (no, account_id, client, amount)
where line.amount <> 0
union all
select fill.id(35, issue_date, n), no, entity_id, issue_date, account_id, client, currency, amount
from fill.credit credit
cross join lateral (values
  (1, fill.account('income'), null::uuid, net),
  (2, fill.account('output_tax.' || components[1]), null, (tax / cardinality(components))::bigint),
  (3, fill.account('output_tax.' || components[2]), null, (tax / 2)::bigint),
  (4, fill.account('receivable'), client_id, -(net + tax)::bigint)) as line (no, account_id, client, amount)
where account_id is not null
union all
select fill.id(36, issue_date + 365, n), no, entity_id, issue_date + 365, account_id, client, currency, amount
from fill.invoice
cross join lateral (values
  (1, fill.account('bad_debt'), null::uuid, (net + tax)::bigint),
  (2, fill.account('receivable'), client_id, -(net + tax)::bigint)) as line (no, account_id, client, amount)
where settled_by = 'write_off';

insert into journal_entry (id, entity_id, entry_date, source_type, source_id, reversal_of, posted_at, posted_by)
select entry_id, entity_id, entry_date, source_type, source_id, reversal_of, entry_date + interval '10 hours', crm_id
from (
  select fill.id(32, issue_date, n) as entry_id, entity_id, issue_date as entry_date, 'invoice' as source_type, id as source_id,
    null::uuid as reversal_of, crm_id from fill.invoice where fate <> 'draft'
  union all
  select fill.id(33, issue_date, n), entity_id, issue_date, 'void', id, fill.id(32, issue_date, n), crm_id
    from fill.invoice where fate = 'void'
  union all
  select fill.id(34, receipt_date, n), entity_id, receipt_date, 'receipt', id, null, crm_id from fill.receipt
  union all
  select fill.id(35, issue_date, n), entity_id, issue_date, 'credit_note', id, null, crm_id from fill.credit
  union all
  select fill.id(36, issue_date + 365, n), entity_id, issue_date + 365, 'write_off', fill.id(20, issue_date + 365, n), null, crm_id
    from fill.invoice where settled_by = 'write_off'
) entry order by entry_id;

insert into journal_line (entry_id, no, entity_id, entry_date, account_id, client_id, currency, debit, credit, base_debit, base_credit)
select entry_id, no, entity_id, entry_date, account_id, client, currency, greatest(amount, 0), greatest(-amount, 0), greatest(amount, 0),
  greatest(-amount, 0)
from fill.posting order by entry_id, no;
