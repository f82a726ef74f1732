-- A restored firm is let go one kind of work after the other (docs/rules.md#held-installation).

create function held_kinds() returns text[] language sql immutable
  return array['mails', 'recurring_invoices', 'recurring_tasks', 'reminders', 'statements', 'cheques', 'imports', 'jobs', 'hours',
    'notices', 'backups'];

alter table installation
  -- What still waits. Nothing is left exactly when the firm is no longer held.
  add column held text[] not null default '{}';
-- Blocks: the table has one row.
update installation set held = held_kinds() where held_since is not null;
-- Blocks: the table has one row.
alter table installation add constraint installation_held
  check (held <@ held_kinds() and (held_since is null) = (cardinality(held) = 0));

-- To hold a firm is to hold everything, also again while a part of it still waits. After that a kind can only be let go, and with the
-- last one the firm is.
create function hold_by_kind() returns trigger language plpgsql as $$
begin
  if new.held_since is null then
    new.held = '{}';
  elsif new.held_since is distinct from old.held_since then
    new.held = held_kinds();
  elsif not new.held <@ old.held then
    raise exception 'a kind of work that was let go is held again' using errcode = 'DB001', constraint = 'installation_held_again';
  elsif cardinality(new.held) = 0 then
    new.held_since = null;
  end if;
  return new;
end $$;
create trigger hold_by_kind before update on installation for each row execute function hold_by_kind();

-- The banner of the hold comes and goes in open tabs.
create function tell_of_hold() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', id, 'event', 'rights')::text)
    from app_user where user_type in ('super_admin', 'admin') and status = 'active';
  return null;
end $$;
create trigger tell_of_hold after update on installation for each row
  when (old.held_since is distinct from new.held_since) execute function tell_of_hold();

-- What takes work from a queue asks for its own kind. `is_held()` says whether anything is held at all.
create function is_held(kind text) returns boolean language sql stable
  return exists (select from installation where is_held.kind = any (held));

-- The kind of a job's work.
create function held_kind_of_job(kind text) returns text language sql immutable
  return case when kind in ('client_import', 'client_import_undo', 'enquiry_import', 'enquiry_import_undo', 'opening_import',
    'opening_import_undo') then 'imports' else 'jobs' end;

-- As before, for the hold of backups alone.
create or replace function backup_overdue_since() returns timestamptz language sql stable
begin atomic
  select since
  from backup_setting, lateral (select greatest(on_since, (select max(ended_at) from backup
    where is_good(backup) and ended_at <= now())) as since) as good
  where is_on and not is_held('backups') and since < now() - interval '2 days';
end;
