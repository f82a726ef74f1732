-- What clients owed and had paid ahead when the firm began here: documents of the old system, at what is left of them.

-- The day from which a billing entity's books are kept here; what was open on it is posted on it.
alter table billing_entity add column cut_over_on date;

-- A document that was open is an invoice without lines and tax; money that was held is a receipt that brought none. Both
-- keep their old number and date, take no number here, and are posted on the cut-over date.
call also_allow('invoice', 'invoice_doc_kind_check', $$doc_kind = 'opening_invoice'$$);
call also_allow('receipt', 'receipt_mode_check', $$mode = 'opening'$$);

do $$
declare law name;
begin
  select conname into strict law from pg_constraint where conrelid = 'invoice'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%seq IS NULL%';
  execute format('alter table invoice drop constraint %I', law);
end $$;
alter table invoice
  add column opening_on date,
  add constraint invoice_is_numbered check ((issued_at is null) = (number is null)
    and (seq is null) = (number is null or doc_kind = 'opening_invoice') and (seq is null) = (fy is null)),
  add constraint invoice_is_opening check ((doc_kind = 'opening_invoice') = (opening_on is not null)
    and (opening_on is null or (issue_date <= opening_on and prepaid = 0 and rounding = 0 and tax = 0 and withheld_expected = 0
      and net > 0 and tax_groups = '[]')));
alter table receipt
  alter column seq drop not null,
  alter column fy drop not null,
  add column opening_on date,
  add constraint receipt_is_numbered check ((seq is null) = (mode = 'opening') and (fy is null) = (seq is null)),
  add constraint receipt_is_opening check ((mode = 'opening') = (opening_on is not null)
    and (opening_on is null or (receipt_date <= opening_on and withheld = 0 and bank_charge = 0)));

create index invoice_opening on invoice (entity_id, client_id, lower(number)) where opening_on is not null;
create index receipt_opening on receipt (entity_id, client_id, lower(number)) where opening_on is not null;

-- A locked client's opening balances stay as they are. Whoever takes the lock back says why.
alter table client
  add column opening_locked boolean not null default false,
  add column opening_lock_reason text check (opening_lock_reason <> '');

create function opening_lock_moves() returns trigger language plpgsql as $$
begin
  if old.opening_locked and not new.opening_locked and (new.opening_lock_reason is null
      or not exists (select from app_user where id = daybook_actor() and user_type in ('super_admin', 'admin'))) then
    raise exception 'an admin takes the lock back, for a reason' using errcode = '23514', constraint = 'opening_lock_reason';
  end if;
  return new;
end $$;
create trigger opening_lock_moves before update of opening_locked on client
  for each row execute function opening_lock_moves();

-- Imports of one client wait for each other here, and for its lock.
create function opening_of_open_client(client_of uuid) returns void language plpgsql as $$
begin
  if (select opening_locked from client where id = client_of for no key update) then
    raise exception 'the opening balances of client % are locked', client_of using errcode = 'DB070';
  end if;
end $$;

-- What stands of the old system, an invoice or a receipt under its old number.
create view opening_document as
  select invoice.id, 'invoice' as kind, invoice.entity_id, invoice.client_id, invoice.number, invoice.issue_date as document_date,
    invoice.due_date, invoice.currency, invoice.fx_rate, invoice.payable as amount, invoice.opening_on,
    -- Also by what was taken back since: a day between would report what never was.
    exists (select from invoice_settlement took where took.invoice_id = invoice.id) as is_settled
  from invoice join invoice_state live on live.invoice_id = invoice.id
  where invoice.opening_on is not null and live.status <> 'void'
  union all
  select receipt.id, 'receipt', receipt.entity_id, receipt.client_id, receipt.number, receipt.receipt_date, receipt.receipt_date,
    receipt.currency, receipt.fx_rate, receipt.amount, receipt.opening_on,
    exists (select from allocation took where took.receipt_id = receipt.id)
      or exists (select from receipt_refund gave where gave.receipt_id = receipt.id)
  from receipt join receipt_state live on live.receipt_id = receipt.id
  where receipt.opening_on is not null and live.state = 'posted';

-- A number is the client's once; posted on the day the entity names, and on no other.
create function opening_begins() returns trigger language plpgsql as $$
begin
  perform from billing_entity where id = new.entity_id and cut_over_on = new.opening_on for share;
  if not found then
    raise exception 'what was open is posted on the cut-over date' using errcode = '23514', constraint = 'opening_on_cut_over';
  end if;
  perform opening_of_open_client(new.client_id);
  if exists (select from opening_document where entity_id = new.entity_id and client_id = new.client_id
      and lower(number) = lower(new.number)) then
    raise exception 'document % of the client is there already', new.number using errcode = '23505', constraint = 'opening_number';
  end if;
  return new;
end $$;
create trigger opening_begins before update on invoice for each row
  when (new.opening_on is not null and old.issued_at is null and new.issued_at is not null) execute function opening_begins();
