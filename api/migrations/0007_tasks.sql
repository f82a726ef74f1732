-- Tasks with their people, steps, notes and time; the content of recurring tasks; and due dates that an authority extends.

create table task (
  id uuid primary key,
  no text not null unique,
  title text not null check (length(title) between 1 and 200),
  client_id uuid references client,
  internal boolean not null default false,
  service_id uuid references service,
  period_from date,
  period_to date,
  reviewer_id uuid references app_user,
  review_required boolean not null default false,
  start_on date,
  target_on date,
  due_on date not null,
  priority smallint not null default 3 check (priority between 1 and 4),
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'waiting_client', 'in_review', 'on_hold',
    'completed', 'cancelled')),
  -- The status that a task on hold returns to.
  held_status text,
  status_reason text,
  billable boolean not null default false,
  -- In the base currency of its billing entity.
  fee bigint check (fee >= 0),
  billing_entity_id uuid references billing_entity,
  estimate_min int check (estimate_min >= 0),
  description text,
  filed_on date,
  ack_no text,
  completed_at timestamptz,
  completed_by uuid references app_user,
  deleted_at timestamptz,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  category_id uuid references task_category,
  -- A task of a series names the series and the date, so it cannot be created twice.
  series_id uuid references series,
  nominal_on date,
  recurring_category_id uuid references recurring_task_category,
  -- The period of a filing: one task for each client, category and period, unless somebody gives a reason for a second one.
  period_key text,
  duplicate_reason text check (duplicate_reason <> ''),
  -- Whoever submitted the task for review cannot complete it, even after handing it over.
  submitted_by uuid references app_user,
  check (internal or client_id is not null),
  check (not (internal and billable)),
  check (not billable or (fee is not null and billing_entity_id is not null and service_id is not null)),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'on_hold') = (held_status is not null)),
  check (period_to >= period_from),
  constraint task_of_series check ((series_id is null) = (nominal_on is null)),
  constraint task_of_run foreign key (series_id, nominal_on) references series_run (series_id, nominal_date)
    deferrable initially deferred,
  constraint task_period_key check (period_key ~ '^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$'),
  constraint task_review_by_others check (not (review_required and status = 'completed' and completed_by = submitted_by))
);
create index task_by_work on task (((status in ('completed', 'cancelled'))::int), due_on, id) where deleted_at is null;
create index task_by_due on task (due_on, id) where deleted_at is null;
create index task_by_status_due on task (status, due_on, id) where deleted_at is null;
create index task_by_client_due on task (client_id, due_on, id) where deleted_at is null;
create index task_by_priority on task (priority, due_on, id) where deleted_at is null;
create index task_search on task using gin (search_grams);
create index task_by_reviewer_due on task (reviewer_id, due_on, id) where deleted_at is null;
create index task_no_begins on task (lower(no) text_pattern_ops);
create index task_no_end on task (reverse(lower(no)) text_pattern_ops);
create index task_by_status_priority on task (status, priority, due_on, id) where deleted_at is null;
create index task_by_category_due on task (category_id, due_on, id) where category_id is not null;
create index task_by_category_work on task (category_id, ((status in ('completed', 'cancelled'))::int), due_on, id)
  where deleted_at is null and category_id is not null;
create unique index task_of_series_once on task (series_id, nominal_on) where series_id is not null;
create unique index task_of_period_once on task (client_id, recurring_category_id, period_key)
  where deleted_at is null and duplicate_reason is null and period_key is not null;
-- Recently completed tasks are a small part of all completed ones.
create index task_by_completion on task (completed_at) where deleted_at is null and completed_at is not null;
create index task_by_period on task (recurring_category_id, period_key, id)
  where deleted_at is null and recurring_category_id is not null;
