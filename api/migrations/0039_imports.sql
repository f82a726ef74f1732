-- Imports of files: what was read, what each row would do and did, and what can be undone.

-- The code of the client in a previous system. An import finds the client by it.
alter table client add column old_code text check (length(old_code) between 1 and 40);
create unique index client_old_code on client (lower(old_code));

-- The record that the notification of a job opens, if it is not the job itself.
alter table job add column about uuid;

create or replace function tell_of_job() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params, record_kind, record_id)
  select new.created_by, job_kind.told, jsonb_build_object('done', count(*) filter (where item.status <> 'refused'),
      'refused', count(*) filter (where item.status = 'refused')),
    job_kind.record_kind, coalesce(new.about, new.id)
  from job_kind, job_item item where job_kind.kind = new.kind and item.job_id = new.id
  group by job_kind.kind;
  return null;
end $$;

call also_allow('notification', 'notification_kind_check', $$kind in ('clients_imported', 'client_import_undone', 'clients_assigned')$$);

insert into job_kind values
  ('client_import', 'clients_imported', 'client_import'),
  ('client_import_undo', 'client_import_undone', 'client_import');

-- One file. Its cells are kept for 30 days, the file itself is not.
create table import (
  id uuid primary key,
  kind text not null check (kind in ('clients')),
  file_name text not null check (length(file_name) between 1 and 200),
  -- The hash of the file, by which the same file is recognised.
  sha256 bytea not null check (length(sha256) = 32),
  -- The sheet that was read, and the number of other visible sheets. A CSV has none.
  sheet text,
  other_sheets int not null default 0,
  headings text[] not null,
  row_count int not null check (row_count between 1 and 20000),
  -- The field of each column of the file; null leaves the column out.
  columns jsonb not null,
  rules jsonb not null default '{}',
  checked_at timestamptz,
  -- Whether refused rows are left out. Otherwise one refused row prevents the import.
  only_valid boolean,
  job_id uuid references job on delete set null,
  undo_job_id uuid references job on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null default daybook_actor() references app_user,
  constraint import_run_checked check (only_valid is null or checked_at is not null)
);
create index import_own on import (kind, created_by, id);
create index import_age on import (created_at);
create trigger audit after insert or update or delete on import for each row
  execute function audit_change('headings', 'columns', 'rules');

create table import_row (
  import_id uuid not null references import on delete cascade,
  -- The number of the row in the file, as a spreadsheet shows it.
  no int not null check (no > 0),
  cells text[] not null,
  -- What the dry run found; null before it.
  state text check (state in ('new', 'changed', 'same', 'left', 'refused')),
  is_warned boolean not null default false,
  -- What the row is called, for the list and the result.
  name text,
  -- {faults, warnings, changes} of the dry run, and of the run if it refused the row.
  verdict jsonb not null default '{}',
  -- The record that the row names or made, and the version that the dry run compared with. No foreign key: the record may be deleted.
  record_id uuid,
  seen int,
  -- Rows that are written in one transaction.
  batch int,
  outcome text check (outcome in ('made', 'changed', 'same', 'left', 'refused')),
  -- For the undo: the record as it was before, and its version after the import.
  before jsonb,
  made_version int,
  undo text check (undo in ('undone', 'kept')),
  undo_code text,
  primary key (import_id, no),
  constraint import_row_written check (outcome not in ('made', 'changed') or (record_id is not null and made_version is not null)),
  constraint import_row_undone check (undo is null or outcome in ('made', 'changed'))
);
create index import_row_state on import_row (import_id, state, no);
create index import_row_batch on import_row (import_id, batch, no) where batch is not null;

-- The outcome of a row is final, and so is that of its undo.
create function import_row_moves() returns trigger language plpgsql as $$
begin
  if old.outcome is not null and (new.outcome, new.state, new.record_id, new.before, new.made_version, new.verdict)
      is distinct from (old.outcome, old.state, old.record_id, old.before, old.made_version, old.verdict)
    or old.undo is not null and (new.undo, new.undo_code) is distinct from (old.undo, old.undo_code) then
    raise exception 'the outcome of an imported row cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger import_row_moves before update on import_row for each row execute function import_row_moves();

-- A row of a file makes one record at most, however often the file is imported. The entry outlives the cells, and goes with the record.
create table import_made (
  sha256 bytea not null,
  no int not null,
  client_id uuid not null references client on delete cascade,
  primary key (sha256, no)
);
create index import_made_client on import_made (client_id);

-- The field that the firm last chose for a column with this heading.
create table import_heading (
  kind text not null,
  heading text not null,
  -- Null: the column is left out.
  field text,
  primary key (kind, heading)
);

-- The import that created the group, until the import is deleted.
alter table client_group add column import_id uuid references import on delete set null;

-- Undoing an import also removes the groups it created: nothing was done with their clients.
create or replace function client_group_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.had_member and not exists (select from import where import.id = old.import_id and import.undo_job_id is not null) then
      raise exception 'a client group that had clients cannot be deleted' using errcode = 'DB082';
    end if;
    return old;
  end if;
  if old.had_member and not new.had_member then
    raise exception 'a client group that had clients cannot be marked as never having had any' using errcode = 'DB001';
  end if;
  if old.active and not new.active
    and exists (select from client where client.group_id = new.id and client.status = 'active') then
    raise exception 'a client group with active clients cannot be deactivated' using errcode = 'DB081';
  end if;
  return new;
end $$;
