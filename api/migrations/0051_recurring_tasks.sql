-- Who does the work of a series is told in its trail, and a government's extension finds the tasks of a period.

create trigger audit after insert or update or delete on recurring_task_assignee
  for each row execute function audit_series_part();

create index task_by_period on task (recurring_category_id, period_key, id)
  where deleted_at is null and recurring_category_id is not null;
