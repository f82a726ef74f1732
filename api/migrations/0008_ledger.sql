-- The ledger, its monthly balances, closed periods, and the ledger checks.

create table ledger_account (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  subledger text not null default 'none' check (subledger in ('none', 'client', 'user')),
  -- The key by which postings find the account; such an account cannot be deleted.
  system_key text unique,
  is_advance boolean not null generated always as
    (coalesce(system_key = 'client_advance' or starts_with(system_key, 'output_tax_on_advance.'), false)) stored,
  constraint ledger_account_id_type unique (id, type)
);
insert into ledger_account (code, name, type, subledger, system_key) values
  ('1000', 'Bank', 'asset', 'none', 'bank'),
  ('1010', 'Cash', 'asset', 'none', 'cash'),
  ('1020', 'Cheques in hand', 'asset', 'none', 'cheques_in_hand'),
  ('1100', 'Receivables', 'asset', 'client', 'receivable'),
  ('1200', 'Withholding tax receivable', 'asset', 'client', 'withholding_receivable'),
  ('1300', 'Client reimbursables', 'asset', 'none', 'client_reimbursable'),
  ('1350', 'Input tax', 'asset', 'none', 'input_tax'),
  ('2100', 'Client advances', 'liability', 'client', 'client_advance'),
  ('2110', 'Output VAT on advances', 'liability', 'client', 'output_tax_on_advance.VAT'),
  ('2111', 'Output CGST on advances', 'liability', 'client', 'output_tax_on_advance.CGST'),
  ('2112', 'Output SGST on advances', 'liability', 'client', 'output_tax_on_advance.SGST'),
  ('2113', 'Output UTGST on advances', 'liability', 'client', 'output_tax_on_advance.UTGST'),
  ('2114', 'Output IGST on advances', 'liability', 'client', 'output_tax_on_advance.IGST'),
  ('2115', 'Output consumption tax on advances', 'liability', 'client', 'output_tax_on_advance.JCT'),
  ('2116', 'Output sales tax on advances', 'liability', 'client', 'output_tax_on_advance.SALES'),
  ('2200', 'Output VAT', 'liability', 'none', 'output_tax.VAT'),
  ('2201', 'Output CGST', 'liability', 'none', 'output_tax.CGST'),
  ('2202', 'Output SGST', 'liability', 'none', 'output_tax.SGST'),
  ('2203', 'Output UTGST', 'liability', 'none', 'output_tax.UTGST'),
  ('2204', 'Output IGST', 'liability', 'none', 'output_tax.IGST'),
  ('2205', 'Output consumption tax', 'liability', 'none', 'output_tax.JCT'),
  ('2206', 'Output sales tax', 'liability', 'none', 'output_tax.SALES'),
  ('2400', 'Payable to staff', 'liability', 'user', 'staff_payable'),
  ('3000', 'Opening balances', 'equity', 'none', 'opening_equity'),
  ('4000', 'Fees', 'income', 'none', 'income'),
  ('4900', 'Rounding', 'income', 'none', 'rounding'),
  ('5000', 'Bank charges', 'expense', 'none', 'bank_charge'),
  ('5100', 'Bad debts', 'expense', 'none', 'bad_debt'),
  ('5200', 'Exchange differences', 'expense', 'none', 'fx_difference'),
  ('5410', 'Travel', 'expense', 'none', null),
  ('5420', 'Office and supplies', 'expense', 'none', null),
  ('5430', 'Postage and courier', 'expense', 'none', null),
  ('5440', 'Software and subscriptions', 'expense', 'none', null),
  ('5450', 'Professional fees', 'expense', 'none', null),
  ('5460', 'Government fees', 'expense', 'none', null),
  ('5490', 'Other expenses', 'expense', 'none', null);

