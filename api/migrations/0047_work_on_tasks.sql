-- What is kept of a task beside the task itself: whose step it is and until when, comments and private notes, files, time.

alter table task_checklist_item
  -- Who of the task is meant to do it; null is anyone of them.
  add column role text check (role in ('assignee', 'reviewer')),
  add column due_on date;

-- A note is its author's: they may write it anew or take it back, and say who reads it.
alter table task_note
  add column level text not null default 'everyone' check (level in ('everyone', 'reviewer_up', 'manager_up', 'author')),
  add column version int not null default 1,
  add column edited_at timestamptz,
  add column withdrawn_at timestamptz;
drop trigger task_note_append_only on task_note;
create function task_note_stays() returns trigger language plpgsql as $$
declare live text[] := array['body', 'level', 'version', 'edited_at', 'withdrawn_at'];
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null or to_jsonb(new) - live <> to_jsonb(old) - live
    or (daybook_actor() is not null and daybook_actor() is distinct from old.created_by) then
    raise exception 'a note is changed by its author alone, until it is taken back' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger task_note_stays before update or delete on task_note for each row execute function task_note_stays();
-- That something was noted or changed is told, never what.
drop trigger audit on task_note;
create trigger audit after insert or update on task_note for each row execute function audit_change('body');

-- Who a note speaks to; its text names them by the same id.
create table task_mention (
  note_id uuid not null references task_note,
  user_id uuid not null references app_user,
  primary key (note_id, user_id)
);
create index task_mention_user on task_mention (user_id);
create trigger audit after insert or delete on task_mention for each row execute function audit_change();

call also_allow('notification', 'notification_kind_check', $$kind = 'task_mentioned'$$);
-- The notice says by whom and where, never what: it goes on living when the note is taken back.
create function tell_mentioned() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'task_mentioned', jsonb_build_object('no', task.no, 'title', task.title, 'by', coalesce(author.name, '')),
    'tasks/view-task/' || task.id)
    from task_note note join task on task.id = note.task_id left join app_user author on author.id = note.created_by
    where note.id = new.note_id;
  return null;
end $$;
create trigger tell_mentioned after insert on task_mention for each row execute function tell_mentioned();

-- Files of a task beside those of documents: they go while it is open, and are taken off for a reason once it is finished.
alter table document_attachment
  add column task_id uuid references task,
  drop constraint document_attachment_of_one,
  add constraint document_attachment_of_one check (num_nonnulls(invoice_id, receipt_id, credit_note_id, task_id) = 1);
create index document_attachment_of_task on document_attachment (task_id, created_at) where task_id is not null;

-- As in 0038; a finished task keeps its files.
create or replace function document_attachment_stays() returns trigger language plpgsql as $$
declare live text[] := array['removed_at', 'removed_by', 'removal_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.removed_at is not null or new.removed_at is null or to_jsonb(new) - live <> to_jsonb(old) - live then
      raise exception 'a file of a document is not changed' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if old.receipt_id is not null
    or exists (select from invoice where invoice.id = old.invoice_id and invoice.issued_at is not null)
    or exists (select from credit_note where credit_note.id = old.credit_note_id and credit_note.issued_at is not null)
    or exists (select from task where task.id = old.task_id and task.status in ('completed', 'cancelled')) then
    raise exception 'a file of an issued document stays' using errcode = 'DB001';
  end if;
  return old;
end $$;

-- As in 0044; a file of a task belongs to the trail of the task.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document belongs to the document's trail, not to its client's.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  which jsonb := '{}';
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where not key = any (hidden) and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where not key = any (hidden) and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    if tg_op = 'UPDATE' and own_id is null and not new_row ? 'id' then
      select jsonb_build_object('of', jsonb_object_agg(key, value)) into which from jsonb_each(old_row)
        where key in ('no', 'kind', 'line1', 'contact_id', 'attachment_id');
    end if;
    -- A part of a client or a person without an id of its own belongs to their trail.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id', new_row ->> 'credit_note_id',
        old_row ->> 'receipt_id', old_row ->> 'invoice_id', old_row ->> 'credit_note_id',
        new_row ->> 'task_id', old_row ->> 'task_id'))::uuid,
      jsonb_build_object('before', before, 'after', after) || which, '');
  end if;
  return null;
end $$;

-- Time that a person worked on a task: from and to, running while it has no end yet, or the minutes of a day alone.
create table time_entry (
  id uuid primary key,
  task_id uuid not null references task,
  user_id uuid not null references app_user,
  -- The day it counts for, where the person is.
  worked_on date not null,
  started_at timestamptz,
  ended_at timestamptz,
  minutes int constraint time_entry_minutes check (minutes between 1 and 1440),
  billable boolean not null default false,
  note text check (note <> ''),
  -- Taken out; what was recorded stays in the trail of the task.
  removed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint time_entry_span check (ended_at > started_at),
  constraint time_entry_whole check ((minutes is null) = (started_at is not null and ended_at is null)),
  constraint time_entry_sum check (ended_at is null or minutes = extract(epoch from ended_at - started_at) / 60)
);
-- Nobody works on two things at once, and so nobody has two timers running. A range that holds one person stands for the
-- person: of ranges PostgreSQL knows without an extension that they do not overlap.
create type person_range as range (subtype = uuid);
alter table time_entry add constraint time_entry_overlap
  exclude using gist (person_range(user_id, user_id, '[]') with &&, tstzrange(started_at, ended_at) with &&)
  where (started_at is not null and removed_at is null);
create index time_entry_by_day on time_entry (worked_on, id) where removed_at is null;
create index time_entry_of_person on time_entry (user_id, worked_on, id) where removed_at is null;
create index time_entry_of_task on time_entry (task_id, worked_on, id) where removed_at is null;
create index time_entry_running on time_entry (user_id) where ended_at is null and started_at is not null and removed_at is null;
call keep_record('time_entry');

-- Whoever records time and whoever deletes the task come one after the other.
create function time_of_a_task() returns trigger language plpgsql as $$
declare state text; gone timestamptz;
begin
  select status, deleted_at into state, gone from task where id = new.task_id for share;
  if gone is not null or state = 'cancelled' then
    raise exception 'no time on a task that is cancelled or deleted' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_of_a_task before insert on time_entry for each row execute function time_of_a_task();
create function time_stays_of_its_task() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null or (new.task_id, new.user_id) <> (old.task_id, old.user_id) then
    raise exception 'recorded time stays what it was of' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_stays_of_its_task before update or delete on time_entry
  for each row execute function time_stays_of_its_task();
create function task_with_time_stays() returns trigger language plpgsql as $$
begin
  if exists (select from time_entry where task_id = new.id and removed_at is null) then
    raise exception 'a task with time is not deleted' using errcode = 'DB083';
  end if;
  return new;
end $$;
create trigger task_with_time_stays before update of deleted_at on task for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function task_with_time_stays();
