-- What a task was before it was changed among many, as long as nothing else has changed it: what "undo" puts back. One row
-- a task; the audit trail has the change itself.
create table task_former (
  task_id uuid primary key references task on delete cascade,
  -- The task's version after that change, and whose change it was.
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
  completed_by uuid references app_user
);

-- What was completed of late is a small part of all that ever was.
create index task_by_completion on task (completed_at) where deleted_at is null and completed_at is not null;
