-- What the record of a client holds besides its own fields.

-- The first and the last day on which a registration is valid; null if unknown or open. A document names only those valid on its
-- date.
alter table client_registration
  add valid_from date,
  add valid_to date,
  add constraint client_registration_valid check (valid_from is null or valid_to is null or valid_from <= valid_to);

-- What people noted about a client.
create table client_note (
  id uuid primary key,
  client_id uuid not null references client on delete cascade,
  body text not null check (body <> ''),
  -- Who may read it among the people who see the client, as chosen by its author (docs/rules.md#notes-by-level).
  level text not null default 'everyone' check (level in ('everyone', 'crm_up', 'manager_up', 'author')),
  -- Kept above the other notes.
  pinned_at timestamptz,
  pinned_by uuid references app_user,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  edited_at timestamptz,
  withdrawn_at timestamptz,
  check ((pinned_at is null) = (pinned_by is null)),
  check (withdrawn_at is null or pinned_at is null)
);
create index client_note_list on client_note (client_id, ((pinned_at is not null)::int) desc, created_at desc, id desc);
create index client_note_pinned_by on client_note (pinned_by) where pinned_by is not null;
create trigger audit after insert or update or delete on client_note for each row execute function audit_change('body');

-- Everyone who reads a note may pin it. Otherwise only its author changes it, until it is withdrawn. It goes only with its client.
create function client_note_stays() returns trigger language plpgsql as $$
declare pin text[] := array['pinned_at', 'pinned_by', 'version'];
  own text[] := pin || array['body', 'level', 'edited_at', 'withdrawn_at'];
begin
  if tg_op = 'DELETE' then
    if exists (select from client where client.id = old.client_id) then
      raise exception 'a note of a client cannot be deleted' using errcode = 'DB001';
    end if;
    return old;
  end if;
  if old.withdrawn_at is not null or to_jsonb(new) - own <> to_jsonb(old) - own
    or (to_jsonb(new) - pin <> to_jsonb(old) - pin
      and daybook_actor() is not null and daybook_actor() is distinct from old.created_by) then
    raise exception 'only its author can change a note, until it is withdrawn' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger client_note_stays before update or delete on client_note for each row execute function client_note_stays();

-- Files of a client, in folders by year.
create table client_file (
  id uuid primary key,
  client_id uuid not null references client on delete cascade,
  attachment_id uuid not null unique references attachment,
  -- Its present name; the attachment keeps the one that it was uploaded under.
  name text not null check (name <> ''),
  -- Its folder; null for the permanent file.
  year smallint check (year between 1950 and 2199),
  -- In the bin since; it is purged later (docs/rules.md#files-of-a-client).
  deleted_at timestamptz,
  deleted_by uuid references app_user,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((deleted_at is null) = (deleted_by is null))
);
create index client_file_of_client on client_file (client_id, created_at desc, id desc);
create index client_file_in_bin on client_file (deleted_at) where deleted_at is not null;
create index client_file_deleted_by on client_file (deleted_by) where deleted_by is not null;
call keep_record('client_file');

-- A file stays that of its client and keeps its content. It goes from the bin, or with its client.
create function client_file_stays() returns trigger language plpgsql as $$
declare live text[] := array['name', 'year', 'deleted_at', 'deleted_by', 'version', 'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    if old.deleted_at is null and exists (select from client where client.id = old.client_id) then
      raise exception 'a file of a client is deleted from the bin only' using errcode = 'DB001';
    end if;
    return old;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'a file keeps its client and its content' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger client_file_stays before update or delete on client_file for each row execute function client_file_stays();
