-- Timesheets: a person submits a week of recorded time, and somebody else approves it. From then on its time stays as it is.

create table time_week (
  id uuid primary key,
  user_id uuid not null references app_user,
  -- A Monday.
  week_on date not null,
  status text not null default 'submitted' check (status in ('open', 'submitted', 'approved')),
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references app_user,
  -- Why it was returned.
  reason text check (reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint time_week_once unique (user_id, week_on),
  constraint time_week_begins check (extract(isodow from week_on) = 1),
  constraint time_week_by_another check (decided_by <> user_id),
  constraint time_week_approved check (status <> 'approved' or decided_by is not null)
);
call keep_record('time_week');

-- Writes of time, and the submission of its week, wait for each other. Time does not wait for time.
create function week_of_time(of_user uuid, on_day date) returns bigint language sql immutable as $$
  select hashtextextended('week of ' || of_user || ' ' || (on_day - extract(isodow from on_day)::int + 1), 0)
$$;

create function time_week_waits() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.user_id, new.week_on) <> (old.user_id, old.week_on) then
    raise exception 'a timesheet stays that of its person and week' using errcode = 'DB001';
  end if;
  perform pg_advisory_xact_lock(week_of_time(new.user_id, new.week_on));
  if new.status <> 'open' and exists (select from time_entry where user_id = new.user_id and removed_at is null
      and worked_on between new.week_on and new.week_on + 6 and minutes is null) then
    raise exception 'a timer is running in this week' using errcode = 'DB142';
  end if;
  return new;
end $$;
create trigger time_week_waits before insert or update on time_week for each row execute function time_week_waits();

create function locked_week_stays() returns trigger language plpgsql as $$
declare on_day date;
begin
  for on_day in select distinct day from unnest(case tg_op when 'INSERT' then array[new.worked_on]
      else array[old.worked_on, new.worked_on] end) as day order by day loop
    perform pg_advisory_xact_lock_shared(week_of_time(new.user_id, on_day));
    if exists (select from time_week where user_id = new.user_id and status <> 'open'
        and week_on = on_day - extract(isodow from on_day)::int + 1) then
      raise exception 'the week of % is submitted or approved', on_day using errcode = 'DB141';
    end if;
  end loop;
  return new;
end $$;
create trigger locked_week_stays before insert or update on time_entry for each row when (not erasing()) execute function locked_week_stays();
