-- The department of a posting, from the line of the invoice that earned it; and manual journals, which admins post by hand.

-- What was posted before is folded into the months once, without a department.
do $$ begin
  while roll_up_ledger(100000) > 0 loop
  end loop;
end $$;

alter table journal_line add column department_id uuid references department;
alter table ledger_month add column department_id uuid references department;
alter table ledger_month drop constraint ledger_month_pkey;
create unique index ledger_month_key on ledger_month (entity_id, account_id, currency, month, department_id) nulls not distinct;

create or replace view ledger_by_month as
select entity_id, account_id, currency, month, debit, credit, base_debit, base_credit, department_id from ledger_month
union all
select line.entity_id, line.account_id, line.currency, date_trunc('month', line.entry_date)::date, line.debit, line.credit,
  line.base_debit, line.base_credit, line.department_id
from ledger_delta tail join journal_line line on line.entry_id = tail.entry_id;

create or replace function roll_up_ledger(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('roll_up_ledger', 0)) then
    return 0;
  end if;
  with taken as (
    delete from ledger_delta where entry_id in (select entry_id from ledger_delta limit most) returning entry_id
  ), moved as (
    insert into ledger_month as held (entity_id, account_id, currency, month, department_id, debit, credit, base_debit, base_credit)
    select entity_id, account_id, currency, date_trunc('month', entry_date)::date, department_id, sum(debit), sum(credit),
      sum(base_debit), sum(base_credit)
    from journal_line where entry_id in (select entry_id from taken)
    group by 1, 2, 3, 4, 5
    on conflict (entity_id, account_id, currency, month, department_id) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, base_debit = held.base_debit + excluded.base_debit,
      base_credit = held.base_credit + excluded.base_credit
  ), of_clients as (
    insert into client_ledger_month as held (client_id, entity_id, currency, month, debit, credit, movements)
    select client_id, entity_id, currency, date_trunc('month', entry_date)::date, sum(debit), sum(credit), count(*)
    from taken cross join lateral (select * from client_movement where entry_id = taken.entry_id offset 0) movement
    group by 1, 2, 3, 4
    on conflict (client_id, entity_id, currency, month) do update set debit = held.debit + excluded.debit,
      credit = held.credit + excluded.credit, movements = held.movements + excluded.movements
  ) select count(*) into folded from taken;
  return folded;
end $$;

-- An inactive account takes only what undoes an earlier posting; only income and expenses belong to a department.
create or replace function journal_leaves_documents_alone() returns trigger language plpgsql security definer set search_path = public as $$
declare account ledger_account; entry journal_entry;
begin
  select * into account from ledger_account where id = new.account_id for key share;
  if new.department_id is not null and account.type not in ('income', 'expense') then
    raise exception 'only income and expenses belong to a department' using errcode = '23514';
  end if;
  if account.kept_by_documents or not account.active then
    select * into entry from journal_entry where id = new.entry_id;
    if account.kept_by_documents and entry.source_type = 'journal' then
      raise exception 'a manual journal cannot touch an account that documents keep whole' using errcode = 'DB101';
    end if;
    if not account.active and entry.reversal_of is null and entry.source_type not in ('void', 'reversal', 'credit_note') then
      raise exception 'nothing can be posted to an inactive account' using errcode = 'DB104', constraint = 'journal_line_account';
    end if;
  end if;
  return new;
end $$;

-- The department that a person chose for a line; without it the line belongs to that of its work.
alter table invoice_line add column own_department_id uuid references department;

create or replace function line_has_department() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.department_id := coalesce(new.own_department_id, department_of_line(new.pending_item_id, new.service_id, new.invoice_id));
  new.income_account_id := income_account_of_line(new.kind, new.service_id);
  return new;
end $$;

create or replace function settle_lines(documents uuid[])
  returns table (invoice_id uuid, no smallint, account_id uuid, department_id uuid) language plpgsql as $$
begin
  update invoice_line line set department_id = found.department_id, income_account_id = found.account_id
    from (select given.id, income_account_of_line(given.kind, given.service_id) as account_id,
        coalesce(given.own_department_id, department_of_line(given.pending_item_id, given.service_id, given.invoice_id)) as department_id
      from invoice_line given where given.invoice_id = any (documents)) found
    where line.id = found.id
      and (line.department_id, line.income_account_id) is distinct from (found.department_id, found.account_id);
  return query select line.invoice_id, line.no, line.income_account_id, line.department_id
    from invoice_line line where line.invoice_id = any (documents) order by line.invoice_id, line.no;
