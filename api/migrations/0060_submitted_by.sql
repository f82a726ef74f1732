-- Who sends a task to its review does not pass it, though they have handed the work on before.
alter table task add column submitted_by uuid references app_user;
alter table task_former add column submitted_by uuid references app_user;

-- Who sent what is in review now stands in the audit trail.
alter table task disable trigger user;
update task set submitted_by = (
    select app_user.id from audit_event event join app_user on app_user.id = event.actor_id
    where event.entity = 'task' and event.entity_id = task.id
      and event.body #>> '{before,status}' = 'in_progress' and event.body #>> '{after,status}' = 'in_review'
    order by event.id desc limit 1)
  where review_required and 'in_review' in (status, held_status);
alter table task enable trigger user,
  add constraint task_review_by_others check (not (review_required and status = 'completed' and completed_by = submitted_by));
