-- A line is of the kind of the work it bills; what was paid in the client's name is billed at that amount, outside tax.
create function invoice_line_as_it_was_paid() returns trigger language plpgsql as $$
declare item pending_item;
begin
  select * into item from pending_item where pending_item.id = new.pending_item_id;
  if item.kind <> new.kind
    or (item.kind = 'disbursement' and (new.amount, new.net, new.tax, new.category) <> (item.amount, item.amount, 0, 'O')) then
    raise exception 'line % is not as item % was paid', new.no, item.id using errcode = 'DB051';
  end if;
  return new;
end $$;
create trigger invoice_line_as_it_was_paid before insert or update on invoice_line
  for each row when (new.pending_item_id is not null) execute function invoice_line_as_it_was_paid();

-- While it is billed, it stays as its line says it was.
create function pending_item_as_it_was_paid() returns trigger language plpgsql as $$
begin
  raise exception 'item % is billed as it was paid', new.id using errcode = 'DB051';
end $$;
create trigger pending_item_as_it_was_paid before update of kind, amount on pending_item for each row
  when (old.kind = 'disbursement' and old.invoice_id is not null and (new.kind, new.amount) <> (old.kind, old.amount))
  execute function pending_item_as_it_was_paid();
