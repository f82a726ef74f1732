-- What was sold stays: a package that a client has keeps the billing entity that invoices it.

create function sold_package_keeps_entity() returns trigger language plpgsql as $$
begin
  if exists (select from subscription where package_id = new.id) then
    raise exception 'the billing entity of a package that was sold stays' using errcode = 'DB150', constraint = 'package_entity';
  end if;
  return new;
end $$;
create trigger sold_package_keeps_entity before update of entity_id on package for each row
  when (new.entity_id <> old.entity_id) execute function sold_package_keeps_entity();

-- Whoever edits the package meanwhile waits, and then finds the subscription.
create function subscription_holds_package() returns trigger language plpgsql as $$
begin
  perform from package where id = new.package_id for share;
  return new;
end $$;
create trigger subscription_holds_package before insert on subscription
  for each row execute function subscription_holds_package();

create function subscription_keeps_entity() returns trigger language plpgsql as $$
begin
  if exists (select from series join subscription own on own.id = series.subscription_id join package on package.id = own.package_id
      where series.id = new.series_id and package.entity_id <> new.entity_id) then
    raise exception 'a subscription is invoiced by the billing entity of its package' using errcode = 'DB008';
  end if;
  return new;
end $$;
create trigger subscription_keeps_entity before insert or update of entity_id on recurring_invoice
  for each row execute function subscription_keeps_entity();

-- A refusal names the package that the series belongs to.
create function refuse_beside_subscription(of_subscription uuid, message text) returns void language plpgsql as $$
begin
  raise exception '%', message using errcode = 'DB151', detail = (select json_build_object('package', package.name)::text
    from subscription join package on package.id = subscription.package_id where subscription.id = of_subscription);
end $$;

create or replace function series_follows_subscription() returns trigger language plpgsql as $$
declare
  own_days text[] := array['kind', 'title', 'rrule', 'shift', 'calendar_id', 'lead_days', 'period_offset', 'starts_on', 'ends', 'ends_on',
    'ends_after', 'last_on'];
  changes boolean;
begin
  if tg_op = 'UPDATE' and new.subscription_id is distinct from old.subscription_id then
    raise exception 'a series keeps its subscription' using errcode = 'DB001';
  end if;
  if new.subscription_id is null or erasing() then
    return new;
  end if;
  changes := tg_op = 'INSERT' or new.status = 'cancelled' and old.status <> 'cancelled' or exists (
    select from unnest(own_days) as name where to_jsonb(new) -> name is distinct from to_jsonb(old) -> name);
  if changes and not changes_subscription(new.subscription_id) then
    perform refuse_beside_subscription(new.subscription_id, 'a series of a subscription changes only with it');
  end if;
  if new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active') and exists (
      select from subscription_pause where subscription_id = new.subscription_id and resumed_on is null) then
    perform refuse_beside_subscription(new.subscription_id, 'a series of a paused subscription rests');
  end if;
  return new;
end $$;

create function series_of_subscription_stays() returns trigger language plpgsql as $$
begin
  perform refuse_beside_subscription(old.subscription_id, 'a series of a subscription cannot be deleted');
  return null;
end $$;
drop trigger series_of_subscription_stays on series;
create trigger series_of_subscription_stays before delete on series
  for each row when (old.subscription_id is not null) execute function series_of_subscription_stays();

create or replace function invoices_follow_subscription() returns trigger language plpgsql as $$
declare
  of_series uuid := coalesce(new.series_id, old.series_id);
  own uuid := (select subscription_id from series where id = of_series);
begin
  if own is not null and not erasing() and not changes_subscription(own) then
    perform refuse_beside_subscription(own, 'the invoices of a subscription change only with it');
  end if;
  return coalesce(new, old);
end $$;
