-- Receipts are looked for by where they stand, and by what of them lies idle. The live part has the date as well, so that
-- a page of either is read in the order of an index.
create or replace function receipt_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into receipt_state (receipt_id, receipt_date, mode, available)
    values (new.id, new.receipt_date, new.mode, new.amount + new.withheld + new.bank_charge);
  return null;
end $$;

alter table receipt_state add column receipt_date date, add column mode text;
-- Nothing of the receipts changes: no law is to be asked, and no history told.
alter table receipt_state disable trigger user;
update receipt_state set receipt_date = receipt.receipt_date, mode = receipt.mode from receipt where receipt.id = receipt_id;
alter table receipt_state enable trigger user;
alter table receipt_state
  alter column receipt_date set not null,
  alter column mode set not null,
  -- What people call its state: one that stands may be a cheque on its way.
  add column standing text not null generated always as
    (case when state <> 'posted' then state when cleared_on is not null then 'cleared'
      when deposited_on is not null then 'deposited' when mode = 'cheque' then 'in_hand' else 'posted' end) stored;
drop trigger audit on receipt_state;
create trigger audit after update on receipt_state for each row execute function audit_change('allocated', 'standing');

create index receipt_state_by_standing on receipt_state (standing, receipt_date, receipt_id);
create index receipt_state_in_advance on receipt_state (receipt_date, receipt_id)
  where state = 'posted' and allocated + refunded < available;
