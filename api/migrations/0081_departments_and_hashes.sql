-- The department that spent the money: of the task, or else the client's only one, unless a person chose another. It is posted
-- with the cost, and what the client is charged for the expense is income of the same department.

alter table expense
  -- What a person chose, and what follows from it or from the work.
  add column own_department_id uuid references department,
  add column department_id uuid references department;
create index expense_by_department on expense (department_id, expense_date desc, id desc) where department_id is not null;

create function department_of_task(work uuid) returns uuid language sql stable as $$
  select coalesce(category.department_id, recurring.department_id, done.department_id)
  from task left join task_category category on category.id = task.category_id
    left join recurring_task_category recurring on recurring.id = task.recurring_category_id
    left join service done on done.id = task.service_id
  where task.id = work
$$;
create function department_of_client(of_client uuid) returns uuid language sql stable as $$
  select (array_agg(department_id))[1] from client_department where client_id = of_client having count(*) = 1
$$;

create or replace function department_of_line(item uuid, service uuid, document uuid) returns uuid language sql stable as $$
  select coalesce(
    (select case billed.source
        when 'task' then department_of_task(billed.source_id)
        when 'time' then (select department_of_task(task_id) from time_bill where id = billed.source_id)
        when 'expense' then (select department_id from expense where id = billed.source_id) end
      from pending_item billed where billed.id = item),
    (select department_id from service as charged where charged.id = service),
    department_of_client((select client_id from invoice where id = document)))
$$;

-- The department is settled with the submission: what is approved is what the approver has seen.
create function expense_has_department() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (old.status not in ('draft', 'rejected') or new.status not in ('draft', 'submitted')) then
    new.department_id := old.department_id;
  else
    new.department_id := coalesce(new.own_department_id, department_of_task(new.task_id), department_of_client(new.client_id));
  end if;
  return new;
end $$;
create trigger expense_has_department before insert or update on expense for each row execute function expense_has_department();

-- This law is as it was, but the department follows from the work.
do $do$ begin
  execute replace(pg_get_functiondef('expense_moves'::regproc), $$'recoverable_tax', 'updated_at'$$,
    $$'recoverable_tax', 'department_id', 'updated_at'$$);
end $do$;

-- Checked at commit: the cost of an expense is posted to its department. An expense of before this migration has none, and
-- neither has what it posted.
create function expense_posted_to_department() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
      where entry.source_type = 'expense' and entry.source_id = new.id and account.type = 'expense'
        and line.department_id is distinct from new.department_id) then
    raise exception 'expense % must post its cost to its department', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger expense_posted_to_department after update on expense deferrable initially deferred
  for each row when (new.status in ('approved', 'reimbursed', 'reversed')) execute function expense_posted_to_department();

-- The hash of a row of the audit log left out nulls, so a value could be moved into a neighbouring column that was null. Rows from now
-- on are hashed as an array, where every column has its place; older rows stay as they were hashed. The hashes of the second kind begin
-- with another character than those of the first, so no row can pass for one of the other kind.
alter table audit_event add column hash_version smallint not null default 1 check (hash_version in (1, 2));
alter table audit_event alter column hash_version set default 2;

create or replace function audit_hash(e audit_event) returns bytea language plpgsql immutable as $$
begin
  if e.hash_version = 1 then
    return sha256(convert_to(concat_ws('|', e.id, e.xid, extract(epoch from e.at), e.actor_id, e.request_id, e.action,
      e.entity, e.entity_id, e.body::text, e.address), 'UTF8'));
  end if;
  return sha256(convert_to(jsonb_build_array(e.hash_version, e.id, e.xid, extract(epoch from e.at), e.actor_id, e.request_id, e.action,
    e.entity, e.entity_id, e.body, e.address)::text, 'UTF8'));
end $$;

create or replace function audit_event_hash() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  new.address := coalesce(new.address, nullif(current_setting('daybook.address', true), ''));
  new.hash_version := 2;
  new.hash := audit_hash(new);
  return new;
end $$;
