-- Templates of work, of one time and recurring, and the days on which nobody works.

alter table department add column head_id uuid references app_user;

create table holiday_calendar (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  country char(2),
  region_code text,
  -- Days of the week as ISO 8601 counts them, Monday is 1. One at least is worked.
  weekend smallint[] not null default '{6,7}' check (weekend <@ '{1,2,3,4,5,6,7}' and cardinality(weekend) < 7),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint holiday_calendar_region check (region_code like country || '-%')
);
create unique index holiday_calendar_name on holiday_calendar (lower(name));
create index holiday_calendar_list on holiday_calendar (name collate "und-x-icu", id);
create index holiday_calendar_search on holiday_calendar using gin (search_grams);
call keep_record('holiday_calendar');

create table holiday (
  calendar_id uuid not null references holiday_calendar on delete cascade,
  day date not null check (day >= '1900-01-01' and day < '2200-01-01'),
  name text not null check (length(name) between 1 and 200),
  primary key (calendar_id, day)
);

-- Days come by the year and by the file: one row tells all that a statement did to a calendar.
create function audit_holidays() returns trigger language plpgsql security definer set search_path = public as $$
declare of_calendar uuid; earlier jsonb; later jsonb;
begin
  for of_calendar in select distinct calendar_id from written loop
    select jsonb_object_agg(day, name) into later from written where calendar_id = of_calendar;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(day, name) into earlier from replaced where calendar_id = of_calendar;
    elsif tg_op = 'DELETE' then
      earlier := later;
      later := null;
    end if;
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), 'holiday', of_calendar,
      jsonb_build_object('before', coalesce(earlier, '{}'), 'after', coalesce(later, '{}')), '');
  end loop;
  return null;
end $$;
create trigger audit_added after insert on holiday referencing new table as written
  for each statement execute function audit_holidays();
create trigger audit_removed after delete on holiday referencing old table as written
  for each statement execute function audit_holidays();
create trigger audit_changed after update on holiday referencing old table as replaced new table as written
  for each statement execute function audit_holidays();

-- [{title, mandatory, offsetDays, role}]: a step may have its own day, so many before (less than 0) or after the task is due.
create function category_checklist_fits(checklist jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 100 and not exists (
    select from jsonb_array_elements(checklist) as step
    where (length(step ->> 'title') between 1 and 200 and jsonb_typeof(step -> 'mandatory') = 'boolean'
      and (step ->> 'role' is null or step ->> 'role' in ('assignee', 'reviewer'))
      and coalesce((step ->> 'offsetDays')::int between -366 and 366, true)) is not true)
$$;

create table task_category (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  department_id uuid references department,
  service_id uuid references service,
  title text check (length(title) between 1 and 200),
  -- In `currency`; absent when it is agreed each time.
  fee bigint check (fee >= 0),
  currency char(3),
  review_required boolean not null default false,
  -- Days from the start of a task until it is due.
  sla_days int check (sla_days between 0 and 3650),
  estimate_min int check (estimate_min between 0 and 600000),
  priority smallint not null default 3 check (priority between 1 and 4),
  description text,
  checklist jsonb not null default '[]' check (category_checklist_fits(checklist)),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((fee is null) = (currency is null))
);
create unique index task_category_name on task_category (lower(name));
create index task_category_list on task_category (name collate "und-x-icu", id);
create index task_category_search on task_category using gin (search_grams);
call keep_record('task_category');

create table recurring_task_category (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  department_id uuid references department,
  service_id uuid references service,
  -- With tokens of the period: "GSTR-3B {month} {year}".
  title_template text not null check (length(title_template) between 1 and 200),
  -- When its tasks fall due (contracts/src/recurrence/rule.ts); a series begins with it and may have its own.
  rule jsonb not null check (jsonb_typeof(rule) = 'object' and rule ? 'rrule'),
  calendar_id uuid generated always as ((rule ->> 'calendarId')::uuid) stored references holiday_calendar,
  fee bigint check (fee >= 0),
  currency char(3),
  review_required boolean not null default false,
  estimate_min int check (estimate_min between 0 and 600000),
  priority smallint not null default 3 check (priority between 1 and 4),
  description text,
  checklist jsonb not null default '[]' check (category_checklist_fits(checklist)),
  -- A duty under the law of a country, or of a part of it.
  statutory boolean not null default false,
  jurisdiction text check (jurisdiction ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((fee is null) = (currency is null))
);
create unique index recurring_task_category_name on recurring_task_category (lower(name));
create index recurring_task_category_list on recurring_task_category (name collate "und-x-icu", id);
create index recurring_task_category_search on recurring_task_category using gin (search_grams);
call keep_record('recurring_task_category');

-- A government moved the day on which the work of one period is due.
create table due_override (
  id uuid primary key,
  category_id uuid not null references recurring_task_category,
  period_key text not null check (length(period_key) between 1 and 40),
  new_due date not null,
  reason text not null check (reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint due_override_period unique (category_id, period_key)
);
call keep_record('due_override');

alter table task add column category_id uuid references task_category;
create index task_by_category_due on task (category_id, due_on, id) where category_id is not null;
create index task_by_category_work on task (category_id, ((status in ('completed', 'cancelled'))::int), due_on, id)
  where deleted_at is null and category_id is not null;
