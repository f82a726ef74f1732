-- Opening balances: what was open on the cut-over date of a billing entity. The documents themselves are invoices and receipts with `opening_on`.

-- The books of a billing entity begin on its cut-over date: earlier postings here would count twice.
create function cut_over_before_postings() returns trigger language plpgsql as $$
declare earliest date;
begin
  -- Postings hold a lock on the entity (journal_entry_in_open_period), so this waits for those in progress.
  perform from billing_entity where id = new.id for update;
  select min(entry.entry_date) into earliest from journal_entry entry
    where entry.entity_id = new.id and entry.entry_date < new.cut_over_on
      -- Opening balances that were taken back do not count.
      and not exists (select from journal_line line join ledger_account account on account.id = line.account_id
        where line.entry_id = entry.id and account.system_key = 'opening_equity');
  if earliest is not null then
    raise exception 'the cut-over date cannot be %, because entries are posted before it', new.cut_over_on using errcode = 'DB072',
      constraint = 'billing_entity_cut_over_on', detail = json_build_object('latest', earliest);
  end if;
  return new;
end $$;
create trigger cut_over_before_postings before update of cut_over_on on billing_entity for each row
  when (new.cut_over_on is not null and old.cut_over_on is distinct from new.cut_over_on)
  execute function cut_over_before_postings();

-- The date cannot change while an opening balance is posted on it.
create function cut_over_stays() returns trigger language plpgsql as $$
begin
  if exists (select from opening_document where entity_id = old.id) then
    raise exception 'the cut-over date cannot change while opening balances are posted on it' using errcode = 'DB071',
      constraint = 'billing_entity_cut_over_on';
  end if;
  return new;
end $$;
create trigger cut_over_stays before update of cut_over_on on billing_entity for each row
  when (old.cut_over_on is distinct from new.cut_over_on) execute function cut_over_stays();

-- Concurrent imports for one client wait for each other here, and so does locking its opening balances.
create function opening_of_open_client(client_of uuid) returns void language plpgsql as $$
begin
  if (select opening_locked from client where id = client_of for no key update) then
    raise exception 'the opening balances of client % are locked and cannot change', client_of using errcode = 'DB070';
  end if;
end $$;

-- Open documents of the old system: invoices and receipts under their old numbers.
create view opening_document as
  select invoice.id, 'invoice' as kind, invoice.entity_id, invoice.client_id, invoice.number, invoice.issue_date as document_date,
    invoice.due_date, invoice.currency, invoice.fx_rate, invoice.payable as amount, invoice.opening_on,
    -- Includes settlements taken back since: a report as of a day in between still shows them.
    exists (select from invoice_settlement took where took.invoice_id = invoice.id) as is_settled
  from invoice join invoice_state live on live.invoice_id = invoice.id
  where invoice.opening_on is not null and live.status <> 'void'
  union all
  select receipt.id, 'receipt', receipt.entity_id, receipt.client_id, receipt.number, receipt.receipt_date, receipt.receipt_date,
    receipt.currency, receipt.fx_rate, receipt.amount, receipt.opening_on,
    exists (select from allocation took where took.receipt_id = receipt.id)
      or exists (select from receipt_refund gave where gave.receipt_id = receipt.id)
  from receipt join receipt_state live on live.receipt_id = receipt.id
  where receipt.opening_on is not null and live.status = 'posted';

-- Checked at commit: it has exactly one entry, on the cut-over date, between the client and opening equity.
create function opening_posted(kind text, document uuid, day date) returns boolean language sql stable as $$
  select count(distinct entry.id) = 1 and bool_and(entry.entry_date = day)
    and bool_and(account.system_key in ('receivable', 'client_advance', 'opening_equity'))
  from journal_entry entry join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = kind and entry.source_id = document
$$;

-- Until something settles it, an opening balance can be taken back. Its reversal has the date of its posting, as if it had never existed.
create function opening_taken_back(document uuid, ended date) returns void language plpgsql as $$
declare opening opening_document;
begin
  select * into opening from opening_document where id = document;
  if opening.id is null then return; end if;
  perform opening_of_open_client(opening.client_id);
  if opening.is_settled or ended is distinct from opening.opening_on then
    raise exception 'opening balance % cannot be taken back after a settlement, nor on a date other than that of its posting', document using errcode = 'DB001';
  end if;
end $$;

-- A number is unique for a client, and an opening balance is posted only on the entity's cut-over date.
create function opening_begins() returns trigger language plpgsql as $$
begin
  perform from billing_entity where id = new.entity_id and cut_over_on = new.opening_on for share;
  if not found then
    raise exception 'an opening balance must be posted on the cut-over date of its entity' using errcode = '23514', constraint = 'opening_on_cut_over';
  end if;
  perform opening_of_open_client(new.client_id);
  if exists (select from opening_document where entity_id = new.entity_id and client_id = new.client_id
      and lower(number) = lower(new.number)) then
    raise exception 'document number % cannot occur twice for a client and entity', new.number using errcode = '23505', constraint = 'opening_number';
  end if;
  return new;
end $$;
create trigger opening_begins before update on invoice for each row
  when (new.opening_on is not null and old.issued_at is null and new.issued_at is not null) execute function opening_begins();
create trigger opening_begins before insert on receipt for each row when (new.opening_on is not null)
  execute function opening_begins();

create function opening_whole() returns trigger language plpgsql as $$
declare kind text := tg_table_name; issued boolean := true;
begin
  if kind = 'invoice' then
    select issued_at is not null and not exists (select from invoice_line where invoice_id = new.id)
      and not exists (select from invoice_adjustment where invoice_id = new.id) into issued from invoice where id = new.id;
  end if;
  if issued is not true or opening_posted(kind, new.id, new.opening_on) is not true then
    raise exception 'opening balance % must be issued without lines, with exactly one entry, on its date, to opening equity', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger opening_whole after insert or update on invoice deferrable initially deferred
  for each row when (new.opening_on is not null) execute function opening_whole();
create constraint trigger opening_whole after insert on receipt deferrable initially deferred
  for each row when (new.opening_on is not null) execute function opening_whole();

create function opening_lock_moves() returns trigger language plpgsql as $$
begin
  if old.opening_locked and not new.opening_locked and (new.opening_lock_reason is null
      or not exists (select from app_user where id = daybook_actor() and user_type in ('super_admin', 'admin'))) then
    raise exception 'only an admin can unlock opening balances, and must give a reason' using errcode = '23514', constraint = 'opening_lock_reason';
  end if;
  return new;
end $$;
create trigger opening_lock_moves before update of opening_locked on client
  for each row execute function opening_lock_moves();

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
  when (new.status <> 'posted' and old.status = 'posted') execute function opening_receipt_reversed();
