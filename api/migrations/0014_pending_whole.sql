-- Work is billed once, whoever bills it: what the application promised so far, held here.

create unique index invoice_line_item on invoice_line (invoice_id, pending_item_id) where pending_item_id is not null;

-- An item goes from one document to another only by waiting in between.
create function pending_item_one_bill() returns trigger language plpgsql as $$
begin
  if old.invoice_id is not null and new.invoice_id is not null and new.invoice_id <> old.invoice_id then
    raise exception 'item % is billed by another invoice', old.id using errcode = 'DB050';
  end if;
  return new;
end $$;
create trigger pending_item_one_bill before update of invoice_id on pending_item
  for each row execute function pending_item_one_bill();

-- At commit a line bills an item that is this document's own. What a voided one billed may be anywhere.
create function invoice_line_bills_its_item() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        left join pending_item item on item.id = line.pending_item_id
      where line.id = new.id and line.pending_item_id is not null and live.status <> 'void'
        and item.invoice_id is distinct from line.invoice_id) then
    raise exception 'line % bills work that is not its document''s', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger invoice_line_bills_its_item after insert or update on invoice_line deferrable initially deferred
  for each row when (new.pending_item_id is not null) execute function invoice_line_bills_its_item();

-- At commit nothing waits again that a standing document still bills, but for what a credit note gave back.
create function pending_item_given_back() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        join pending_item item on item.id = line.pending_item_id
      where line.pending_item_id = old.id and line.invoice_id = old.invoice_id and live.status <> 'void'
        and item.invoice_id is distinct from old.invoice_id)
    and not exists (select from credit_note_line where reopened_item_id = old.id and invoice_id = old.invoice_id) then
    raise exception 'item % is still billed', old.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger pending_item_given_back after update of invoice_id on pending_item deferrable initially deferred
  for each row when (old.invoice_id is not null and new.invoice_id is distinct from old.invoice_id)
  execute function pending_item_given_back();

-- Why something is held back, for whoever looks through what waits.
alter table pending_item add column hold_reason text;
alter table pending_item disable trigger user;
update pending_item set hold_reason = coalesce(nullif(reason, ''), '–') where state = 'held';
alter table pending_item enable trigger user;
alter table pending_item add constraint pending_item_held_with_reason check ((state = 'held') = (coalesce(hold_reason, '') <> ''));