create table journal_entry (
  id uuid primary key,
  -- The order of posting, for display only: it may have gaps.
  seq bigint generated always as identity unique,
  xid xid8 not null default pg_current_xact_id(),
  entity_id uuid not null references billing_entity,
  entry_date date not null,
  source_type text not null check (source_type in ('invoice', 'receipt', 'allocation', 'credit_note', 'expense', 'void',
    'reversal', 'opening', 'journal', 'write_off', 'deposit', 'refund')),
  source_id uuid not null,
  reversal_of uuid unique references journal_entry,
  posted_at timestamptz not null default now(),
  posted_by uuid default daybook_actor()
);
create index journal_entry_source on journal_entry (source_type, source_id);
-- The journal is read by date, for all entities or one, and by source.
create index journal_entry_by_date on journal_entry (entry_date desc, id desc);
create index journal_entry_by_entity on journal_entry (entity_id, entry_date desc, id desc);
create index journal_entry_by_source on journal_entry (source_type, entry_date desc, id desc);
create trigger journal_entry_append_only before update or delete on journal_entry for each row execute function refuse_change();
create trigger journal_entry_no_truncate before truncate on journal_entry for each statement execute function refuse_change();

-- The main law of the ledger (docs/rules.md#entries-balance), checked at commit: each entry has lines and balances
-- in the base currency.
create function journal_entry_balances() returns trigger language plpgsql as $$
declare lines int; difference bigint;
begin
  select count(*), coalesce(sum(base_debit) - sum(base_credit), 0) into lines, difference
    from journal_line where entry_id = new.id;
  if lines < 2 or difference <> 0 then
    raise exception 'entry % must balance and have at least two lines: it has % lines, difference %', new.id, lines, difference using errcode = 'DB004';
  end if;
  return null;
end $$;
create constraint trigger journal_entry_balances after insert on journal_entry deferrable initially deferred
  for each row execute function journal_entry_balances();

create function journal_entry_own_xid() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end $$;
create trigger journal_entry_own_xid before insert on journal_entry for each row execute function journal_entry_own_xid();

create function journal_entry_in_delta() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_delta (entry_id) values (new.id);
  return null;
end $$;
create trigger journal_entry_in_delta after insert on journal_entry for each row execute function journal_entry_in_delta();

create table journal_line (
  entry_id uuid not null references journal_entry,
  no smallint not null,
  -- Copied from the header, so that one index reads a client's ledger in order.
  entity_id uuid not null,
  entry_date date not null,
  account_id uuid not null references ledger_account,
  client_id uuid references client,
  user_id uuid references app_user,
  currency char(3) not null,
  -- Minor units of `currency`; the base_* columns are in the entity's base currency.
  debit bigint not null default 0 check (debit >= 0),
  credit bigint not null default 0 check (credit >= 0),
  base_debit bigint not null default 0 check (base_debit >= 0),
  base_credit bigint not null default 0 check (base_credit >= 0),
  primary key (entry_id, no),
  check (debit = 0 or credit = 0),
  check (base_debit = 0 or base_credit = 0),
  check (debit + credit + base_debit + base_credit > 0)
);
create index journal_line_client on journal_line (client_id, entity_id, entry_date, entry_id) where client_id is not null;
create index journal_line_account on journal_line (account_id, entity_id, entry_date);
create index journal_line_user on journal_line (user_id, entity_id, entry_date, entry_id) where user_id is not null;
-- The days of an incomplete month are read from their lines.
create index journal_line_by_day on journal_line (entity_id, entry_date) include (account_id, base_debit, base_credit);
create index journal_line_by_account on journal_line (account_id, entry_date, entry_id);
create trigger journal_line_append_only before update or delete on journal_line for each row execute function refuse_change();
create trigger journal_line_no_truncate before truncate on journal_line for each statement execute function refuse_change();

-- Lines belong to the transaction that created their header, so no line can be added to a posted entry.
create function journal_line_with_header() returns trigger language plpgsql as $$
declare header journal_entry;
begin
  select * into header from journal_entry where id = new.entry_id;
  if header.xid is distinct from pg_current_xact_id() then
    raise exception 'a posted entry cannot gain lines' using errcode = 'DB001';
  end if;
  new.entity_id := header.entity_id;
  new.entry_date := header.entry_date;
  if (new.client_id is not null) is distinct from (select subledger = 'client' from ledger_account where id = new.account_id) then
    raise exception 'a line must name a client if and only if its account is a client account' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger journal_line_with_header before insert on journal_line for each row execute function journal_line_with_header();

-- The amount that the entries of these sources posted to receivables. It reads the entries first and then their lines. Starting
-- from the account would read a fifth of the ledger, so the planner is kept from that.
create function receivable_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.debit - line.credit), 0)::bigint
  from (select id from journal_entry where source_type = any (types) and source_id = any (sources) offset 0) entry
  cross join lateral (select account_id, debit, credit from journal_line where entry_id = entry.id offset 0) line
  join ledger_account account on account.id = line.account_id
  where account.system_key = 'receivable'
