-- The weeks that await approval are listed by week.
create index time_week_list on time_week (week_on, id);

-- Whether new invoices of the client list their hours in an annex.
alter table client add column lists_hours boolean not null default false;

-- The pending item of a time bill stays its item.
create function item_of_time_stays() returns trigger language plpgsql as $$
begin
  raise exception 'pending item % bills the hours of time bill %', old.id, old.source_id using errcode = 'DB001';
end $$;
create trigger item_of_time_stays before update of source, source_id on pending_item for each row
  when (old.source = 'time' and (new.source, new.source_id) is distinct from (old.source, old.source_id))
  execute function item_of_time_stays();

-- Checked at commit: while the hours are not released, one pending item of the client and entity of their task bills their value.
create or replace function time_bill_is_pending() returns trigger language plpgsql as $$
declare of_bill uuid; bill time_bill; item pending_item; valued bigint;
begin
  of_bill := case tg_table_name when 'time_bill' then (to_jsonb(new) ->> 'id')::uuid
    when 'time_bill_entry' then (to_jsonb(new) ->> 'bill_id')::uuid
    else (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'source_id')::uuid end;
  select * into bill from time_bill where id = of_bill;
  select * into item from pending_item where source = 'time' and source_id = of_bill;
  select sum(amount) into valued from time_bill_entry where bill_id = of_bill and live;
  if bill.id is null or (bill.released_at is null) <> (item.id is not null) or item.original_amount is distinct from valued then
    raise exception 'the hours of time bill % are worth %, and its pending item %', of_bill, valued, item.original_amount
      using errcode = 'DB006';
  end if;
  if item.id is not null and not exists (select from task where id = bill.task_id
      and (client_id, billing_entity_id) = (item.client_id, item.entity_id)) then
    raise exception 'pending item % is not for the client and the entity of its task', item.id using errcode = 'DB008';
  end if;
  return null;
end $$;
create constraint trigger item_is_of_its_task after update of client_id, entity_id on pending_item deferrable initially deferred
  for each row when (new.source = 'time') execute function time_bill_is_pending();

-- If the firm wants it, hours are billed only once their week is approved.
alter table firm add column bills_approved_weeks boolean not null default false;

create function awaits_approval(of_user uuid, on_day date) returns boolean language sql stable as $$
  select coalesce((select bills_approved_weeks from firm), false) and not exists (select from time_week
    where user_id = of_user and status = 'approved' and week_on = on_day - extract(isodow from on_day)::int + 1)
$$;

create or replace function time_bill_takes_entry() returns trigger language plpgsql as $$
declare entry time_entry; bill time_bill;
begin
  select * into bill from time_bill where id = new.bill_id;
  -- An edit of the entry waits for this bill, and then sees it.
  select * into entry from time_entry where id = new.entry_id for no key update;
  if bill.released_at is not null or not new.live or entry.task_id <> bill.task_id or entry.removed_at is not null or not entry.billable
      or entry.minutes is distinct from new.minutes or entry.worked_on not between bill.from_on and bill.to_on then
    raise exception 'a time bill takes billable hours of its task and period as they are recorded' using errcode = 'DB001';
  end if;
  -- A return of the week waits for this bill.
  perform pg_advisory_xact_lock_shared(week_of_time(entry.user_id, entry.worked_on));
  if awaits_approval(entry.user_id, entry.worked_on) then
    raise exception 'the week of % is not approved', entry.worked_on using errcode = 'DB001';
  end if;
  return new;
end $$;
