-- What a person is told of: in the list of the bell, live in their open tabs.
create table notification (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('task_assigned', 'task_to_review', 'task_sent_back', 'enquiry_assigned',
    'client_assigned', 'rights_changed', 'handed_over')),
  params jsonb not null default '{}',
  -- Below /app.
  path text,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
create index notification_list on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;

-- Every server listens and tells the open tabs of the person.
create function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', new.user_id, 'event', 'notification')::text);
  return null;
end $$;
create trigger tell_of_notification after insert on notification for each row execute function tell_of_notification();

-- Nobody is told of what they did themselves. `daybook.quiet` is set where one notice stands for many changes: a
-- hand-over, the filling of a demo.
create function tell(person uuid, kind text, params jsonb, path text) returns void language sql as $$
  insert into notification (user_id, kind, params, path)
  select person, kind, params, path
  where person is not null and person is distinct from daybook_actor()
    and coalesce(current_setting('daybook.quiet', true), '') <> 'on'
$$;

create function tell_assignee() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'task_assigned', jsonb_build_object('no', task.no, 'title', task.title),
    'tasks/view-task/' || task.id) from task where task.id = new.task_id;
  return null;
end $$;
create trigger tell_assignee after insert on task_assignee for each row execute function tell_assignee();

create function tell_of_review() returns trigger language plpgsql as $$
begin
  if new.status = 'in_review' then
    perform tell(new.reviewer_id, 'task_to_review', jsonb_build_object('no', new.no, 'title', new.title),
      'tasks/view-task/' || new.id);
  else
    perform tell(task_assignee.user_id, 'task_sent_back',
      jsonb_build_object('no', new.no, 'title', new.title, 'reason', coalesce(new.status_reason, '')),
      'tasks/view-task/' || new.id) from task_assignee where task_id = new.id;
  end if;
  return null;
end $$;
create trigger tell_of_review after update of status on task for each row
  when (old.status is distinct from new.status
    and (new.status = 'in_review' or (old.status = 'in_review' and new.status = 'in_progress')))
  execute function tell_of_review();

create function tell_enquiry_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.owner_id is distinct from new.owner_id then
    perform tell(new.owner_id, 'enquiry_assigned', jsonb_build_object('no', new.no, 'name', new.name),
      'enquiries/edit/' || new.id);
  end if;
  return null;
end $$;
create trigger tell_enquiry_owner after insert or update of owner_id on enquiry for each row
  execute function tell_enquiry_owner();

create function tell_relationship_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.crm_id is distinct from new.crm_id then
    perform tell(new.crm_id, 'client_assigned', jsonb_build_object('code', new.code, 'name', new.name),
      'view-client/' || new.id);
  end if;
  return null;
end $$;
create trigger tell_relationship_manager after insert or update of crm_id on client for each row
  execute function tell_relationship_manager();

-- A document is found by its amount.
create index invoice_state_payable on invoice_state (payable, invoice_id);
create index receipt_amount on receipt (amount, id);