$$ set enable_seqscan = off;

-- The amount that entries posted to advances, including the tax in them.
create function advance_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.credit - line.debit), 0)::bigint
  from journal_entry entry
  join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = any (types) and entry.source_id = any (sources) and account.is_advance
$$;

-- A line of a person's account names the person, as a line of a client account names the client.
create function journal_line_with_user() returns trigger language plpgsql as $$
begin
  if (new.user_id is not null) is distinct from (select subledger = 'user' from ledger_account where id = new.account_id) then
    raise exception 'a line must name a person if and only if its account is a person''s account' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger journal_line_with_user before insert on journal_line for each row execute function journal_line_with_user();

create function check_advances(client uuid, entity uuid, money char(3)) returns void language plpgsql as $$
declare held bigint; taxed bigint;
begin
  -- Two concurrent commands would each rely on the same advance, so one waits for the other.
  perform pg_advisory_xact_lock(hashtextextended(client::text, 1));
  select coalesce(sum(credit - debit), 0) into held from journal_line
    where client_id = client and entity_id = entity and currency = money
      and account_id in (select id from ledger_account where is_advance);
  select coalesce(sum(state.available - state.allocated - state.refunded), 0) into taxed
    from receipt join receipt_state state on state.receipt_id = receipt.id
    where receipt.client_id = client and receipt.entity_id = entity and receipt.currency = money
      and receipt.voucher_kind = 'advance_voucher' and state.status = 'posted';
  if held < taxed then
    raise exception 'the taxed advance of client % cannot be overdrawn: % is missing', client, taxed - held using errcode = 'DB011';
  end if;
end $$;

-- A client's taxed advances are not used for anything else: the client's balance of advances always covers what is left of its
-- advance vouchers. Checked at commit, so a command may post in any order.
create function advance_not_overdrawn() returns trigger language plpgsql as $$
begin
  if (select is_advance from ledger_account where id = new.account_id) then
    perform check_advances(new.client_id, new.entity_id, new.currency);
  end if;
  return null;
end $$;
create constraint trigger advance_not_overdrawn after insert on journal_line deferrable initially deferred
  for each row when (new.client_id is not null and new.debit > 0) execute function advance_not_overdrawn();

-- The monthly movement of each account, by currency (docs/rules.md#stored-totals). After posting, an entry is in the delta
-- until one statement rolls it up. Balance and delta together are therefore right at any moment, and a posting never waits for
-- a balance that other postings change.
create table ledger_month (
  entity_id uuid not null references billing_entity,
  account_id uuid not null references ledger_account,
  currency char(3) not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  base_debit bigint not null,
  base_credit bigint not null,
  primary key (entity_id, account_id, currency, month)
);

create table ledger_delta (
  entry_id uuid primary key references journal_entry
);

-- Adds up to `most` entries of the delta to their months, and returns their number. One of several servers does it.
create function roll_up_ledger(most int) returns bigint language plpgsql security definer set search_path = public as $$
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
  ) select count(*) into folded from taken;
  return folded;
end $$;

