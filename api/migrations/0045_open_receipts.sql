-- What was open on a day reads every receipt of which something is left. The live part of a receipt gets a copy of whose money it is,
-- as that of an invoice has it, so that an index answers and no receipt is read. A posted receipt does not change, and nobody has the
-- right to change the copies.
alter table receipt_state add entity_id uuid, add client_id uuid, add currency char(3),
  -- The date from which the receipt counts: an opening credit counts from the cut-over date.
  add posted_on date;

create or replace function receipt_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into receipt_state (receipt_id, entity_id, client_id, currency, receipt_date, posted_on, mode, available)
    values (new.id, new.entity_id, new.client_id, new.currency, new.receipt_date, coalesce(new.opening_on, new.receipt_date),
      new.mode, new.amount + new.withheld + new.bank_charge);
  return null;
end $$;

-- The copies change nothing that anybody entered.
alter table receipt_state disable trigger user;
update receipt_state state set entity_id = receipt.entity_id, client_id = receipt.client_id, currency = receipt.currency,
  posted_on = coalesce(receipt.opening_on, receipt.receipt_date)
from receipt where receipt.id = state.receipt_id;
alter table receipt_state enable trigger user;

alter table receipt_state alter entity_id set not null, alter client_id set not null, alter currency set not null,
  alter posted_on set not null;

drop index receipt_state_left;
create index receipt_state_left on receipt_state (receipt_id)
  include (entity_id, client_id, currency, posted_on, mode, receipt_date, available, allocated, refunded) where used_up_on is null;
drop index receipt_state_used_up_on;
create index receipt_state_used_up_on on receipt_state (used_up_on)
  include (receipt_id, entity_id, client_id, currency, posted_on, mode, receipt_date, available, status) where used_up_on is not null;
-- For a few clients.
create index receipt_state_by_client on receipt_state (client_id, used_up_on);
