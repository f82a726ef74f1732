-- The base currency stays also while a cheque waits for its day: its rate is one to that currency.
create or replace function freeze_base_currency() returns trigger language plpgsql as $$
begin
  if new.base_currency <> old.base_currency and (exists (select from journal_entry where entity_id = old.id)
    or exists (select from expense where entity_id = old.id)
    or exists (select from task where billing_entity_id = old.id and fee is not null)
    or exists (select from pending_item where entity_id = old.id)
    or exists (select from postdated_cheque where entity_id = old.id and state = 'waiting')) then
    raise exception 'the base currency is fixed by the first amount in it' using errcode = 'DB005',
      constraint = 'billing_entity_base_currency';
  end if;
  return new;
end $$;

-- A cheque is of a later day by its own date too, whenever it was received.
create or replace function receipt_not_to_come() returns trigger language plpgsql as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = new.entity_id);
begin
  if new.receipt_date > today then
    raise exception 'a receipt is of no day to come' using errcode = 'DB014', constraint = 'receipt_not_to_come';
  end if;
  if new.mode = 'cheque' and new.instrument_date > today then
    raise exception 'a cheque of a later day is no receipt yet' using errcode = 'DB014', constraint = 'receipt_cheque_not_to_come';
  end if;
  return new;
end $$;
