-- A package that an import gave a client goes with the undo of the import, while it has made no invoice and nobody has worked on its tasks.

create table imported_subscription (
  subscription_id uuid primary key references subscription on delete cascade,
  import_id uuid not null references import on delete cascade,
  -- The tasks that are done once. Those of its series are found by them.
  task_ids uuid[] not null
);
create index imported_subscription_import on imported_subscription (import_id);

-- Whether the import that began the subscription is being undone.
create function is_taken_back(of_subscription uuid) returns boolean language sql stable as $$
  select exists (select from imported_subscription made join import on import.id = made.import_id
    where made.subscription_id = of_subscription and import.undo_job_id is not null)
$$;

create function tasks_of_subscription(of_subscription uuid) returns uuid[] language sql stable as $$
  select array(select task.id from series join task on task.series_id = series.id where series.subscription_id = of_subscription
    union select task.id from imported_subscription made join task on task.id = any (made.task_ids)
      where made.subscription_id = of_subscription)
$$;

-- Whether something was made of it that stays: an invoice, or a task that has not been taken back.
create function subscription_has_made(of_subscription uuid) returns boolean language sql stable as $$
  select exists (select from series join series_run run on run.series_id = series.id
      where series.subscription_id = of_subscription and series.kind = 'invoice' and run.status = 'created')
    or cardinality(tasks_of_subscription(of_subscription)) > 0
$$;

-- Deletes a subscription with its series and its tasks, for the undo of the import that began it. Returns why not: what was invoiced,
-- worked on or changed stays.
create function take_back_subscription(of_subscription uuid) returns text language plpgsql as $$
declare
  made uuid[];
  of_series uuid[] := array(select id from series where subscription_id = of_subscription);
begin
  -- In the order of a run of its series.
  perform from series_progress where series_id = any (of_series) order by series_id for update;
  perform from series where id = any (of_series) order by id for update;
  perform from subscription where id = of_subscription for update;
  made := tasks_of_subscription(of_subscription);
  perform from task where id = any (made) order by id for update;
  if exists (select from series_run where series_id = any (of_series) and status = 'created'
      and (select kind from series where id = series_id) = 'invoice') then
    return 'invoiced';
  end if;
  if exists (select from subscription where id = of_subscription and version > 1)
    or exists (select from series where id = any (of_series) and version > 1)
    or exists (select from series_exception where series_id = any (of_series)) then
    return 'changed';
  end if;
  if exists (select from task where id = any (made) and version > 1)
    or exists (select from task_note where task_id = any (made)) or exists (select from time_entry where task_id = any (made))
    or exists (select from document_attachment where task_id = any (made)) or exists (select from expense where task_id = any (made)) then
    return 'worked_on';
  end if;
  delete from notification where record_kind = 'task' and record_id = any (made);
  delete from task where id = any (made);
  delete from series_run where series_id = any (of_series);
  update subscription set version = version + 1 where id = of_subscription;
  delete from subscription_price where subscription_id = of_subscription;
  delete from series where id = any (of_series);
  delete from subscription where id = of_subscription;
  return null;
end $$;

-- The laws as they were, but for a subscription that is taken back before anything was made of it.
do $do$
declare
  law regprocedure;
  before text;
  after text;
  told text;
begin
  for law, before, after in values
    ('subscription_stays()'::regprocedure, E'  if tg_op = ''DELETE'' then\n',
      E'  if tg_op = ''DELETE'' and is_taken_back(old.id) and not subscription_has_made(old.id) then\n    return old;\n  end if;\n  if tg_op = ''DELETE'' then\n'),
    ('series_of_subscription_stays()', E'begin\n',
      E'begin\n  if is_taken_back(old.subscription_id) and not subscription_has_made(old.subscription_id) then\n    return old;\n  end if;\n'),
    ('series_run_stays()', E'    if old.status = ''created'' then\n',
      E'    if old.status = ''created'' and not exists (select from series where id = old.series_id and kind = ''task''\n        and is_taken_back(subscription_id) and cardinality(tasks_of_subscription(subscription_id)) = 0) then\n') loop
    told := pg_get_functiondef(law);
    if strpos(told, before) = 0 then
      raise exception 'the text of % is not as expected', law;
    end if;
    execute replace(told, before, after);
  end loop;
end $do$;
