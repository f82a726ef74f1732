-- A payment that is short by little may settle its invoice: the rest is given up with the allocation.

-- The most that is given up with a payment, in the base currency; 0: nothing is.
alter table billing_entity add column write_off_limit bigint not null default 0 check (write_off_limit >= 0);

alter table write_off
  add column allocation_id uuid unique references allocation,
  alter column reason drop not null,
  add constraint write_off_has_its_reason check ((reason is null) = (allocation_id is not null));

-- An invoice is paid when only what was given up with payments is missing; `tolerated` is that part of `written_off`.
alter table invoice_state
  add column tolerated bigint not null default 0 check (tolerated between 0 and written_off),
  drop column standing;
alter table invoice_state add column standing text not null generated always as
  (case when stage is not null then stage when status = 'paid' and written_off > tolerated then 'written_off' else status end) stored;
create index invoice_state_by_standing on invoice_state (standing, issue_date desc, invoice_id desc);
create index invoice_state_by_standing_due on invoice_state (standing, due_date, invoice_id);
drop trigger audit_step on invoice_state;
create trigger audit_step after update on invoice_state for each row
  when (new.stage is distinct from old.stage and (new.stage is not null or old.stage = 'pending_approval')
    or (old.sent_at, old.written_off) is distinct from (new.sent_at, new.written_off))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'standing', 'tolerated');

create or replace function write_off_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end; target invoice_state;
begin
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  update invoice_state set written_off = written_off + moved, outstanding = outstanding - moved,
    tolerated = tolerated + case when new.allocation_id is null then 0 else moved end,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then greatest(settled_on, new.written_off_on) end
    where invoice_id = new.invoice_id;
  return null;
end $$;

-- It is all that the payment left of the invoice, of the same day, and no more than the billing entity lets go.
create function write_off_of_rest() returns trigger language plpgsql as $$
declare bound record;
begin
  select part.invoice_id = new.invoice_id and part.receipt_id is not null and part.reversed_at is null
      and part.allocated_on = new.written_off_on and live.outstanding = 0 as follows,
    entity.write_off_limit > 0 and entity.write_off_limit
      >= case live.currency when entity.base_currency then new.amount else new.base end as within
    into bound from allocation part
    join invoice_state live on live.invoice_id = part.invoice_id
    join billing_entity entity on entity.id = live.entity_id
    where part.id = new.allocation_id;
  if bound.follows is not true then
    raise exception 'only the rest of what a receipt settles is given up with it' using errcode = 'DB001';
  end if;
  if not bound.within then
    raise exception 'more than is given up with a payment' using errcode = 'DB013';
  end if;
  return null;
end $$;
create trigger write_off_of_rest after insert on write_off for each row when (new.allocation_id is not null)
  execute function write_off_of_rest();

-- Without the payment the rest is owed again, from the same day at the latest.
create function write_off_goes_with_allocation() returns trigger language plpgsql as $$
begin
  if exists (select from write_off where allocation_id = new.id
      and (reversed_on is null or reversed_on > new.reversed_on)) then
    raise exception 'what was given up with allocation % stands without it', new.id using errcode = 'DB001';
  end if;
  return null;
end $$;
create constraint trigger write_off_goes_with_allocation after update on allocation deferrable initially deferred
  for each row when (new.reversed_at is not null) execute function write_off_goes_with_allocation();