-- One-time tasks of a category have periods too: a second task of the same client, category and period needs a reason
-- (docs/rules.md#one-task-per-period). For filings, `task_of_period_once` is the same rule.
create unique index task_of_category_period_once on task (client_id, category_id, period_from, period_to)
  where deleted_at is null and duplicate_reason is null and category_id is not null
    and period_from is not null and period_to is not null;
-- The tasks of a filing are listed in the same way as those of a one-time category.
create index task_by_recurring_category_due on task (recurring_category_id, due_on, id) where recurring_category_id is not null;
create index task_by_recurring_category_work
  on task (recurring_category_id, ((status in ('completed', 'cancelled'))::int), due_on, id)
  where deleted_at is null and recurring_category_id is not null;
-- The bin, latest deletion first.
create index task_by_deletion on task (deleted_at, id) where deleted_at is not null;
create index task_by_no on task (length(no), no, id) where deleted_at is null;
create index task_by_status_no on task (status, length(no), no, id) where deleted_at is null;
-- For counts of a client's or reviewer's tasks; they include deleted tasks, because their time still counts.
create index task_of_client on task (client_id, id);
create index task_of_reviewer on task (reviewer_id, id) where reviewer_id is not null;
call keep_record('task');

create function tell_of_review() returns trigger language plpgsql as $$
begin
  if new.status = 'in_review' then
    perform tell(new.reviewer_id, 'task_to_review', jsonb_build_object('no', new.no, 'title', new.title),
      'task', new.id);
  else
    perform tell(task_assignee.user_id, 'task_sent_back',
      jsonb_build_object('no', new.no, 'title', new.title, 'reason', coalesce(new.status_reason, '')),
      'task', new.id) from task_assignee where task_id = new.id;
  end if;
  return null;
end $$;
create trigger tell_of_review after update of status on task for each row
  when (old.status is distinct from new.status
    and (new.status = 'in_review' or (old.status = 'in_review' and new.status = 'in_progress')))
  execute function tell_of_review();

create function task_with_time_stays() returns trigger language plpgsql as $$
begin
  if exists (select from time_entry where task_id = new.id and removed_at is null) then
    raise exception 'a task with recorded time cannot be deleted' using errcode = 'DB083';
  end if;
  return new;
end $$;
create trigger task_with_time_stays before update of deleted_at on task for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function task_with_time_stays();
create trigger hold_base_currency before update on task for each row
  when (old.fee is null and new.fee is not null) execute function hold_base_currency('billing_entity_id');

create table task_assignee (
  task_id uuid not null references task on delete cascade,
  user_id uuid not null references app_user,
  primary key (task_id, user_id)
);
create index task_assignee_user on task_assignee (user_id, task_id);
create trigger audit after insert or update or delete on task_assignee for each row execute function audit_change();

create function tell_assignee() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'task_assigned', jsonb_build_object('no', task.no, 'title', task.title),
    'task', task.id) from task where task.id = new.task_id;
  return null;
end $$;
create trigger tell_assignee after insert on task_assignee for each row execute function tell_assignee();

create table task_checklist_item (
  id uuid primary key,
  task_id uuid not null references task on delete cascade,
  no smallint not null,
  title text not null check (title <> ''),
  mandatory boolean not null default false,
  done_at timestamptz,
  done_by uuid references app_user,
  -- Who should do the step; null means anyone on the task.
  role text check (role in ('assignee', 'reviewer')),
  due_on date,
  unique (task_id, no) deferrable initially deferred,
  check ((done_at is null) = (done_by is null))
);
create trigger audit after insert or update or delete on task_checklist_item for each row execute function audit_change();

create table task_note (
  id uuid primary key,
  task_id uuid not null references task,
  body text not null check (body <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- Who may read the note, as chosen by its author. The author may also edit or withdraw it.
  level text not null default 'everyone' check (level in ('everyone', 'reviewer_up', 'manager_up', 'author')),
  version int not null default 1,
  edited_at timestamptz,
  withdrawn_at timestamptz
);
create index task_note_task on task_note (task_id, created_at);
create trigger audit after insert or update on task_note for each row execute function audit_change('body');

create function task_note_stays() returns trigger language plpgsql as $$
declare live text[] := array['body', 'level', 'version', 'edited_at', 'withdrawn_at'];
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null or to_jsonb(new) - live <> to_jsonb(old) - live
    or (daybook_actor() is not null and daybook_actor() is distinct from old.created_by) then
    raise exception 'a note cannot be deleted; only its author can edit it, until it is withdrawn' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger task_note_stays before update or delete on task_note for each row execute function task_note_stays();

-- The people mentioned in a note; its text names them by the same id.
create table task_mention (
  note_id uuid not null references task_note,
  user_id uuid not null references app_user,
  primary key (note_id, user_id)
);
create index task_mention_user on task_mention (user_id);
create trigger audit after insert or delete on task_mention for each row execute function audit_change();

-- The notification says who wrote the note and on which task, but not its text, because it remains after the note is withdrawn.
create function tell_mentioned() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'task_mentioned', jsonb_build_object('no', task.no, 'title', task.title, 'by', coalesce(author.name, '')),
    'task', task.id)
    from task_note note join task on task.id = note.task_id left join app_user author on author.id = note.created_by
    where note.id = new.note_id;
  return null;
end $$;
create trigger tell_mentioned after insert on task_mention for each row execute function tell_mentioned();

-- The state of a task before a bulk change, for "undo", as long as nothing else has changed the task. One row for each task;
-- the audit log has the change itself.
create table task_former (
  task_id uuid primary key references task on delete cascade,
  -- The task's version after that change, and who made the change.
  version int not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null default now(),
  reviewer_id uuid references app_user,
  assignee_ids uuid[] not null,
  due_on date not null,
  priority smallint not null,
  status text not null,
  held_status text,
  status_reason text,
  completed_at timestamptz,
  completed_by uuid references app_user,
  submitted_by uuid references app_user
);

