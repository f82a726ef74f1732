-- Tax that clients withheld before the cut-over date of a billing entity, and the mails that ask for its certificates.

-- An opening balance of the account for tax withheld: nothing settles it, certificates prove it.
create table opening_withheld (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  -- The client whose tax it is.
  client_id uuid not null references client,
  -- The number in the old system, such as that of the receipt. An invoice of the client may have the same.
  number text not null check (number <> ''),
  -- Empty if the old system names none.
  section text not null,
  deducted_on date not null,
  opening_on date not null,
  currency char(3) not null,
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  amount bigint not null check (amount > 0),
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  taken_back_at timestamptz,
  taken_back_by uuid references app_user,
  -- Empty if another row of the same number replaced it.
  taken_back_reason text check (taken_back_reason <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  constraint opening_withheld_before_cut_over check (deducted_on <= opening_on),
  constraint opening_withheld_taken_back check ((taken_back_at is null) = (taken_back_by is null)
    and (taken_back_reason is null or taken_back_at is not null))
);
create index opening_withheld_number on opening_withheld (entity_id, client_id, lower(number));
create index opening_withheld_search on opening_withheld using gin (search_grams);
create trigger audit after insert or update on opening_withheld for each row execute function audit_change();
create trigger opening_withheld_no_delete before delete on opening_withheld for each row execute function refuse_change();
create trigger opening_withheld_no_truncate before truncate on opening_withheld for each statement execute function refuse_change();

-- The entry of the register has the id of the opening balance.
alter table withholding_entry
  alter column receipt_id drop not null,
  add column opening_id uuid unique references opening_withheld,
  add constraint withholding_entry_source check (num_nonnulls(receipt_id, opening_id) = 1),
  add constraint withholding_entry_of_opening check (opening_id = id);

-- An entry is written off once nothing of it is open. What comes back to it later, because a certificate is withdrawn or an allocation
-- is taken back, awaits a certificate like any other tax.
create or replace function withholding_entry_follows() returns trigger language plpgsql as $$
declare start text;
begin
  if tg_op = 'UPDATE' and (new.receipt_id, new.opening_id, new.client_id, new.section, new.entity_id, new.currency)
    is distinct from (old.receipt_id, old.opening_id, old.client_id, old.section, old.entity_id, old.currency) then
    raise exception 'an entry of the withholding register cannot become another one' using errcode = 'DB001';
  end if;
  if tg_op = 'UPDATE' and new.deducted_on <> old.deducted_on and old.certified > 0 then
    raise exception 'the day on which tax was withheld stays once a certificate proves it' using errcode = 'DB001';
  end if;
  select fy_start into start from billing_entity where id = new.entity_id;
  new.fy := fiscal_year_name(new.deducted_on, start);
  new.quarter := fiscal_quarter(new.deducted_on, start);
  new.quarter_ends_on := ((select make_date(extract(year from new.deducted_on)::int - (to_char(new.deducted_on, 'MM-DD') < start)::int,
    left(start, 2)::int, right(start, 2)::int)) + make_interval(months => 3 * new.quarter))::date - 1;
  -- A mark does not outlive what it was made on.
  if new.amount = 0 or new.certified < new.amount then
    new.matched_on := null;
  end if;
  if new.amount = 0 then
    new.disputed_on := null;
  end if;
  new.state := case
    when new.amount = 0 then 'taken_back'
    when new.written_off > 0 and new.certified + new.written_off = new.amount then 'written_off'
    when new.disputed_on is not null then 'disputed'
    when new.matched_on is not null then 'matched'
    when new.certified = new.amount then 'certified'
    when new.certified > 0 then 'part_certified'
    else 'claimed' end;
  return new;
end $$;

-- The entries so far.
update withholding_entry set amount = amount where written_off > 0 and certified + written_off < amount;

create or replace view opening_document as
  select invoice.id, 'invoice' as kind, invoice.entity_id, invoice.client_id, invoice.number, invoice.issue_date as document_date,
    invoice.due_date, invoice.currency, invoice.fx_rate, invoice.payable as amount, invoice.opening_on,
    -- Includes settlements taken back since: a report as of a day in between still shows them.
    exists (select from invoice_settlement took where took.invoice_id = invoice.id) as is_settled, null as section
  from invoice join invoice_state live on live.invoice_id = invoice.id
  where invoice.opening_on is not null and live.status <> 'void'
  union all
  select receipt.id, 'receipt', receipt.entity_id, receipt.client_id, receipt.number, receipt.receipt_date, receipt.receipt_date,
    receipt.currency, receipt.fx_rate, receipt.amount, receipt.opening_on,
    exists (select from allocation took where took.receipt_id = receipt.id)
      or exists (select from receipt_refund gave where gave.receipt_id = receipt.id), null
  from receipt join receipt_state live on live.receipt_id = receipt.id
  where receipt.opening_on is not null and live.status = 'posted'
  union all
  select id, 'withheld', entity_id, client_id, number, deducted_on, deducted_on, currency, fx_rate, amount, opening_on,
    exists (select from certificate_match proof where proof.entry_id = opening_withheld.id)
      or exists (select from withheld_write_off given_up where given_up.entry_id = opening_withheld.id), nullif(section, '')
  from opening_withheld where taken_back_at is null;

-- A number is unique for a client, once among its documents and once among the tax that it withheld.
create or replace function opening_begins() returns trigger language plpgsql as $$
begin
  perform from billing_entity where id = new.entity_id and cut_over_on = new.opening_on for share;
  if not found then
    raise exception 'an opening balance must be posted on the cut-over date of its entity' using errcode = '23514', constraint = 'opening_on_cut_over';
  end if;
  perform opening_of_open_client(new.client_id);
  if exists (select from opening_document where entity_id = new.entity_id and client_id = new.client_id
      and lower(number) = lower(new.number) and (kind = 'withheld') = (tg_table_name = 'opening_withheld')) then
    raise exception 'document number % cannot occur twice for a client and entity', new.number using errcode = '23505', constraint = 'opening_number';
  end if;
  return new;
end $$;
create trigger opening_begins before insert on opening_withheld for each row execute function opening_begins();

create function opening_withheld_only_taken_back() returns trigger language plpgsql as $$
-- A generated column is not yet computed here.
declare live text[] := array['taken_back_at', 'taken_back_by', 'taken_back_reason', 'search_grams'];
begin
  if old.taken_back_at is not null or new.taken_back_at is null or to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'tax withheld before the cut-over date can only be taken back, once' using errcode = 'DB001';
  end if;
  perform opening_taken_back(new.id, new.opening_on);
  return new;
end $$;
create trigger opening_withheld_only_taken_back before update on opening_withheld
  for each row execute function opening_withheld_only_taken_back();

-- Checked at commit: as long as it stands, it has one entry on the cut-over date, between the client's tax withheld and opening
-- equity; taken back, nothing of it is left.
create function opening_withheld_as_posted() returns trigger language plpgsql as $$
declare opening opening_withheld; days date[]; held bigint; equity bigint; lines int;
begin
  select * into opening from opening_withheld where id = new.id;
  select array_agg(distinct posted.entry_date), count(*) filter (where posted.source_type = 'opening'),
      coalesce(sum(line.debit - line.credit) filter (where account.system_key = 'withholding_receivable'
        and line.client_id = opening.client_id and line.currency = opening.currency), 0),
      coalesce(sum(line.debit - line.credit) filter (where account.system_key = 'opening_equity'), 0)
    into days, lines, held, equity
    from journal_entry posted join journal_line line on line.entry_id = posted.id
    join ledger_account account on account.id = line.account_id
    where posted.source_type in ('opening', 'reversal') and posted.source_id = opening.id;
  if days is distinct from array[opening.opening_on] or lines <> 2 or held <> -equity
    or held <> (case when opening.taken_back_at is null then opening.amount else 0 end) then
    raise exception 'tax withheld before the cut-over date % differs from its entry', opening.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger opening_withheld_as_posted after insert or update on opening_withheld deferrable initially deferred
  for each row execute function opening_withheld_as_posted();

create function opening_withheld_in_register() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    insert into withholding_entry (id, opening_id, client_id, section, entity_id, currency, amount, deducted_on, fy, quarter,
        quarter_ends_on, state)
      values (new.id, new.id, new.client_id, new.section, new.entity_id, new.currency, new.amount, new.deducted_on, '', 1,
        new.deducted_on, 'claimed');
  else
    update withholding_entry set amount = 0 where opening_id = new.id;
  end if;
  return null;
end $$;
create trigger opening_withheld_in_register after insert or update on opening_withheld
  for each row execute function opening_withheld_in_register();

-- A mail that asks a client for the certificates of the tax that it withheld.
call also_allow('client_mail', 'client_mail_kind_check', $$ kind = 'certificate_request' $$);
call also_allow('notification', 'notification_kind_check', $$ kind = 'certificate_requests_sent' $$);
insert into job_kind (kind, told, record_kind) values ('certificate_request', 'certificate_requests_sent', 'job');
