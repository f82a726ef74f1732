-- The type of an account to which a service or an expense category posts is refused by its own name, as its deactivation is.
create or replace function ledger_account_stays() returns trigger language plpgsql as $$
declare is_used boolean;
begin
  if old.system_key is not null
    and (new.code, new.name, new.type, new.active) is distinct from (old.code, old.name, old.type, old.active) then
    raise exception 'an account to which documents post by themselves cannot be changed' using errcode = 'DB001';
  end if;
  if new.name <> old.name then
    new.usual := null;
  end if;
  if new.type <> old.type and exists (select from journal_line where account_id = new.id) then
    raise exception 'the type of an account is fixed once something is posted to it' using errcode = 'DB102',
      constraint = 'ledger_account_type';
  end if;
  is_used := (new.type <> old.type or old.active and not new.active)
    and (exists (select from service where income_account_id = new.id) or exists (select from expense_category where account_id = new.id));
  if is_used and new.type <> old.type then
    raise exception 'an account to which a service or an expense category posts keeps its type' using errcode = 'DB103',
      constraint = 'ledger_account_type';
  end if;
  if is_used then
    raise exception 'an account to which a service or an expense category posts cannot be deactivated' using errcode = 'DB103',
      constraint = 'ledger_account_active';
  end if;
  return new;
end $$;
