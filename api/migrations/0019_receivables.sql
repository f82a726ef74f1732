-- Receivables: when the parts of an invoice fall due, from when on nothing is left of a payment or a credit note, and whose
-- work a document is: the department of its lines, and the people who looked after its client.

-- One row for each part of an issued document that has a due date of its own. Row 0 is the prepaid part, due on the issue date;
-- the other rows add up to the payable printed. The oldest row is settled first; allocations never name one.
create table invoice_due (
  invoice_id uuid not null references invoice on delete cascade,
  no smallint not null check (no >= 0),
  due_on date not null,
  amount bigint not null check (amount >= 0),
  primary key (invoice_id, no)
);

insert into invoice_due (invoice_id, no, due_on, amount)
  select id, 1, due_date, payable from invoice where issued_at is not null
  union all
  select id, 0, issue_date, prepaid from invoice where issued_at is not null and prepaid > 0;

create trigger invoice_due_frozen before insert or update or delete on invoice_due
  for each row execute function invoice_part_frozen();
create trigger invoice_due_no_truncate before truncate on invoice_due for each statement execute function refuse_change();

-- The issue writes the rows that the draft does not have, and refuses rows that do not add up.
create function invoice_falls_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.prepaid > 0 then
    insert into invoice_due (invoice_id, no, due_on, amount) values (new.id, 0, new.issue_date, new.prepaid)
      on conflict (invoice_id, no) do nothing;
  end if;
  if not exists (select from invoice_due where invoice_id = new.id and no > 0) then
    insert into invoice_due (invoice_id, no, due_on, amount) values (new.id, 1, new.due_date, new.payable);
  end if;
  if (select coalesce(sum(amount) filter (where no = 0), 0) <> new.prepaid or sum(amount) filter (where no > 0) <> new.payable
        or min(due_on) < new.issue_date or bool_or(no = 0 and due_on <> new.issue_date)
      from invoice_due where invoice_id = new.id)
    or exists (select from invoice_due row join invoice_due later on later.invoice_id = row.invoice_id and later.no > row.no
      where row.invoice_id = new.id and later.due_on < row.due_on) then
    raise exception 'the parts of invoice % that fall due do not add up to its amount, or are not in the order of their dates', new.id
      using errcode = 'DB006';
  end if;
  return new;
end $$;
create trigger invoice_falls_due before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null) execute function invoice_falls_due();

-- How many rows the document has: for a single one, `due_date` and `outstanding` say all, and reports join nothing.
-- `posted_on` is the date from which the client owes it: an opening invoice counts from the cut-over date, not from its own.
alter table invoice_state add due_rows smallint not null default 1 check (due_rows > 0), add posted_on date;

create or replace function invoice_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, issue_date, due_date, posted_on, currency, number, payable)
    values (new.id, new.entity_id, new.client_id, new.doc_kind, new.issue_date, new.due_date, coalesce(new.opening_on, new.issue_date),
      new.currency, coalesce(new.number, ''), new.total)
  on conflict (invoice_id) do update set entity_id = excluded.entity_id, client_id = excluded.client_id,
    doc_kind = excluded.doc_kind, issue_date = excluded.issue_date, due_date = excluded.due_date,
    posted_on = excluded.posted_on, currency = excluded.currency, number = excluded.number, payable = excluded.payable,
    status = case when new.issued_at is null then 'draft' when new.total = 0 then 'paid' else 'issued' end,
    outstanding = case when new.issued_at is null then 0 else new.total end,
    settled_on = case when new.issued_at is not null and new.total = 0 then new.issue_date end,
    due_rows = case when new.issued_at is null then 1 else (select count(*) from invoice_due where invoice_id = new.id) end;
  return null;
end $$;

-- `due_date` is that of the oldest row that is still open; of a settled invoice, that of its last row.
create function invoice_due_moves() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select coalesce(min(due_on) filter (where upto > new.payable - new.outstanding), max(due_on)) into new.due_date
    from (select due_on, sum(amount) over (order by no) as upto from invoice_due where invoice_id = new.invoice_id) row;
  return new;
end $$;
create trigger invoice_due_moves before update on invoice_state for each row
  when (new.due_rows > 1 and new.status not in ('draft', 'void') and new.outstanding <> old.outstanding)
  execute function invoice_due_moves();

-- The date moves with each payment of an instalment and is no change that somebody made.
drop trigger audit_step on invoice_state;
create trigger audit_step after update on invoice_state for each row
  when (new.stage is distinct from old.stage and (new.stage is not null or old.stage = 'pending_approval')
    or (old.sent_at, old.written_off) is distinct from (new.sent_at, new.written_off))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'display_status', 'tolerated', 'due_date');

