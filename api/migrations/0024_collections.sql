-- Collections: a receipt counts on its date, and its reversal on the day it was reversed. A transfer is known by its reference.

-- The reversals of a period.
create index receipt_state_reversed_on on receipt_state (reversed_on, receipt_id) where reversed_on is not null;

create or replace function receipt_moves_money() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' and new.status <> 'posted' or tg_op = 'UPDATE' and (old.status = 'posted') = (new.status = 'posted') then
    return null;
  end if;
  insert into money_delta (client_id, entity_id, currency, month, billed, collected, owed, invoices)
  select client_id, entity_id, currency, date_trunc('month', coalesce(new.reversed_on, receipt_date))::date, 0,
    case new.status when 'posted' then amount else -amount end, 0, 0
  from receipt where id = new.receipt_id and amount <> 0 and opening_on is null;
  return null;
end $$;

-- Until now a reversal was taken off the month of the receipt. It moves to the month in which it was made.
insert into money_delta (client_id, entity_id, currency, month, billed, collected, owed, invoices)
select receipt.client_id, receipt.entity_id, receipt.currency, date_trunc('month', moved.day)::date, 0, moved.amount, 0, 0
from receipt join receipt_state state on state.receipt_id = receipt.id
cross join lateral (values (receipt.receipt_date, receipt.amount), (state.reversed_on, -receipt.amount)) as moved (day, amount)
where receipt.opening_on is null and receipt.amount <> 0
  and date_trunc('month', state.reversed_on) <> date_trunc('month', receipt.receipt_date);

create or replace view money_of_documents as
  select client_id, entity_id, currency, date_trunc('month', issue_date)::date as month,
    case when status = 'void' or doc_kind = 'opening_invoice' then 0 else payable end as billed, 0::bigint as collected,
    outstanding as owed, (outstanding > 0)::int as invoices
  from invoice_state where status <> 'draft'
  union all
  select client_id, entity_id, currency, date_trunc('month', receipt_date)::date, 0, amount, 0, 0
  from receipt where opening_on is null
  union all
  select client_id, entity_id, currency, date_trunc('month', reversed_on)::date, 0, -amount, 0, 0
  from receipt join receipt_state state on state.receipt_id = receipt.id
  where opening_on is null and reversed_on is not null;

-- A transfer that was entered before, for whichever billing entity.
drop index receipt_reference;
create index receipt_reference on receipt (reference, mode) where reference is not null;
