-- The report of realisation compares the hours of tasks with what was billed for them.

-- The work that a line of an invoice bills. It stays when the pending item is withdrawn, after a void or a credit note.
create table line_work (
  line_id uuid primary key references invoice_line on delete cascade,
  task_id uuid not null references task,
  -- The bill of hours; null if the line bills the fee of the task.
  time_bill_id uuid references time_bill
);
create index line_work_task on line_work (task_id);
create index line_work_bill on line_work (time_bill_id) where time_bill_id is not null;

insert into line_work
  select line.id, coalesce(bill.task_id, item.source_id), bill.id
  from invoice_line line join pending_item item on item.id = line.pending_item_id and item.source in ('task', 'time')
  left join time_bill bill on item.source = 'time' and bill.id = item.source_id;

create function keep_line_work() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into line_work
    select new.id, coalesce(bill.task_id, item.source_id), bill.id
    from pending_item item left join time_bill bill on item.source = 'time' and bill.id = item.source_id
    where item.id = new.pending_item_id and item.source in ('task', 'time');
  return null;
end $$;
create trigger keep_line_work after insert on invoice_line for each row when (new.pending_item_id is not null)
  execute function keep_line_work();
create trigger line_work_stays before update on line_work for each row execute function refuse_change();
create trigger line_work_no_truncate before truncate on line_work for each statement execute function refuse_change();

-- The day on which pending work was written off, in the zone of its billing entity.
alter table pending_item add column written_off_on date;
alter table pending_item disable trigger user;
update pending_item item set written_off_on = (item.updated_at at time zone entity.timezone)::date
  from billing_entity entity where entity.id = item.entity_id and item.status = 'written_off';
alter table pending_item enable trigger user;
alter table pending_item add constraint pending_item_written_off check ((status = 'written_off') = (written_off_on is not null));
create index pending_item_written_off_on on pending_item (written_off_on) where written_off_on is not null;

create function pending_item_written_off_on() returns trigger language plpgsql as $$
begin
  if new.status <> 'written_off' then
    new.written_off_on := null;
  elsif tg_op = 'INSERT' or old.status <> 'written_off' then
    new.written_off_on := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
  else
    new.written_off_on := old.written_off_on;
  end if;
  return new;
end $$;
create trigger pending_item_written_off_on before insert or update on pending_item
  for each row execute function pending_item_written_off_on();