-- The monthly balances including the delta.
create view ledger_by_month as
  select entity_id, account_id, currency, month, debit, credit, base_debit, base_credit from ledger_month
  union all
  select line.entity_id, account_id, currency, date_trunc('month', entry_date)::date, debit, credit, base_debit, base_credit
  from ledger_delta tail join journal_line line on line.entry_id = tail.entry_id;

-- Each change of the closed period is a row, and the last row applies; the table is its own history.
create table period_lock (
  id uuid primary key,
  seq bigint generated always as identity unique,
  entity_id uuid not null references billing_entity,
  -- Closed up to and including this day; null if nothing is closed any more.
  locked_until date,
  reason text check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(), created_by uuid default daybook_actor()
);
create index period_lock_last on period_lock (entity_id, seq desc);
create trigger period_lock_append_only before update or delete on period_lock for each row execute function refuse_change();
create trigger period_lock_no_truncate before truncate on period_lock for each statement execute function refuse_change();
create trigger audit after insert on period_lock for each row execute function audit_change();

-- Reopening a period needs a reason. Postings in progress finish first, because they hold a share lock on the entity's row.
create function period_lock_moved() returns trigger language plpgsql as $$
declare before date;
begin
  perform from billing_entity where id = new.entity_id for update;
  before := locked_until(new.entity_id);
  if new.reason is null and before is not null and (new.locked_until is null or new.locked_until < before) then
    raise exception 'a closed period cannot be reopened without a reason' using errcode = '23514', constraint = 'period_lock_reason';
  end if;
  return new;
end $$;
create trigger period_lock_moved before insert on period_lock for each row execute function period_lock_moved();

