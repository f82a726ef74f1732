-- The work of a line that is credited whole waits again or is given up, and the void of a credit note bills it as before.

alter table credit_note_line rename column reopened_item_id to pending_item_id;
alter table credit_note_line add column work text check (work in ('waits', 'given_up'));
alter table credit_note_line disable trigger user;
update credit_note_line set work = 'waits' where pending_item_id is not null;
alter table credit_note_line enable trigger user;
alter table credit_note_line add constraint credit_note_line_work check ((work is null) = (pending_item_id is null));
create index credit_note_line_item on credit_note_line (pending_item_id) where pending_item_id is not null;

create or replace function pending_item_given_back() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        join pending_item item on item.id = line.pending_item_id
      where line.pending_item_id = old.id and line.invoice_id = old.invoice_id and live.status <> 'void'
        and item.invoice_id is distinct from old.invoice_id)
    and not exists (select from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
      where line.pending_item_id = old.id and line.invoice_id = old.invoice_id and state.status not in ('draft', 'void')) then
    raise exception 'item % is still billed', old.id using errcode = 'DB050';
  end if;
  return null;
end $$;

-- What an issued invoice bills goes back to it, whatever became of the group since.
create or replace function pending_item_billed_to() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.invoice_id is not null then
    return null;
  end if;
  if exists (select from invoice
        join client billed on billed.id = invoice.client_id
        join client worked_for on worked_for.id = new.client_id
      where invoice.id = new.invoice_id
        and not (invoice.issued_at is not null
          and exists (select from invoice_line where invoice_id = invoice.id and pending_item_id = new.id))
        and ((invoice.entity_id, invoice.currency) <> (new.entity_id, new.currency)
          or (billed.id <> worked_for.id and coalesce(billed.group_id <> worked_for.group_id, true)))) then
    raise exception 'item % is not its client''s nor of their group', new.id using errcode = 'DB008';
  end if;
  return null;
end $$;

-- Whether what an item bills is still done, or still laid out.
create function work_stands(item pending_item) returns boolean language sql stable as $$
  select case item.source
    when 'task' then exists (select from task where id = item.source_id and status = 'completed' and deleted_at is null)
    when 'expense' then exists (select from expense where id = item.source_id and state in ('approved', 'reimbursed'))
    else true end
$$;

-- At commit the invoices of a voided credit note bill the work again that it gave back. None that a later note gave back
-- is billed a second time by voiding an earlier one.
create function credit_note_void_whole() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from invoice_state where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
    order by invoice_id for update;
  if exists (select from credit_note_line line left join pending_item item on item.id = line.pending_item_id
      where line.credit_note_id = new.id and line.pending_item_id is not null
        and (item.id is null or item.invoice_id is distinct from line.invoice_id or not work_stands(item))) then
    raise exception 'credit note % gave back work that is not its invoice''s by now', new.id using errcode = 'DB050';
  end if;
  if exists (select from credit_note_line line
      join credit_note_line later on later.invoice_line_id = line.invoice_line_id and later.pending_item_id is not null
      join credit_note_state state on state.id = later.credit_note_id and state.status not in ('draft', 'void')
      where line.credit_note_id = new.id and later.credit_note_id <> new.id) then
    raise exception 'the work of a line of credit note % was given back by another', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger credit_note_void_whole after update of status on credit_note_state deferrable initially deferred
  for each row when (new.status = 'void' and old.status <> 'void') execute function credit_note_void_whole();

-- A void is of no day before the last on which a credit note of the invoice stood.
create function invoice_void_after_its_credits() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note_invoice part join credit_note_state state on state.id = part.credit_note_id
      where part.invoice_id = new.invoice_id and state.void_date > new.void_date) then
    raise exception 'invoice % is voided before a credit note of it', new.invoice_id using errcode = 'DB006';
  end if;
  return new;
end $$;
create trigger invoice_void_after_its_credits before update of void_date on invoice_state
  for each row when (new.void_date is not null) execute function invoice_void_after_its_credits();