create trigger opening_begins before insert on receipt for each row when (new.opening_on is not null)
  execute function opening_begins();

-- At commit it stands, and its one entry is between the client and the opening balances.
create function opening_posted(kind text, document uuid, day date) returns boolean language sql stable as $$
  select count(distinct entry.id) = 1 and bool_and(entry.entry_date = day)
    and bool_and(account.system_key in ('receivable', 'client_advance', 'opening_equity'))
  from journal_entry entry join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = kind and entry.source_id = document
$$;

create function opening_whole() returns trigger language plpgsql as $$
declare kind text := tg_table_name; issued boolean := true;
begin
  if kind = 'invoice' then
    select issued_at is not null and not exists (select from invoice_line where invoice_id = new.id)
      and not exists (select from invoice_adjustment where invoice_id = new.id) into issued from invoice where id = new.id;
  end if;
  if issued is not true or opening_posted(kind, new.id, new.opening_on) is not true then
    raise exception 'opening % is not posted as one', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
drop trigger invoice_issue_whole on invoice;
create constraint trigger invoice_issue_whole after update on invoice deferrable initially deferred
  for each row when (new.opening_on is null) execute function invoice_issue_whole();
create constraint trigger opening_whole after insert or update on invoice deferrable initially deferred
  for each row when (new.opening_on is not null) execute function opening_whole();
drop trigger receipt_whole on receipt;
create constraint trigger receipt_whole after insert on receipt deferrable initially deferred
  for each row when (new.opening_on is null) execute function receipt_whole();
create constraint trigger opening_whole after insert on receipt deferrable initially deferred
  for each row when (new.opening_on is not null) execute function opening_whole();

-- Nobody here wrote it, so nobody approves it.
drop trigger invoice_issue_approved on invoice;
create constraint trigger invoice_issue_approved after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null and new.opening_on is null)
  execute function invoice_issue_approved();

-- While nothing has settled it, it is taken back on the day it was posted on, as if it had never been.
create function opening_taken_back(document uuid, ended date) returns void language plpgsql as $$
declare opening opening_document;
begin
  select * into opening from opening_document where id = document;
  if opening.id is null then return; end if;
  perform opening_of_open_client(opening.client_id);
  if opening.is_settled or ended is distinct from opening.opening_on then
    raise exception 'opening % is not taken back like this', document using errcode = 'DB001';
  end if;
end $$;
create function opening_invoice_void() returns trigger language plpgsql as $$
begin
  perform opening_taken_back(new.invoice_id, new.void_date);
  return new;
end $$;
create trigger opening_invoice_void before update on invoice_state for each row
  when (new.doc_kind = 'opening_invoice' and new.status = 'void' and old.status <> 'void') execute function opening_invoice_void();
create function opening_receipt_reversed() returns trigger language plpgsql as $$
begin
  perform opening_taken_back(new.receipt_id, new.reversed_on);
  return new;
end $$;
create trigger opening_receipt_reversed before update on receipt_state for each row
  when (new.state <> 'posted' and old.state = 'posted') execute function opening_receipt_reversed();

-- The day stays while anything is posted on it.
create function cut_over_stays() returns trigger language plpgsql as $$
begin
  if exists (select from opening_document where entity_id = old.id) then
    raise exception 'opening balances are posted on the cut-over date' using errcode = 'DB071',
      constraint = 'billing_entity_cut_over_on';
  end if;
  return new;
end $$;
create trigger cut_over_stays before update of cut_over_on on billing_entity for each row
  when (old.cut_over_on is distinct from new.cut_over_on) execute function cut_over_stays();

-- The figures of a year are of what was billed and collected here.
drop index invoice_state_billed;
create index invoice_state_billed on invoice_state (issue_date) include (currency, payable, client_id, status)
  where doc_kind <> 'opening_invoice';
drop index receipt_collected;
create index receipt_collected on receipt (receipt_date) include (currency, amount, client_id) where opening_on is null;

create or replace function invoice_state_in_months() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if coalesce(new.doc_kind, old.doc_kind) = 'opening_invoice' then return null; end if;
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

create or replace function receipt_state_in_months() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' and new.state <> 'posted' or tg_op = 'UPDATE' and (old.state = 'posted') = (new.state = 'posted') then
    return null;
  end if;
  insert into money_tail (kind, currency, month, amount)
  select 'collected', currency, date_trunc('month', receipt_date)::date, case new.state when 'posted' then amount else -amount end
  from receipt where id = new.receipt_id and amount <> 0 and opening_on is null;
  return null;
end $$;

create or replace view money_of_documents as
  select 'billed' as kind, currency, date_trunc('month', issue_date)::date as month, payable as amount
  from invoice_state where status not in ('draft', 'void') and doc_kind <> 'opening_invoice'
  union all
  select 'collected', currency, date_trunc('month', receipt_date)::date, amount
  from receipt join receipt_state state on state.receipt_id = receipt.id where state.state = 'posted' and opening_on is null;