-- People who may still post in a closed period, until when and why.
create table period_lock_exception (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  user_id uuid not null references app_user,
  -- The last day of the exception, in the entity's time zone.
  until date not null,
  reason text not null check (reason <> ''),
  withdrawn_at timestamptz,
  withdrawn_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index period_lock_exception_entity on period_lock_exception (entity_id, created_at desc);
create trigger period_lock_exception_no_delete before delete on period_lock_exception
  for each row execute function refuse_change();
create trigger period_lock_exception_no_truncate before truncate on period_lock_exception
  for each statement execute function refuse_change();
create trigger audit after insert or update on period_lock_exception for each row execute function audit_change();

create function period_lock_exception_only_withdrawn() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_by'] then
    raise exception 'an exception cannot be changed except to withdraw it, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger period_lock_exception_only_withdrawn before update on period_lock_exception
  for each row execute function period_lock_exception_only_withdrawn();

create function locked_until(entity uuid) returns date language sql stable as $$
  select locked_until from period_lock where entity_id = entity order by seq desc limit 1
$$;

create function period_exceptions(entity uuid) returns setof period_lock_exception language sql stable rows 2 as $$
  select e.* from period_lock_exception e join billing_entity b on b.id = e.entity_id
  where e.entity_id = entity and e.withdrawn_at is null and e.until >= (now() at time zone b.timezone)::date
$$;

-- The date up to which the period is closed for this person, or null if the person may post on `day`.
create function period_locked(entity uuid, day date, person uuid) returns date language sql stable as $$
  select locked from (select locked_until(entity) as locked) as lock
  where day <= locked and not exists (select from period_exceptions(entity) where user_id = person)
$$;

create function period_lock_who_may(entity uuid) returns text language sql stable as $$
  select coalesce(string_agg(distinct app_user.name, ', '), '–')
  from period_exceptions(entity) e join app_user on app_user.id = e.user_id
$$;

-- An admin cannot grant themselves an exception while there is another active admin.
create function exception_by_another() returns trigger language plpgsql as $$
begin
  if new.user_id = daybook_actor() and exists (select from app_user
      where id <> new.user_id and status = 'active' and user_type in ('super_admin', 'admin')) then
    raise exception 'an admin cannot grant themselves an exception while there is another active admin' using errcode = 'DB031',
      constraint = 'period_lock_exception_other';
  end if;
  return new;
end $$;
create trigger exception_by_another before insert on period_lock_exception for each row
  execute function exception_by_another();

-- The name of the constraint contains the source, so that the API reports the refusal on the date field of the right form.
create function require_open_day(entity uuid, day date, source text) returns void language plpgsql as $$
declare locked date; begun date;
begin
  -- A concurrent change of the closed period or cut-over date waits for this transaction, or this one waits for it.
  select cut_over_on into begun from billing_entity where id = entity for key share;
  if day < begun then
    raise exception 'nothing can be posted before the books begin on %', begun using errcode = 'DB073',
      constraint = 'journal_entry_period_' || source, detail = json_build_object('from', begun);
  end if;
  locked := period_locked(entity, day, daybook_actor());
  if locked is not null then
    raise exception 'the books are closed up to and including %', locked using errcode = 'DB030',
      constraint = 'journal_entry_period_' || source,
      detail = json_build_object('until', locked, 'whoMay', period_lock_who_may(entity));
  end if;
end $$;

-- Nothing is posted in a closed period, by any route (docs/rules.md#periods).
create function journal_entry_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.entry_date, new.source_type);
  return new;
end $$;
create trigger journal_entry_in_open_period before insert on journal_entry
  for each row execute function journal_entry_in_open_period();

-- The ledger is checked every night and whenever an admin requests it; the result of each run is stored for good.
create table book_check (
  id uuid primary key,
  kind text not null check (kind in ('nightly', 'by_hand')),
  day date not null default (now() at time zone 'UTC')::date,
  at timestamptz not null default clock_timestamp(),
  -- The number of differences; `findings` holds the first ones: [{rule, entity, document, currency, expected, actual}].
  found int not null check (found >= 0),
  findings jsonb not null,
  created_by uuid default daybook_actor(),
  -- By rule: [{rule, records, found}].
  looked jsonb not null default '[]'
);
create index book_check_last on book_check (at desc);
-- Only one of several servers runs the nightly check.
create unique index book_check_nightly on book_check (day) where kind = 'nightly';
create trigger book_check_append_only before update or delete on book_check for each row execute function refuse_change();
create trigger book_check_no_truncate before truncate on book_check for each statement execute function refuse_change();

create function tell_of_wrong_books() returns trigger language plpgsql as $$
begin
  perform tell(app_user.id, 'books_wrong', jsonb_build_object('count', new.found), 'book_check', new.id)
    from app_user where user_type in ('super_admin', 'admin') and status = 'active';
  return null;
end $$;
create trigger tell_of_wrong_books after insert on book_check for each row when (new.found > 0)
  execute function tell_of_wrong_books();

-- A check that somebody requested; one of several servers runs it in the background.
create table book_check_run (
  id uuid primary key,
  asked_at timestamptz not null default clock_timestamp(),
  asked_by uuid default daybook_actor() references app_user,
  -- How often the run failed: a database restart says nothing about the ledger.
  failures smallint not null default 0 check (failures >= 0),
  ended_at timestamptz,
  -- The result; null if the run was given up.
  check_id uuid references book_check,
  constraint book_check_run_ended check (check_id is null or ended_at is not null)
);
-- Concurrent requests share one run.
create unique index book_check_run_open on book_check_run ((ended_at is null)) where ended_at is null;
create index book_check_run_last on book_check_run (asked_at desc);
create trigger audit after insert or update on book_check_run for each row execute function audit_change();
create trigger book_check_run_stays before update on book_check_run for each row
  when (old.ended_at is not null) execute function refuse_change();
create trigger book_check_run_no_delete before delete on book_check_run for each row execute function refuse_change();
create trigger book_check_run_no_truncate before truncate on book_check_run for each statement execute function refuse_change();

-- The progress of a requested check, stored outside its transaction, which is open until the check ends.
create table book_check_progress (
  run_id uuid primary key references book_check_run on delete cascade,
  -- The number of rules checked so far.
  done smallint not null check (done >= 0)
);
