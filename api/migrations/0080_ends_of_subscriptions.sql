-- An end that is known can come earlier, and the periods of what was sold stay.

create or replace function subscription_stays() returns trigger language plpgsql as $$
declare
  live text[] := array['ended_on', 'version', 'xid', 'updated_at', 'updated_by'];
  earlier subscription;
begin
  if tg_op = 'DELETE' then
    raise exception 'a subscription cannot be deleted' using errcode = 'DB001';
  end if;
  if tg_op = 'UPDATE' and new.client_id <> old.client_id and moves_with_merge(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  new.xid := pg_current_xact_id();
  if tg_op = 'INSERT' then
    select * into earlier from subscription where id = new.predecessor_id;
    if new.predecessor_id is not null
      and (earlier.client_id, earlier.ended_on + 1) is distinct from (new.client_id, new.starts_on) then
      raise exception 'a subscription continues another one of its client on the next day' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'what was sold cannot change' using errcode = 'DB001';
  end if;
  if new.ended_on is distinct from old.ended_on and old.ended_on is not null
      and (new.ended_on is null or new.ended_on > old.ended_on
        or exists (select from subscription where predecessor_id = new.id)) then
    raise exception 'the end of a subscription only comes earlier, and stays where another one continues it' using errcode = 'DB001';
  end if;
  if new.ended_on < subscription_billed_through(new.id) then
    raise exception 'a subscription cannot end before a period that has been invoiced' using errcode = 'DB001';
  end if;
  return new;
end $$;

-- Quarters, half-years and years begin with the month of the fiscal year. If it moved, a period would be invoiced twice or left out. What is
-- paid in arrears is invoiced on the day after the last one.
create function sold_periods_stay() returns trigger language plpgsql as $$
begin
  if exists (select from package join subscription own on own.package_id = package.id join package_version sold on sold.id = own.version_id
      where package.entity_id = new.id and sold.cycle in ('quarterly', 'half_yearly', 'yearly')
        and (own.ended_on is null or own.ended_on >= own.starts_on and own.ended_on >= (now() at time zone new.timezone)::date - 1)) then
    raise exception 'the fiscal year stays while clients pay by its quarters, half-years or years'
      using errcode = 'DB152', constraint = 'billing_entity_fy_start';
  end if;
  return new;
end $$;
create trigger sold_periods_stay before update of fy_start on billing_entity for each row
  when (left(new.fy_start, 2) <> left(old.fy_start, 2)) execute function sold_periods_stay();

-- Whoever edits the package or its billing entity meanwhile waits, and then finds the subscription.
create or replace function subscription_holds_package() returns trigger language plpgsql as $$
begin
  perform from package join billing_entity entity on entity.id = package.entity_id where package.id = new.package_id for share;
  return new;
end $$;
