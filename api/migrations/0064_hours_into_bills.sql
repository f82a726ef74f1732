-- Hours into bills: hourly rates, what work is billed by, and the bills of hours. A charge rate says what an hour costs clients, a cost
-- rate what an hour of a person costs the firm.

create table charge_rate (
  id uuid primary key,
  -- Of which hours: a client with a person or a service, one of the three alone, or all of the firm.
  client_id uuid references client on delete cascade,
  service_id uuid references service,
  person_id uuid references app_user,
  currency char(3) not null,
  -- An hour, in minor units. An hour without a rate is not worth nothing, so no rate is zero.
  rate bigint not null check (rate > 0),
  valid_from date not null,
  valid_to date,
  -- Whose hours they are, in which currency.
  hours_key uuid not null generated always as (md5(coalesce(client_id::text, '-') || coalesce(service_id::text, '-')
    || coalesce(person_id::text, '-') || currency::text)::uuid) stored,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint charge_rate_of check (person_id is null or service_id is null),
  constraint charge_rate_valid check (valid_to >= valid_from),
  constraint charge_rate_once exclude using gist (
    person_range(hours_key, hours_key, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index charge_rate_list on charge_rate (valid_from, id);
create index charge_rate_client on charge_rate (client_id) where client_id is not null;
create index charge_rate_service on charge_rate (service_id) where service_id is not null;
create index charge_rate_person on charge_rate (person_id) where person_id is not null;
call keep_record('charge_rate', 'hours_key');
create trigger erased_client_takes_nothing after insert on charge_rate
  referencing new table as made for each statement execute function erased_client_takes_nothing();

create table cost_rate (
  id uuid primary key,
  person_id uuid not null references app_user,
  currency char(3) not null,
  rate bigint not null check (rate > 0),
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint cost_rate_valid check (valid_to >= valid_from),
  constraint cost_rate_once exclude using gist (
    person_range(person_id, person_id, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index cost_rate_list on cost_rate (valid_from, id);
call keep_record('cost_rate');

-- The remaining client keeps its own rates, and takes those for days that it has none for.
create function merge_client_rates() returns trigger language plpgsql as $$
begin
  delete from charge_rate other where client_id = new.merged_id and exists (
    select from charge_rate kept where kept.client_id = new.client_id and kept.currency = other.currency
      and kept.person_id is not distinct from other.person_id and kept.service_id is not distinct from other.service_id
      and daterange(kept.valid_from, kept.valid_to, '[]') && daterange(other.valid_from, other.valid_to, '[]'));
  update charge_rate set client_id = new.client_id, version = version + 1 where client_id = new.merged_id;
  return null;
end $$;
create trigger merge_client_rates after insert on merged_client for each row execute function merge_client_rates();

-- What billable work is billed by: a fee, the hours, or the hours up to a limit, which is the fee.
alter table task
  add column billing_rule text not null default 'fixed_fee' constraint task_billing_rule
    check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit')),
  drop constraint task_check2,
  add constraint task_billed check (not billable or billing_entity_id is not null and service_id is not null
    and (fee is null) = (billing_rule = 'hours'));
alter table recurring_task
  add column billing_rule text not null default 'fixed_fee' constraint recurring_task_billing_rule
    check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit')),
  drop constraint recurring_task_check,
  add constraint recurring_task_billed check (not billable or billing_entity_id is not null and service_id is not null
    and (fee is null) = (billing_rule = 'hours'));

-- What a new task is billed by, if its category, service or client says so.
alter table task_category add column billing_rule text constraint task_category_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table recurring_task_category add column billing_rule text constraint recurring_task_category_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table service add column billing_rule text constraint service_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table client add column billing_rule text constraint client_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));

-- A time bill takes the hours of a task in a period, each at its rate, and becomes one pending item.

create table time_bill (
  id uuid primary key,
  task_id uuid not null references task,
  from_on date not null,
  to_on date not null,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- When its hours were released, to be billed another way.
  released_at timestamptz,
  released_by uuid,
  constraint time_bill_period check (to_on >= from_on)
);
create index time_bill_task on time_bill (task_id);
create trigger audit after insert or update on time_bill for each row execute function audit_change();
create trigger erased_client_takes_nothing after insert on time_bill
  referencing new table as made for each statement execute function erased_client_takes_nothing('task');

create table time_bill_entry (
  bill_id uuid not null references time_bill,
  entry_id uuid not null references time_entry,
  minutes int not null check (minutes > 0),
  -- An hour, in minor units of the currency of the item.
  rate bigint not null check (rate > 0),
  amount bigint not null,
  live boolean not null default true,
  primary key (bill_id, entry_id),
  constraint time_bill_entry_amount check (amount = round(minutes::numeric * rate / 60))
);
-- A minute is billed once.
create unique index time_bill_entry_once on time_bill_entry (entry_id) where live;
create index time_bill_entry_of on time_bill_entry (entry_id);

create function time_bill_begins() returns trigger language plpgsql as $$
begin
  perform from task where id = new.task_id and billable and billing_rule <> 'fixed_fee' for share;
  if not found or new.released_at is not null then
    raise exception 'only the hours of a task that is billed by the hour can be billed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_bill_begins before insert on time_bill for each row execute function time_bill_begins();

create function time_bill_ends() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.released_at is not null or new.released_at is null
      or to_jsonb(new) - array['released_at', 'released_by'] <> to_jsonb(old) - array['released_at', 'released_by'] then
    raise exception 'a time bill only changes when its hours are released, once' using errcode = 'DB001';
  end if;
  update time_bill_entry set live = false where bill_id = new.id;
  return new;
end $$;
create trigger time_bill_ends before update on time_bill for each row execute function time_bill_ends();

create function time_bill_takes_entry() returns trigger language plpgsql as $$
declare entry time_entry; bill time_bill;
begin
  select * into bill from time_bill where id = new.bill_id;
  -- An edit of the entry waits for this bill, and then sees it.
  select * into entry from time_entry where id = new.entry_id for no key update;
  if bill.released_at is not null or not new.live or entry.task_id <> bill.task_id or entry.removed_at is not null or not entry.billable
      or entry.minutes is distinct from new.minutes or entry.worked_on not between bill.from_on and bill.to_on then
    raise exception 'a time bill takes billable hours of its task and period as they are recorded' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_bill_takes_entry before insert on time_bill_entry for each row execute function time_bill_takes_entry();

-- Checked at commit: while the hours are not released, one pending item bills their value.
create function time_bill_is_pending() returns trigger language plpgsql as $$
declare of_bill uuid; bill time_bill; billed bigint; valued bigint;
begin
  of_bill := case tg_table_name when 'time_bill' then (to_jsonb(new) ->> 'id')::uuid
    when 'time_bill_entry' then (to_jsonb(new) ->> 'bill_id')::uuid
    else (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'source_id')::uuid end;
  select * into bill from time_bill where id = of_bill;
  select original_amount into billed from pending_item where source = 'time' and source_id = of_bill;
  select sum(amount) into valued from time_bill_entry where bill_id = of_bill and live;
  if bill.id is null or (bill.released_at is null) <> (billed is not null) or billed is distinct from valued then
    raise exception 'the hours of time bill % are worth %, and its pending item %', of_bill, valued, billed using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger time_bill_is_pending after insert or update on time_bill deferrable initially deferred
  for each row execute function time_bill_is_pending();
create constraint trigger time_bill_is_pending after insert on time_bill_entry deferrable initially deferred
  for each row execute function time_bill_is_pending();
create constraint trigger time_bill_is_pending after insert or update of source, source_id, original_amount on pending_item
  deferrable initially deferred for each row when (new.source = 'time') execute function time_bill_is_pending();
create constraint trigger time_bill_stays_pending after delete on pending_item
  deferrable initially deferred for each row when (old.source = 'time') execute function time_bill_is_pending();

-- Hours that are billed stay as they are until they are released.
create function billed_time_stays() returns trigger language plpgsql as $$
begin
  if exists (select from time_bill_entry where entry_id = old.id and live) then
    raise exception 'the hours of entry % are billed', old.id using errcode = 'DB140';
  end if;
  return new;
end $$;
create trigger billed_time_stays before update on time_entry for each row when (not erasing()) execute function billed_time_stays();

create function task_of_billed_hours() returns trigger language plpgsql as $$
begin
  if exists (select from time_bill where task_id = old.id and released_at is null) and not merges_now(old.client_id, new.client_id)
      and (new.client_id, new.billing_entity_id, new.billable, new.billing_rule = 'fixed_fee')
        is distinct from (old.client_id, old.billing_entity_id, old.billable, false) then
    raise exception 'hours of task % are billed', old.id using errcode = 'DB140';
  end if;
  return new;
end $$;
create trigger task_of_billed_hours before update of client_id, billing_entity_id, billable, billing_rule on task
  for each row execute function task_of_billed_hours();

-- Income from hours belongs to the department of the task, like its fee.
create or replace function department_of_line(item uuid, service uuid, document uuid) returns uuid language sql stable as $$
  select coalesce(
    (select coalesce(category.department_id, recurring.department_id, done.department_id)
      from pending_item billed left join time_bill on billed.source = 'time' and time_bill.id = billed.source_id
      join task on task.id = case billed.source when 'task' then billed.source_id when 'time' then time_bill.task_id end
      left join task_category category on category.id = task.category_id
      left join recurring_task_category recurring on recurring.id = task.recurring_category_id
      left join service done on done.id = task.service_id
      where billed.id = item),
    (select department_id from service as charged where charged.id = service),
    (select (array_agg(department_id))[1] from client_department
      where client_id = (select client_id from invoice where id = document) having count(*) = 1))
$$;

-- The tasks whose hours are billed.
create index task_by_hours on task (client_id, id) where deleted_at is null and billable and billing_rule <> 'fixed_fee';

-- Whether the hours of a task are pending or billed: null while some are on no bill yet.
create function status_of_hours(of_task uuid) returns text language sql stable as $$
  select case when exists (select from time_entry entry where entry.task_id = of_task and entry.removed_at is null and entry.billable
      and entry.minutes is not null and not exists (select from time_bill_entry where entry_id = entry.id and live)) then null
    else (select case when bool_or(item.status in ('open', 'held')) then 'open' when bool_or(item.status = 'invoiced') then 'invoiced'
        when bool_or(item.status = 'written_off') then 'written_off' end
      from time_bill bill join pending_item item on item.source = 'time' and item.source_id = bill.id
      where bill.task_id = of_task and bill.released_at is null) end
$$;
