-- What lists and reports need at a million invoices: indexes for what is offered, and balances by the month.

-- Each sort under each filter by one index. What is due is looked for by who owes it, where it stands and in which money.
create index invoice_state_by_client_due on invoice_state (client_id, due_date, invoice_id);
create index invoice_state_by_standing_due on invoice_state (standing, due_date, invoice_id);
create index invoice_state_by_entity_due on invoice_state (entity_id, due_date, invoice_id);
create index invoice_state_by_currency on invoice_state (currency, issue_date, invoice_id);
create index invoice_state_by_currency_due on invoice_state (currency, due_date, invoice_id);
create index invoice_state_open_by_date on invoice_state (issue_date, invoice_id) where outstanding > 0;
create index receipt_by_currency on receipt (currency, receipt_date, id);
create index credit_note_state_by_currency on credit_note_state (currency, issue_date, id);
create index pending_item_by_entity on pending_item (entity_id, ready_on, id);
create index pending_item_by_currency on pending_item (currency, ready_on, id);
create index task_by_reviewer_due on task (reviewer_id, due_on, id) where deleted_at is null;

-- The money of a year is read from these alone.
create index invoice_state_billed on invoice_state (issue_date) include (currency, payable, client_id, status);
create index invoice_state_owed on invoice_state (entity_id) include (currency, outstanding, due_date, client_id) where outstanding > 0;
create index receipt_collected on receipt (receipt_date) include (currency, amount, client_id);
create index receipt_state_taken_back on receipt_state (receipt_id) where state <> 'posted';

-- What each account moved in a month, by currency (docs/rules.md#stored-totals). An entry is in the tail from its posting until
-- it is folded, by one statement and so of one moment: what reads both is right at any time, and nobody who posts waits
-- for a balance that others post to.
create table ledger_month (
  entity_id uuid not null references billing_entity,
  account_id uuid not null references ledger_account,
  currency char(3) not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  base_debit bigint not null,
  base_credit bigint not null,
  primary key (entity_id, account_id, currency, month)
);
create table ledger_tail (entry_id uuid primary key references journal_entry);

create function journal_entry_in_tail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_tail (entry_id) values (new.id);
  return null;
end $$;
create trigger journal_entry_in_tail after insert on journal_entry for each row execute function journal_entry_in_tail();

-- Adds the entries of the tail to their months, at most so many; answers how many. One of several servers does it.
create function fold_ledger(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_ledger', 0)) then
    return 0;
  end if;
  with taken as (
    delete from ledger_tail where entry_id in (select entry_id from ledger_tail limit most) returning entry_id
  ), moved as (
    insert into ledger_month as held (entity_id, account_id, currency, month, debit, credit, base_debit, base_credit)
    select entity_id, account_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit),
      sum(base_debit), sum(base_credit)
    from journal_line where entry_id in (select entry_id from taken)
    group by 1, 2, 3, 4
    on conflict (entity_id, account_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, base_debit = held.base_debit + excluded.base_debit,
      base_credit = held.base_credit + excluded.base_credit
  ) select count(*) into folded from taken;
  return folded;
end $$;

-- What the months say, with what the tail has not told them yet.
create view ledger_by_month as
  select entity_id, account_id, currency, month, debit, credit, base_debit, base_credit from ledger_month
  union all
  select line.entity_id, account_id, currency, date_trunc('month', entry_date)::date, debit, credit, base_debit, base_credit
  from ledger_tail tail join journal_line line on line.entry_id = tail.entry_id;

-- A day within a month is read from its lines.
create index journal_line_by_day on journal_line (entity_id, entry_date) include (account_id, base_debit, base_credit);

insert into ledger_month (entity_id, account_id, currency, month, debit, credit, base_debit, base_credit)
  select entity_id, account_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), sum(base_debit),
    sum(base_credit)
  from journal_line group by 1, 2, 3, 4;
