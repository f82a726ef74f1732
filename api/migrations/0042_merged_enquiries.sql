-- The undo of bulk changes of enquiries, and enquiries that were merged (docs/rules.md#merged-enquiries).

-- An enquiry before a bulk change, for "undo", as long as nothing else has changed it. One row for each enquiry; the audit log
-- has the change itself.
create table enquiry_former (
  enquiry_id uuid primary key references enquiry on delete cascade,
  -- The enquiry's version after that change, and who made the change.
  version int not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null default now(),
  owner_id uuid not null references app_user,
  status text not null,
  held_status text,
  status_since date not null,
  lost_reason_id uuid references lost_reason,
  lost_note text,
  next_action_on date
);
create index enquiry_former_changed_by on enquiry_former (changed_by);
create index enquiry_former_owner on enquiry_former (owner_id);
create index enquiry_former_lost_reason on enquiry_former (lost_reason_id) where lost_reason_id is not null;

alter table enquiry
  -- How many moves were undone. An undo is no move: it strikes out the last one.
  add moves_undone int not null default 0,
  -- As typed, without spaces and separators; compared with the tax numbers of clients.
  add tax_id text check (tax_id ~ '^[A-Z0-9]{4,30}$'),
  -- Merged into another enquiry, under which its notes and history are shown. It stays out of all lists.
  add merged_into_id uuid references enquiry,
  add constraint enquiry_merged_away check (merged_into_id is null or (deleted_at is not null and merged_into_id <> id));
create index enquiry_tax_id on enquiry (tax_id) where deleted_at is null and tax_id is not null;
create index enquiry_merged_into on enquiry (merged_into_id) where merged_into_id is not null;
create index enquiry_in_bin on enquiry (deleted_at, id) where deleted_at is not null and merged_into_id is null;

alter table enquiry_move add undone boolean not null default false;

-- A move is struck out once, by the undo of a bulk change, and otherwise never changes.
create function enquiry_move_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.undone or to_jsonb(new) - 'undone' <> to_jsonb(old) - 'undone' then
    raise exception 'a move of an enquiry cannot be changed, except to strike it out' using errcode = 'DB001';
  end if;
  return new;
end $$;
drop trigger enquiry_move_append_only on enquiry_move;
create trigger enquiry_move_stays before update or delete on enquiry_move for each row execute function enquiry_move_stays();

create or replace function enquiry_moves_forward() returns trigger language plpgsql as $$
begin
  if new.moves_undone = old.moves_undone and (new.status_since < old.status_since or new.status_since > current_date + 1) then
    raise exception 'the enquiry has been in its stage since %', old.status_since
      using errcode = 'DB014', constraint = 'enquiry_status_since';
  end if;
  return new;
end $$;

create or replace function enquiry_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    if new.moves_undone > old.moves_undone then
      update enquiry_move set undone = true
        where id = (select max(id) from enquiry_move where enquiry_id = new.id and not undone);
      return null;
    end if;
  end if;
  insert into enquiry_move (enquiry_id, from_status, to_status, moved_on)
    values (new.id, case tg_op when 'UPDATE' then old.status end, new.status, new.status_since);
  return null;
end $$;

-- A merged enquiry never returns and never changes; only the one that it is shown under may itself be merged further.
create function enquiry_stays_merged() returns trigger language plpgsql as $$
declare live text[] := array['merged_into_id', 'updated_at', 'updated_by', 'search_grams'];
begin
  if old.merged_into_id is not null and (new.merged_into_id is null or to_jsonb(new) - live <> to_jsonb(old) - live) then
    raise exception 'a merged enquiry cannot be changed' using errcode = 'DB001';
  end if;
  if new.merged_into_id is distinct from old.merged_into_id
    and exists (select from enquiry where id = new.merged_into_id and deleted_at is not null) then
    raise exception 'an enquiry is merged into one that is not deleted' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger enquiry_stays_merged before update on enquiry for each row execute function enquiry_stays_merged();

-- The files of an enquiry.
alter table document_attachment add enquiry_id uuid references enquiry,
  drop constraint document_attachment_of_one,
  add constraint document_attachment_of_one check (num_nonnulls(invoice_id, receipt_id, credit_note_id, task_id, enquiry_id) = 1);
create index document_attachment_of_enquiry on document_attachment (enquiry_id, created_at) where enquiry_id is not null;

-- They are audited under the enquiry, as those of a task under the task.
do $do$
begin
  execute replace(pg_get_functiondef('audit_change'::regproc), $$old_row ->> 'task_id')$$,
    $$old_row ->> 'task_id', new_row ->> 'enquiry_id', old_row ->> 'enquiry_id')$$);
end $do$;