-- From this date on nothing is left of a receipt: it is allocated or refunded as a whole, bounced or reversed.
alter table receipt_state add used_up_on date;

create function receipt_used_up_on(receipt uuid) returns date language sql stable as $$
  select max(day) from (
    select allocated_on as day from allocation where receipt_id = receipt and reversed_on is null
    union all select refunded_on from receipt_refund where receipt_id = receipt and reversed_on is null) used
$$;

create function receipt_used_up() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.used_up_on := case when new.status <> 'posted' then new.reversed_on
    when new.allocated + new.refunded = new.available then receipt_used_up_on(new.receipt_id) end;
  return new;
end $$;
create trigger receipt_used_up before update on receipt_state for each row
  when ((old.status, old.allocated, old.refunded) is distinct from (new.status, new.allocated, new.refunded))
  execute function receipt_used_up();

drop trigger audit on receipt_state;
create trigger audit after update on receipt_state for each row execute function audit_change('allocated', 'used_up_on');

-- As for a receipt; a void credit note is used up on the date of its void.
alter table credit_note_state add used_up_on date;

create function credit_note_used_up_on(note uuid) returns date language sql stable as $$
  select max(day) from (
    select allocated_on as day from allocation where credit_note_id = note and reversed_on is null
    union all select refunded_on from credit_note_refund where credit_note_id = note and reversed_on is null) used
$$;

create function credit_note_used_up() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.used_up_on := case when new.status = 'void' then new.void_date
    when new.status <> 'draft' and new.available = 0 then coalesce(credit_note_used_up_on(new.id), new.issue_date) end;
  return new;
end $$;
create trigger credit_note_used_up before update on credit_note_state for each row
  when ((old.status, old.available) is distinct from (new.status, new.available)) execute function credit_note_used_up();

drop trigger audit on credit_note_state;
create trigger audit after update of voided_at on credit_note_state
  for each row execute function audit_change('available', 'applied', 'refunded', 'used_up_on');

-- The people who looked after the client when the document was posted, so that what they billed and collected stays theirs.
alter table invoice add crm_id uuid references app_user, add executive_ids uuid[] not null default '{}';
alter table receipt add crm_id uuid references app_user, add executive_ids uuid[] not null default '{}';

create function client_executives(client uuid) returns uuid[] language sql stable as $$
  select array(select user_id from client_executive where client_id = client order by user_id)
$$;

create function keep_who_looks_after() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.crm_id := (select crm_id from client where id = new.client_id);
  new.executive_ids := client_executives(new.client_id);
  return new;
end $$;
create trigger keep_who_looks_after before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null) execute function keep_who_looks_after();
create trigger keep_who_looks_after before insert on receipt for each row execute function keep_who_looks_after();

drop trigger audit on invoice;
create trigger audit after insert or update or delete on invoice for each row execute function audit_change('crm_id', 'executive_ids');
drop trigger audit on receipt;
create trigger audit after insert or update or delete on receipt for each row execute function audit_change('crm_id', 'executive_ids');

-- The department of a line: that of the task that it bills, else that of its service, else the client's only one.
create function department_of_line(item uuid, service uuid, document uuid) returns uuid language sql stable as $$
  select coalesce(
    (select coalesce(category.department_id, recurring.department_id, done.department_id)
      from pending_item billed join task on billed.source = 'task' and task.id = billed.source_id
      left join task_category category on category.id = task.category_id
      left join recurring_task_category recurring on recurring.id = task.recurring_category_id
      left join service done on done.id = task.service_id
      where billed.id = item),
    (select department_id from service as charged where charged.id = service),
    (select (array_agg(department_id))[1] from client_department
      where client_id = (select client_id from invoice where id = document) having count(*) = 1))
$$;

create function line_has_department() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.department_id := department_of_line(new.pending_item_id, new.service_id, new.invoice_id);
  return new;
end $$;
create trigger line_has_department before insert on invoice_line for each row execute function line_has_department();

-- The issue looks again, because services, tasks and the client may have moved since the draft; normally no line changes.
create function lines_have_departments() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invoice_line line set department_id = found.department_id
    from (select id, department_of_line(pending_item_id, service_id, invoice_id) as department_id
      from invoice_line where invoice_id = new.id) found
    where line.id = found.id and line.department_id is distinct from found.department_id;
  return new;
end $$;
create trigger lines_have_departments before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null) execute function lines_have_departments();

-- Nobody enters the department, so it is neither in the history of the lines nor part of what an approval covers.
create or replace function invoice_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(line)
        - array['id', 'invoice_id', 'amount', 'net', 'tax', 'components', 'category', 'rate', 'department_id'])
      order by line.no) from invoice_line line where line.invoice_id = document),
    'adjustments', coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(adjustment) - array['id', 'invoice_id', 'net', 'tax', 'category', 'rate'])
      order by adjustment.no) from invoice_adjustment adjustment where adjustment.invoice_id = document), '[]'))
