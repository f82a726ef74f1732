-- The ledgers of all clients (docs/rules.md#ledgers-of-all-clients): what moved each ledger in a month.

-- What one entry moves in a client's ledger: receivables and advances together. The tax withheld is a movement of its own.
create view client_movement as
  select entry_id, entry_date, entity_id, client_id, currency,
    greatest(due + withheld, 0) + greatest(-withheld, 0) as debit,
    greatest(-(due + withheld), 0) + greatest(withheld, 0) as credit
  from (
    select entry_id, entry_date, line.entity_id, client_id, line.currency,
      coalesce(sum(debit - credit) filter (where account.system_key is distinct from 'withholding_receivable'), 0)::bigint as due,
      coalesce(sum(debit - credit) filter (where account.system_key = 'withholding_receivable'), 0)::bigint as withheld
    from journal_line line join ledger_account account on account.id = line.account_id
    where (account.system_key in ('receivable', 'withholding_receivable') or account.is_advance) and client_id is not null
    group by entry_id, entry_date, line.entity_id, client_id, line.currency) entry
  where due <> 0;

-- The movements of each client's ledger by month, rolled up together with ledger_month.
create table client_ledger_month (
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  movements int not null,
  primary key (client_id, entity_id, currency, month)
);

create or replace function roll_up_ledger(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('roll_up_ledger', 0)) then
    return 0;
  end if;
  with taken as (
    delete from ledger_delta where entry_id in (select entry_id from ledger_delta limit most) returning entry_id
  ), moved as (
    insert into ledger_month as held (entity_id, account_id, currency, month, debit, credit, base_debit, base_credit)
    select entity_id, account_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit),
      sum(base_debit), sum(base_credit)
    from journal_line where entry_id in (select entry_id from taken)
    group by 1, 2, 3, 4
    on conflict (entity_id, account_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, base_debit = held.base_debit + excluded.base_debit,
      base_credit = held.base_credit + excluded.base_credit
  ), of_clients as (
    insert into client_ledger_month as held (client_id, entity_id, currency, month, debit, credit, movements)
    select client_id, entity_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), count(*)
    from taken cross join lateral (select * from client_movement where entry_id = taken.entry_id) movement
    group by 1, 2, 3, 4
    on conflict (client_id, entity_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, movements = held.movements + excluded.movements
  ) select count(*) into folded from taken;
  return folded;
end $$;

insert into client_ledger_month (client_id, entity_id, currency, month, debit, credit, movements)
select client_id, entity_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), count(*)
from client_movement where entry_id not in (select entry_id from ledger_delta)
group by 1, 2, 3, 4;
