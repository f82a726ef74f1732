-- One-time work of a category has periods too: two tasks of the same client, category and period are one too many unless
-- somebody says why (docs/rules.md#one-task-per-period). That of a duty is `task_of_period_once`, of 0049.
create unique index task_of_category_period_once on task (client_id, category_id, period_from, period_to)
  where deleted_at is null and duplicate_reason is null and category_id is not null
    and period_from is not null and period_to is not null;

-- Where a task was due before a government's extension moved it: there it is due again when that is taken back, also where
-- somebody had given it a day of its own. One that was made under the extension has no row, and its rule says when.
create table due_override_task (
  override_id uuid not null references due_override on delete cascade,
  task_id uuid not null references task on delete cascade,
  former_due date not null,
  primary key (override_id, task_id)
);
