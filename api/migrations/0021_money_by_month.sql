-- What the lists and the dashboard still read too much for at a million invoices.

-- None is due later than the longest term after its issue; and the lines of an account by their dates.
create index invoice_state_by_term on invoice_state ((due_date - issue_date));
create index journal_line_by_account on journal_line (account_id, entry_date, entry_id);

-- What was billed and collected in a month, by currency. As with ledger_month, what changes is in the tail until it is
-- folded, by one statement and so of one moment: nobody who issues waits for a sum that others add to.
create table money_month (
  kind text not null check (kind in ('billed', 'collected')),
  currency char(3) not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  amount bigint not null,
  primary key (kind, currency, month)
);
create table money_tail (
  id bigint generated always as identity primary key,
  kind text not null,
  currency char(3) not null,
  month date not null,
  amount bigint not null
);

create function invoice_state_in_months() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into money_tail (kind, currency, month, amount)
  select 'billed', currency, date_trunc('month', issue_date)::date, sum(amount) from (
    select new.currency, new.issue_date, case when new.status in ('draft', 'void') then 0 else new.payable end as amount
    where tg_op <> 'DELETE'
    union all
    select old.currency, old.issue_date, case when old.status in ('draft', 'void') then 0 else -old.payable end
    where tg_op <> 'INSERT'
  ) moved
  group by 1, 2, 3 having sum(amount) <> 0;
  return null;
end $$;
create trigger invoice_state_in_months after insert or delete or update of status, payable, currency, issue_date on invoice_state
  for each row execute function invoice_state_in_months();

create function receipt_state_in_months() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' and new.state <> 'posted' or tg_op = 'UPDATE' and (old.state = 'posted') = (new.state = 'posted') then
    return null;
  end if;
  insert into money_tail (kind, currency, month, amount)
  select 'collected', currency, date_trunc('month', receipt_date)::date, case new.state when 'posted' then amount else -amount end
  from receipt where id = new.receipt_id and amount <> 0;
  return null;
end $$;
create trigger receipt_state_in_months after insert or update of state on receipt_state
  for each row execute function receipt_state_in_months();

-- Adds the tail to its months, at most so many rows; answers how many. One of several servers does it.
create function fold_money(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_money', 0)) then
    return 0;
  end if;
  with taken as (
    delete from money_tail where id in (select id from money_tail order by id limit most) returning kind, currency, month, amount
  ), moved as (
    insert into money_month as held (kind, currency, month, amount)
    select kind, currency, month, sum(amount) from taken group by 1, 2, 3
    on conflict (kind, currency, month) do update set amount = held.amount + excluded.amount
  ) select count(*) into folded from taken;
  return folded;
end $$;

create view money_by_month as
  select kind, currency, month, amount from money_month union all select kind, currency, month, amount from money_tail;

-- The documents themselves say it, which the self-check asks and what was issued before was counted by.
create view money_of_documents as
  select 'billed' as kind, currency, date_trunc('month', issue_date)::date as month, payable as amount
  from invoice_state where status not in ('draft', 'void')
  union all
  select 'collected', currency, date_trunc('month', receipt_date)::date, amount
  from receipt join receipt_state state on state.receipt_id = receipt.id where state.state = 'posted';

insert into money_month (kind, currency, month, amount)
  select kind, currency, month, sum(amount) from money_of_documents group by 1, 2, 3;
