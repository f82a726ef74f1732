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
