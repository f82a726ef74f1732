-- The work of a duty is found as that of a one-time category is.
create index task_by_duty_due on task (recurring_category_id, due_on, id) where recurring_category_id is not null;
create index task_by_duty_work
  on task (recurring_category_id, ((status in ('completed', 'cancelled'))::int), due_on, id)
  where deleted_at is null and recurring_category_id is not null;

-- A duty names a period by both its days: October is not the quarter that begins with it.
alter table task disable trigger user;
update task set period_key = to_char(coalesce(run.period_from, task.period_from), 'YYYY-MM-DD') || '--'
    || to_char(coalesce(run.period_to, task.period_to), 'YYYY-MM-DD')
  from task same left join series_run run on run.series_id = same.series_id and run.nominal_date = same.nominal_on
  where same.id = task.id and task.period_key is not null;
alter table task enable trigger user,
  add constraint task_period_key check (period_key ~ '^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$');

-- One extension moved all periods that begin on its day: it goes on for each of them that has tasks.
alter table due_override disable trigger user;
insert into due_override (id, category_id, period_key, new_due, reason)
  select gen_random_uuid(), override.category_id, period.key, override.new_due, override.reason
  from due_override override
    join (select distinct recurring_category_id as category_id, period_key as key from task) period
      on period.category_id = override.category_id and left(period.key, 10) = override.period_key;
update due_override_task kept set override_id = fresh.id
  from task, due_override former, due_override fresh
  where task.id = kept.task_id and former.id = kept.override_id and fresh.category_id = former.category_id
    and fresh.period_key = task.period_key;
delete from due_override where length(period_key) = 10;
alter table due_override enable trigger user,
  drop constraint due_override_period_key_check,
  add constraint due_override_period_key_check check (period_key ~ '^\d{4}-\d{2}-\d{2}--\d{4}-\d{2}-\d{2}$');
