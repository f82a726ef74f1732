-- What goes on from a series is also by those who wrote what it goes on from: most of its terms are theirs.
create or replace function series_authors(wanted uuid) returns setof uuid language sql stable security definer set search_path = public as $$
  with recursive line (id) as (
    select wanted union select series.predecessor_id from series join line on line.id = series.id)
  select distinct actor_id from audit_event
  where entity_id in (select id from line) and actor_id is not null and (
    entity in ('recurring_invoice', 'recurring_invoice_line', 'recurring_invoice_price')
    or entity = 'series' and coalesce(body -> 'after', '{}') - array['version', 'state', 'paused_for', 'state_reason'] <> '{}')
$$;

-- The base currency stays from the first amount in it: also a draft that has its rate, the fee of work that comes back, and a
-- cheque of a later day.
create or replace function freeze_base_currency() returns trigger language plpgsql as $$
begin
  if new.base_currency <> old.base_currency and (exists (select from journal_entry where entity_id = old.id)
    or exists (select from expense where entity_id = old.id)
    or exists (select from invoice where entity_id = old.id and fx_rate is not null)
    or exists (select from postdated_cheque where entity_id = old.id and state = 'waiting')
    or exists (select from task where billing_entity_id = old.id and fee is not null)
    or exists (select from recurring_task where billing_entity_id = old.id and fee is not null)
    or exists (select from pending_item where entity_id = old.id)) then
    raise exception 'the base currency is fixed by the first amount in it' using errcode = 'DB005',
      constraint = 'billing_entity_base_currency';
  end if;
  return new;
end $$;
