-- A receipt that is reversed or entered late can make an earlier promise open again. If another one is open by then, which it would
-- have been superseded by, it is superseded at once: a client has one open promise for each currency and billing entity.
create or replace function promise_changes() returns trigger language plpgsql security definer set search_path = public as $$
declare
  before promise;
  another boolean;
begin
  select * into before from promise where id = new.promise_id for no key update;
  if new.n = 1 and before.changes = 1 and new.state = 'open' then
    return new;
  end if;
  another := exists (select from promise other where other.client_id = before.client_id and other.currency = before.currency
    and other.state = 'open' and other.id <> before.id
    and (other.entity_id is null or before.entity_id is null or other.entity_id = before.entity_id));
  if new.n <> before.changes + 1 or new.state = before.state or before.state in ('superseded', 'withdrawn')
    or new.state = 'withdrawn' and before.state <> 'open'
    or new.state = 'superseded' and before.state <> 'open' and not another
    or new.state = 'open' and another then
    raise exception 'a promise that is % cannot become %', before.state, new.state using errcode = 'DB001';
  end if;
  update promise set state = new.state, changes = new.n, since = new.changed_on,
    paid_late_on = case new.state when 'broken' then paid_late_on end
  where id = new.promise_id;
  return new;
end $$;