end $$;

create or replace function posted_as_its_lines(document uuid) returns boolean language sql stable set enable_seqscan = off as $$
  with posted as (
    select line.account_id, line.department_id, sum(line.credit - line.debit) as amount
    from (select id from journal_entry where source_type = 'invoice' and source_id = document offset 0) entry
    cross join lateral (select account_id, department_id, debit, credit from journal_line where entry_id = entry.id offset 0) line
    join ledger_account account on account.id = line.account_id
    where account.type = 'income' and account.system_key is distinct from 'rounding'
    group by 1, 2
  ), billed as (
    select income_account_id as account_id, department_id, sum(net) as amount from invoice_line
    where invoice_id = document and kind = 'fee' group by 1, 2
  ), adjusted as (
    select coalesce(sum(case kind when 'charge' then net else -net end), 0) as amount, count(*) > 0 as any
    from invoice_adjustment where invoice_id = document
  ), part as (
    select sum(posted) as posted, sum(billed) as billed
    from (select account_id, department_id, amount as posted, 0 as billed from posted
      union all select account_id, department_id, 0, amount from billed) side
    group by account_id, department_id
  )
  select coalesce(sum(posted), 0) = coalesce(sum(billed), 0) + (select amount from adjusted)
    and ((select adjusted.any from adjusted) or coalesce(bool_and(posted = billed), true))
  from part
$$;

create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - array['id', 'income_account_id', 'own_department_id']
        || jsonb_build_object('department_id', own_department_id) order by no)
      from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

-- What is posted by hand: an entry of its own, in the base currency of its entity, with the reason. It never changes; another one reverses it.
create table manual_journal (
  id uuid primary key references journal_entry deferrable initially deferred,
  entity_id uuid not null references billing_entity,
  journal_date date not null,
  reason text not null check (length(reason) between 1 and 500),
  reversal_of uuid constraint manual_journal_reversal unique references manual_journal,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create trigger audit after insert on manual_journal for each row execute function audit_change();
create trigger manual_journal_append_only before update or delete on manual_journal for each row execute function refuse_change();
create trigger manual_journal_no_truncate before truncate on manual_journal for each statement execute function refuse_change();

create function manual_journal_whole() returns trigger language plpgsql as $$
declare reversed manual_journal;
begin
  if not exists (select from journal_entry where id = new.id and source_type = 'journal' and source_id = new.id
      and entity_id = new.entity_id and entry_date = new.journal_date and reversal_of is not distinct from new.reversal_of) then
    raise exception 'manual journal % must have its entry', new.id using errcode = 'DB006';
  end if;
  if exists (select from journal_line line join billing_entity entity on entity.id = line.entity_id
      where line.entry_id = new.id
        and (line.currency <> entity.base_currency or line.debit <> line.base_debit or line.credit <> line.base_credit)) then
    raise exception 'manual journal % must be in the base currency', new.id using errcode = 'DB006';
  end if;
  if new.reversal_of is null then
    return null;
  end if;
  select * into reversed from manual_journal where id = new.reversal_of;
  if reversed.reversal_of is not null or reversed.journal_date > new.journal_date then
    raise exception 'manual journal % cannot be reversed by %', reversed.id, new.id using errcode = 'DB001';
  end if;
  if exists (
      select no, account_id, department_id, debit, credit from journal_line where entry_id = new.id
      except select no, account_id, department_id, credit, debit from journal_line where entry_id = reversed.id)
    or (select count(*) from journal_line where entry_id = new.id) <> (select count(*) from journal_line where entry_id = reversed.id) then
    raise exception 'the reversal of manual journal % must mirror it', reversed.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger manual_journal_whole after insert on manual_journal deferrable initially deferred
  for each row execute function manual_journal_whole();

create function journal_has_reason() returns trigger language plpgsql as $$
begin
  if not exists (select from manual_journal where id = new.source_id) then
    raise exception 'entry % by hand must have a manual journal with a reason', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger journal_has_reason after insert on journal_entry deferrable initially deferred
  for each row when (new.source_type = 'journal') execute function journal_has_reason();
