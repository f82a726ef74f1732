-- Series: their schedule, their progress, and what a recurring invoice bills. 0007_tasks.sql has the content of recurring tasks.

-- Tasks and invoices that repeat by a schedule (docs/rules.md#rules-name-their-days). A series holds what people entered; its
-- progress is stored separately, so that a run neither changes a record nor fills the audit log.
create table series (
  id uuid primary key,
  kind text not null check (kind in ('task', 'invoice')),
  client_id uuid not null references client,
  -- May contain tokens for the period: "GSTR-3B {month}".
  title text not null check (length(title) between 1 and 200),
  -- RFC 5545, in the one form that contracts/src/recurrence writes. The rule alone determines the dates; `starts_on` is only the earliest.
  rrule text not null check (rrule like 'FREQ=%' and length(rrule) <= 200),
  shift text not null default 'none' check (shift in ('none', 'previous', 'next', 'modified_following')),
  calendar_id uuid references holiday_calendar,
  lead_days smallint not null default 0 check (lead_days between 0 and 365),
  period_offset smallint not null default 0 check (period_offset between -1 and 1),
  starts_on date not null,
  -- Ends never, on a date, or after a number of occurrences. `last_on` is the date of the last occurrence in each case.
  ends text not null default 'never' check (ends in ('never', 'until', 'count')),
  ends_on date,
  ends_after int check (ends_after between 1 and 1000),
  last_on date,
  -- The time zone in which a day begins.
  zone text not null,
  catch_up text not null check (catch_up in ('all', 'latest', 'ask')),
  status text not null default 'active' check (status in ('active', 'paused', 'completed', 'cancelled')),
  -- Why the series is paused: by a person, after three failed runs, because too many dates were missed, or because its client is inactive.
  paused_for text check (paused_for in ('person', 'failures', 'missed', 'client')),
  status_reason text,
  -- The series that this one continues with other terms.
  predecessor_id uuid unique references series,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (id, kind),
  constraint series_ends check ((ends = 'until') = (ends_on is not null) and (ends = 'count') = (ends_after is not null)
    and (ends = 'never') = (last_on is null)),
  constraint series_end_after_start check (last_on >= starts_on and ends_on >= starts_on),
  constraint series_paused check ((status = 'paused') = (paused_for is not null))
);
create index series_list on series (kind, title collate "und-x-icu", id);
create index series_by_status on series (kind, status, title collate "und-x-icu", id);
create index series_by_client on series (client_id, kind, title collate "und-x-icu", id);
create index series_by_calendar on series (calendar_id) where calendar_id is not null;
create index series_search on series using gin (search_grams);
call keep_record('series');

-- The predecessor of a series is set when the series is created and never changes, so predecessors never form a circle. Client
-- and start date cannot change after the first run.
create function series_stays() returns trigger language plpgsql as $$
begin
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
  if old.status in ('completed', 'cancelled') and new.status <> old.status then
    raise exception 'a series that has ended cannot change its status' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger series_stays before insert or update on series for each row execute function series_stays();

-- When a client becomes inactive, its series are paused; only a person resumes them.
create function client_series_pause() returns trigger language plpgsql as $$
begin
  update series set status = 'paused', paused_for = 'client', status_reason = new.status_reason, version = version + 1
  where client_id = new.id and status = 'active';
  return null;
end $$;
create trigger client_series_pause after update of status on client for each row
  when (old.status = 'active' and new.status <> 'active') execute function client_series_pause();

create function series_rests() returns trigger language plpgsql as $$
begin
  update series_progress set next_on = null, next_try_at = null where series_id = new.id;
  return null;
end $$;
create trigger series_rests after update of status on series for each row
  when (new.status <> 'active' and old.status = 'active') execute function series_rests();

-- A changed holiday or weekend moves the due dates of tasks that nobody has started, even if their series is paused or has ended.
create function holidays_move_series() returns trigger language plpgsql as $$
begin
  update series_progress progress set stale = true from series
  where series.id = progress.series_id and series.calendar_id in (select distinct calendar_id from changed)
    and (progress.next_on is not null
      or exists (select from task where task.series_id = series.id and task.status = 'todo' and task.deleted_at is null));
  return null;
end $$;
create trigger series_by_added after insert on holiday referencing new table as changed
  for each statement execute function holidays_move_series();
create trigger series_by_removed after delete on holiday referencing old table as changed
  for each statement execute function holidays_move_series();
create trigger series_by_moved after update on holiday referencing new table as changed
  for each statement execute function holidays_move_series();

create function weekend_moves_series() returns trigger language plpgsql as $$
begin
  update series_progress progress set stale = true from series
  where series.id = progress.series_id and series.calendar_id = new.id
    and (progress.next_on is not null
      or exists (select from task where task.series_id = series.id and task.status = 'todo' and task.deleted_at is null));
  return null;
end $$;
create trigger series_by_weekend after update of weekend on holiday_calendar for each row
  when (old.weekend is distinct from new.weekend) execute function weekend_moves_series();

create table series_progress (
  series_id uuid primary key references series on delete cascade,
  -- Every date of the rule up to this one has its run, or was skipped on purpose.
  done_through date not null,
  next_nominal date,
  -- When the next one is created; null while nothing is to be created.
  next_on date,
  fail_count int not null default 0,
  next_try_at timestamptz,
  -- The next date must be computed again: the series is new, or its calendar has changed and unstarted tasks may move.
  stale boolean not null default true
);
create index series_progress_due on series_progress (next_on, series_id) where next_on is not null;
create index series_progress_stale on series_progress (series_id) where stale;
-- In the order of the next date; series without one come last.
create index series_progress_next on series_progress ((coalesce(next_on, date '9999-12-31')), series_id);

-- The run of one date of the rule, at most once (docs/rules.md#each-day-once). A created run is final; for a skipped or failed
-- one, a person can still create the document.
create table series_run (
  series_id uuid not null references series on delete cascade,
  nominal_date date not null,
  status text not null check (status in ('created', 'skipped', 'failed')),
  due_on date not null,
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  -- Why it was skipped: a code, or what a person wrote.
  reason text,
  -- {code, params, fields} of a failure.
  error jsonb,
  attempts int not null default 1,
  at timestamptz not null default clock_timestamp(),
  primary key (series_id, nominal_date),
  constraint series_run_skipped check ((status = 'skipped') = (reason is not null)),
  constraint series_run_failed check ((status = 'failed') = (error is not null))
);
create index series_run_failures on series_run (series_id) where status = 'failed';

create function series_run_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Otherwise it would be created again, or its document would lose its origin with the series.
    if old.status = 'created' then
      raise exception 'a run that created something cannot be deleted' using errcode = 'DB091';
    end if;
    return old;
  end if;
  if old.status = 'created' and new.status <> 'created' then
    raise exception 'a run that created something cannot change its status' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger series_run_stays before update or delete on series_run for each row execute function series_run_stays();

-- A change to a single date: skipped, or due on another date.
create table series_exception (
  series_id uuid not null references series on delete cascade,
  nominal_date date not null,
  skips boolean not null,
  due_on date,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  primary key (series_id, nominal_date),
  check (skips = (due_on is null))
);

-- The parts of a series are audited under the series.
create function audit_series_part() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where key not in ('created_at', 'created_by') and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where key not in ('created_at', 'created_by') and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      coalesce(new_row ->> 'series_id', old_row ->> 'series_id')::uuid,
      jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;
create trigger audit after insert or update or delete on series_exception for each row execute function audit_series_part();

-- The terms of a recurring invoice.
create table recurring_invoice (
  series_id uuid primary key,
  kind text not null default 'invoice' check (kind = 'invoice'),
  entity_id uuid not null references billing_entity,
  mode text not null check (mode in ('draft', 'issue', 'issue_send')),
  currency char(3) not null,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  -- Null: the client's own payment terms.
  payment_terms_days smallint check (payment_terms_days between 0 and 365),
  place_of_supply text,
  reverse_charge boolean not null default false,
  po_no text,
  prices_include_tax boolean not null default false,
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  withholding_code_id uuid references withholding_code,
  withholding_rate numeric(9, 6),
  terms text,
  notes text,
  foreign key (series_id, kind) references series (id, kind) on delete cascade
);
create index recurring_invoice_entity on recurring_invoice (entity_id);
create trigger audit after insert or update or delete on recurring_invoice for each row execute function audit_series_part();

create table recurring_invoice_line (
  id uuid primary key,
  series_id uuid not null references recurring_invoice on delete cascade,
  no smallint not null,
  -- May contain tokens for the period.
  description text not null check (description <> ''),
  service_id uuid references service,
  sac_hsn text,
  qty numeric(14, 4) not null check (qty <> 0),
  unit text not null default 'C62',
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  tax_code_id uuid not null references tax_code,
  -- Yearly increase in percent, counted from the date of the price in force.
  uplift_pct numeric(9, 6) not null default 0 check (uplift_pct between -100 and 100),
  unique (series_id, no) deferrable initially deferred
);
create trigger audit after insert or update or delete on recurring_invoice_line for each row execute function audit_series_part();

-- The price for periods that start on `valid_from` or later, until the next row.
create table recurring_invoice_price (
  line_id uuid not null references recurring_invoice_line on delete cascade,
  series_id uuid not null references recurring_invoice on delete cascade,
  valid_from date not null,
  unit_price numeric(18, 6) not null check (unit_price >= 0),
  primary key (line_id, valid_from)
);
create trigger audit after insert or update or delete on recurring_invoice_price for each row execute function audit_series_part();

-- Who created a series and who changed it last; if neither is active any more, the admins.
create function people_of_series(wanted uuid) returns setof uuid language sql stable rows 5 as $$
  select person.id from series, app_user person
  where series.id = wanted and person.status = 'active' and (person.id in (series.created_by, series.updated_by)
    or (person.user_type in ('admin', 'super_admin') and not exists (select from app_user known
      where known.id in (series.created_by, series.updated_by) and known.status = 'active')))
$$;

-- The authors of a draft from a series are the authors of the series: its creator and everyone who changed its terms, but not
-- someone who only paused it or skipped a date. Authors of its predecessors count too, because most of the terms are theirs.
create function series_authors(wanted uuid) returns setof uuid language sql stable rows 2
  security definer set search_path = public as $$
  with recursive line (id) as (
    select wanted union select series.predecessor_id from series join line on line.id = series.id)
  select distinct actor_id from audit_event
  where entity_id in (select id from line) and actor_id is not null and (
    entity in ('recurring_invoice', 'recurring_invoice_line', 'recurring_invoice_price')
    or entity = 'series' and coalesce(body -> 'after', '{}') - array['version', 'status', 'paused_for', 'status_reason'] <> '{}')
$$;

-- When a series pauses by itself, its people are notified.
create function tell_of_series() returns trigger language plpgsql as $$
declare notice text := case new.paused_for when 'failures' then 'series_failed' else 'series_missed' end;
begin
  insert into notification (user_id, kind, params, record_kind, record_id)
  select person, notice, jsonb_build_object('title', new.title, 'client', client.name, 'reason', coalesce(new.status_reason, '')),
    'recurring_' || new.kind, new.id
  from client, people_of_series(new.id) as person where client.id = new.client_id;
  return null;
end $$;
create trigger tell_of_series after update of status on series for each row
  when (new.status = 'paused' and old.status = 'active' and new.paused_for in ('failures', 'missed'))
  execute function tell_of_series();