$$;

-- With a department of null, as it was when the approvals before this migration were given.
create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - 'id' || '{"department_id": null}' order by no) from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

-- What is stored already gets today's people and the department of its service. The laws refuse changes of issued documents,
-- so they are lifted for these statements alone; nobody else writes these tables until the migration has ended.
alter table invoice_state disable trigger user;
update invoice_state set posted_on = coalesce(opening_on, invoice.issue_date), due_rows = case when prepaid > 0 and issued_at is not null then 2 else 1 end
  from invoice where invoice.id = invoice_state.invoice_id;
alter table invoice_state enable trigger user;

alter table receipt_state disable trigger user;
update receipt_state set used_up_on = case when status <> 'posted' then reversed_on else receipt_used_up_on(receipt_id) end
  where status <> 'posted' or allocated + refunded = available;
alter table receipt_state enable trigger user;

alter table credit_note_state disable trigger user;
update credit_note_state set used_up_on = case when status = 'void' then void_date
  else coalesce(credit_note_used_up_on(id), issue_date) end where status <> 'draft' and available = 0;
alter table credit_note_state enable trigger user;

alter table invoice disable trigger user;
update invoice set crm_id = client.crm_id, executive_ids = client_executives(client.id)
  from client where client.id = invoice.client_id and invoice.issued_at is not null;
alter table invoice enable trigger user;

alter table receipt disable trigger user;
update receipt set crm_id = client.crm_id, executive_ids = client_executives(client.id)
  from client where client.id = receipt.client_id;
alter table receipt enable trigger user;

alter table invoice_line disable trigger user;
update invoice_line set department_id = service.department_id
  from service where service.id = invoice_line.service_id and invoice_line.department_id is distinct from service.department_id;
alter table invoice_line enable trigger user;

alter table invoice_state add constraint invoice_state_posted_on check (posted_on >= issue_date);
alter table receipt_state add constraint receipt_state_used_up
  check ((used_up_on is null) = (status = 'posted' and allocated + refunded < available));
alter table credit_note_state add constraint credit_note_state_used_up
  check ((used_up_on is null) = (status = 'draft' or available > 0));
alter table invoice add constraint invoice_has_crm check (issued_at is null or crm_id is not null);
alter table receipt add constraint receipt_has_crm check (crm_id is not null);

-- Reports as of a day read what is open now, what closed after that day, and what moved after it.
drop index invoice_state_owed;
create index invoice_state_owed on invoice_state (due_date)
  include (invoice_id, entity_id, client_id, currency, outstanding, issue_date, posted_on, due_rows, doc_kind) where outstanding > 0;
create index invoice_state_settled on invoice_state (settled_on)
  include (invoice_id, entity_id, client_id, currency, issue_date, posted_on, due_date, due_rows, doc_kind) where settled_on is not null;
create index invoice_state_voided on invoice_state (void_date) where void_date is not null;
create index receipt_state_used_up_on on receipt_state (used_up_on) include (receipt_id, receipt_date) where used_up_on is not null;
-- By the column and not by the amounts: its statistics tell the planner how few receipts have something left.
create index receipt_state_left on receipt_state (receipt_id) where used_up_on is null;
create index credit_note_state_used_up_on on credit_note_state (used_up_on) where used_up_on is not null;
create index credit_note_state_open on credit_note_state (client_id) where available > 0;
create index allocation_by_day on allocation (allocated_on)
  include (invoice_id, receipt_id, credit_note_id, amount, reversed_on);
create index allocation_by_reversal on allocation (reversed_on)
  include (invoice_id, receipt_id, credit_note_id, amount, allocated_on) where reversed_on is not null;
create index write_off_by_day on write_off (written_off_on);
create index write_off_by_reversal on write_off (reversed_on) where reversed_on is not null;

-- The one row of the firm's buckets: the last day of each but the last bucket, which is open.
create table ageing_setting (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  bounds int[] not null default '{30,60,90,180}',
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
call keep_record('ageing_setting');
create trigger ageing_setting_stays before delete on ageing_setting for each row execute function refuse_change();

create function bounds_increase(bounds int[]) returns boolean language sql immutable as $$
  select count(*) between 1 and 7 and bool_and(bound > before) and min(bound) > 0 from (
    select bound, coalesce(lag(bound) over (order by place), 0) as before
    from unnest(bounds) with ordinality as one (bound, place)) part
$$;
alter table ageing_setting add constraint ageing_setting_bounds check (bounds_increase(bounds));
insert into ageing_setting default values;