-- The terms of a recurring task.
create table recurring_task (
  series_id uuid primary key,
  kind text not null default 'task' check (kind = 'task'),
  category_id uuid not null references recurring_task_category,
  -- The version of the category when its checklist and terms were copied.
  category_version int not null,
  service_id uuid references service,
  assignee_rule text not null check (assignee_rule in ('fixed', 'client_executive', 'round_robin')),
  reviewer_id uuid references app_user,
  review_required boolean not null default false,
  -- The target date, in days before the due date.
  target_days smallint check (target_days between 0 and 365),
  priority smallint not null default 3 check (priority between 1 and 4),
  estimate_min int check (estimate_min between 0 and 600000),
  billable boolean not null default false,
  fee bigint check (fee >= 0),
  billing_entity_id uuid references billing_entity,
  description text,
  checklist jsonb not null default '[]' check (category_checklist_fits(checklist)),
  foreign key (series_id, kind) references series (id, kind) on delete cascade,
  check (not billable or (fee is not null and billing_entity_id is not null and service_id is not null))
);
create index recurring_task_category_series on recurring_task (category_id, series_id);
create trigger audit after insert or update or delete on recurring_task for each row execute function audit_series_part();
create trigger hold_base_currency before update on recurring_task for each row
  when (old.fee is null and new.fee is not null) execute function hold_base_currency('billing_entity_id');

create table recurring_task_assignee (
  series_id uuid not null references recurring_task on delete cascade,
  user_id uuid not null references app_user,
  -- The position in the round robin.
  no smallint not null,
  primary key (series_id, user_id)
);
create index recurring_task_assignee_user on recurring_task_assignee (user_id, series_id);
-- The people of a series are audited under the series.
create trigger audit after insert or update or delete on recurring_task_assignee
  for each row execute function audit_series_part();

-- An authority moved the due date of one period.
create table due_override (
  id uuid primary key,
  category_id uuid not null references recurring_task_category,
  period_key text not null check (period_key ~ '^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$'),
  new_due date not null,
  reason text not null check (reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint due_override_period unique (category_id, period_key)
);
call keep_record('due_override');

-- The due date of a task before an extension moved it. If the extension is withdrawn, the task is due on that date again, even
-- if somebody had set the date by hand. A task created under the extension has no row; its date then follows from its rule.
create table due_override_task (
  override_id uuid not null references due_override on delete cascade,
  task_id uuid not null references task on delete cascade,
  former_due date not null,
  primary key (override_id, task_id)
);

-- Time entries of a person never overlap, so nobody has two timers running. The person is written as a range of one value,
-- because without an extension PostgreSQL can exclude overlaps only for ranges.
create type person_range as range (subtype = uuid);

-- Time that a person worked on a task: start and end (no end while it is running), or only the minutes of a day.
create table time_entry (
  id uuid primary key,
  task_id uuid not null references task,
  user_id uuid not null references app_user,
  -- The day that it counts for, in the person's time zone.
  worked_on date not null,
  started_at timestamptz,
  ended_at timestamptz,
  minutes int constraint time_entry_minutes check (minutes between 1 and 1440),
  billable boolean not null default false,
  note text check (note <> ''),
  -- Removed; what was recorded stays in the audit trail of the task.
  removed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  search_text text generated always as (search_normal(coalesce(note, ''))) stored,
  search_grams text[] generated always as (search_grams(search_normal(coalesce(note, '')))) stored,
  constraint time_entry_span check (ended_at > started_at),
  constraint time_entry_whole check ((minutes is null) = (started_at is not null and ended_at is null)),
  constraint time_entry_sum check (ended_at is null or minutes = extract(epoch from ended_at - started_at) / 60),
  constraint time_entry_overlap
    exclude using gist (person_range(user_id, user_id, '[]') with &&, tstzrange(started_at, ended_at) with &&)
    where (started_at is not null and removed_at is null)
);
create index time_entry_by_day on time_entry (worked_on, id) where removed_at is null;
create index time_entry_of_person on time_entry (user_id, worked_on, id) where removed_at is null;
create index time_entry_of_task on time_entry (task_id, worked_on, id) where removed_at is null;
create index time_entry_running on time_entry (user_id) where ended_at is null and started_at is not null and removed_at is null;
create index time_entry_search on time_entry using gin (search_grams) where removed_at is null;
call keep_record('time_entry');

-- Recording time and deleting the task wait for each other.
create function time_of_a_task() returns trigger language plpgsql as $$
declare state text; gone timestamptz;
begin
  select status, deleted_at into state, gone from task where id = new.task_id for share;
  if gone is not null or state = 'cancelled' then
    raise exception 'time cannot be recorded on a cancelled or deleted task' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_of_a_task before insert on time_entry for each row execute function time_of_a_task();

create function time_stays_of_its_task() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.removed_at is not null or (new.task_id, new.user_id) <> (old.task_id, old.user_id) then
    raise exception 'recorded time cannot be deleted, moved to another task or person, or changed after its removal' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger time_stays_of_its_task before update or delete on time_entry
  for each row execute function time_stays_of_its_task();
