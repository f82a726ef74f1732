-- One-time work of a category has periods too: two tasks of the same client, category and period are one too many unless
-- somebody says why (domain.md §2). That of a duty is `task_of_period_once`, of 0049.
create unique index task_of_category_period_once on task (client_id, category_id, period_from, period_to)
  where deleted_at is null and duplicate_reason is null and category_id is not null
    and period_from is not null and period_to is not null;
