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
