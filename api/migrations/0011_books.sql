-- What an auditor asks of the books: a period that is closed stays as it is.

-- Each move of the lock is a row, the last one counts; so the history is the table.
create table period_lock (
  id uuid primary key,
  seq bigint generated always as identity unique,
  entity_id uuid not null references billing_entity,
  -- Up to this day, the day included; null when nothing is locked any more.
  locked_until date,
  reason text check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(), created_by uuid default daybook_actor()
);
create index period_lock_last on period_lock (entity_id, seq desc);
create trigger period_lock_append_only before update or delete on period_lock for each row execute function refuse_change();
create trigger period_lock_no_truncate before truncate on period_lock for each statement execute function refuse_change();
create trigger audit after insert on period_lock for each row execute function audit_change();

-- Who may still post behind the lock, for how long and why.
create table period_lock_exception (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  user_id uuid not null references app_user,
  -- The last day it holds, in the entity's zone.
  until date not null,
  reason text not null check (reason <> ''),
  withdrawn_at timestamptz,
  withdrawn_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index period_lock_exception_entity on period_lock_exception (entity_id, created_at desc);
create trigger period_lock_exception_no_delete before delete on period_lock_exception
  for each row execute function refuse_change();
create trigger period_lock_exception_no_truncate before truncate on period_lock_exception
  for each statement execute function refuse_change();
create trigger audit after insert or update on period_lock_exception for each row execute function audit_change();

create function period_lock_exception_only_withdrawn() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_by'] then
    raise exception 'an exception is only ever withdrawn, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger period_lock_exception_only_withdrawn before update on period_lock_exception
  for each row execute function period_lock_exception_only_withdrawn();

create function locked_until(entity uuid) returns date language sql stable as $$
  select locked_until from period_lock where entity_id = entity order by seq desc limit 1
$$;

create function period_exceptions(entity uuid) returns setof period_lock_exception language sql stable as $$
  select e.* from period_lock_exception e join billing_entity b on b.id = e.entity_id
  where e.entity_id = entity and e.withdrawn_at is null and e.until >= (now() at time zone b.timezone)::date
$$;

-- The day up to which the person finds the period locked, or null when they may post on `day`.
create function period_locked(entity uuid, day date, person uuid) returns date language sql stable as $$
  select locked from (select locked_until(entity) as locked) as lock
  where day <= locked and not exists (select from period_exceptions(entity) where user_id = person)
$$;

create function period_lock_who_may(entity uuid) returns text language sql stable as $$
  select coalesce(string_agg(distinct app_user.name, ', '), '–')
  from period_exceptions(entity) e join app_user on app_user.id = e.user_id
$$;

-- To take a lock back needs a reason. Postings under way end first: they hold the entity's row for share.
create function period_lock_moved() returns trigger language plpgsql as $$
declare before date;
begin
  perform from billing_entity where id = new.entity_id for update;
  before := locked_until(new.entity_id);
  if new.reason is null and before is not null and (new.locked_until is null or new.locked_until < before) then
    raise exception 'a lock is taken back for a reason' using errcode = '23514', constraint = 'period_lock_reason';
  end if;
  return new;
end $$;
create trigger period_lock_moved before insert on period_lock for each row execute function period_lock_moved();

-- Nothing is posted in a locked period, whatever the way (docs/rules.md#periods). The constraint's name says what was posted, so that
-- the refusal lands on the date of its form.
create function journal_entry_in_open_period() returns trigger language plpgsql as $$
declare locked date;
begin
  perform from billing_entity where id = new.entity_id for key share;
  locked := period_locked(new.entity_id, new.entry_date, daybook_actor());
  if locked is not null then
    raise exception 'the period is locked until %', locked using errcode = 'DB030',
      constraint = 'journal_entry_period_' || new.source_type,
      detail = json_build_object('until', locked, 'whoMay', period_lock_who_may(new.entity_id));
  end if;
  return new;
end $$;
create trigger journal_entry_in_open_period before insert on journal_entry
  for each row execute function journal_entry_in_open_period();

-- The journal is read by date, of all entities or one, and by what posted.
create index journal_entry_by_date on journal_entry (entry_date desc, id desc);
create index journal_entry_by_entity on journal_entry (entity_id, entry_date desc, id desc);
create index journal_entry_by_source on journal_entry (source_type, entry_date desc, id desc);

-- The books are checked every night, and whenever an admin asks; each run is kept as it was.
create table book_check (
  id uuid primary key,
  kind text not null check (kind in ('nightly', 'by_hand')),
  day date not null default (now() at time zone 'UTC')::date,
  at timestamptz not null default clock_timestamp(),
  -- How much is wrong; `findings` are the first of it: [{rule, entity, document, currency, expected, actual}].
  found int not null check (found >= 0),
  findings jsonb not null,
  created_by uuid default daybook_actor()
);
create index book_check_last on book_check (at desc);
-- One of several servers does it.
create unique index book_check_nightly on book_check (day) where kind = 'nightly';
create trigger book_check_append_only before update or delete on book_check for each row execute function refuse_change();
create trigger book_check_no_truncate before truncate on book_check for each statement execute function refuse_change();

do $$
declare held text;
begin
  select pg_get_expr(conbin, conrelid) into strict held from pg_constraint
    where conrelid = 'notification'::regclass and conname = 'notification_kind_check';
  execute format('alter table notification drop constraint notification_kind_check,
    add constraint notification_kind_check check ((%s) or kind = %L)', held, 'books_wrong');
end $$;

create function tell_of_wrong_books() returns trigger language plpgsql as $$
begin
  perform tell(app_user.id, 'books_wrong', jsonb_build_object('count', new.found), 'settings/book_checks')
    from app_user where user_type in ('super_admin', 'admin') and status = 'active';
  return null;
end $$;
create trigger tell_of_wrong_books after insert on book_check for each row when (new.found > 0)
  execute function tell_of_wrong_books();
