-- Until it has come, the known end of a subscription can move either way or be taken back, unless another subscription follows. What is
-- sold once has no later end. The series that had ended go on with it.

create or replace function subscription_stays() returns trigger language plpgsql as $$
declare
  live text[] := array['ended_on', 'version', 'xid', 'updated_at', 'updated_by'];
  earlier subscription;
begin
  if tg_op = 'DELETE' and is_taken_back(old.id) and not subscription_has_made(old.id) then
    return old;
  end if;
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
  if new.ended_on is distinct from old.ended_on and old.ended_on is not null then
    if exists (select from subscription where predecessor_id = new.id) then
      raise exception 'the end of a subscription stays where another one continues it' using errcode = 'DB001';
    end if;
    if (new.ended_on is null or new.ended_on > old.ended_on) and not subscription_may_go_on(old) then
      raise exception 'a subscription that has ended, or was sold once, does not go on' using errcode = 'DB001';
    end if;
  end if;
  if new.ended_on < subscription_billed_through(new.id) then
    raise exception 'a subscription cannot end before a period that has been invoiced' using errcode = 'DB001';
  end if;
  return new;
end $$;

create function subscription_may_go_on(of_subscription subscription) returns boolean language sql stable as $$
  select sold.cycle <> 'once' and of_subscription.ended_on >= (now() at time zone entity.timezone)::date
  from package_version sold join package on package.id = sold.package_id join billing_entity entity on entity.id = package.entity_id
  where sold.id = of_subscription.version_id
$$;

create or replace function series_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.client_id <> old.client_id and moves_with_merge(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if new.predecessor_id = new.id or (tg_op = 'UPDATE' and new.predecessor_id is distinct from old.predecessor_id) then
    raise exception 'a series cannot precede itself, and its predecessor cannot change' using errcode = 'DB090';
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if new.kind <> old.kind or ((new.client_id, new.starts_on) is distinct from (old.client_id, old.starts_on)
      and exists (select from series_run where series_id = new.id)) then
    raise exception 'the kind of a series cannot change, nor its client and start date after the first run' using errcode = 'DB091';
  end if;
  if old.status in ('completed', 'cancelled') and new.status <> old.status
      and not (new.subscription_id is not null and changes_subscription(new.subscription_id)) then
    raise exception 'a series that has ended cannot change its status' using errcode = 'DB001';
  end if;
  return new;
end $$;
