-- The chart of accounts: the firm adds accounts of its own and renames or deactivates them. A service names the account of its
-- income, and each line of an invoice keeps the account to which it was posted.

alter table ledger_account
  add column active boolean not null default true,
  -- Set while an account that comes with Daybook is not renamed: it is shown in the reader's language.
  add column usual text,
  add column version int not null default 1,
  add column created_at timestamptz not null default now(), add column created_by uuid default daybook_actor(),
  add column updated_at timestamptz not null default now(), add column updated_by uuid default daybook_actor();
update ledger_account set usual = code where system_key is null;
update ledger_account set kept_by_documents = true
  where subledger <> 'none' or system_key in ('cheques_in_hand', 'client_reimbursable');
alter table ledger_account
  add constraint ledger_account_code check (code ~ '^[0-9A-Z][0-9A-Z.-]{0,19}$'),
  add constraint ledger_account_name check (length(name) between 1 and 120),
  add constraint ledger_account_usual check (usual is null or system_key is null),
  add constraint ledger_account_kept check (kept_by_documents or subledger = 'none'),
  -- The status belongs to a key, so a deactivation and whoever posts to the account wait for each other.
  add constraint ledger_account_id_active unique (id, active);
call keep_record('ledger_account');

create function ledger_account_stays() returns trigger language plpgsql as $$
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
  if old.active and not new.active and (exists (select from service where income_account_id = new.id)
      or exists (select from expense_category where account_id = new.id)) then
    raise exception 'an account to which a service or an expense category posts cannot be deactivated' using errcode = 'DB103',
      constraint = 'ledger_account_active';
  end if;
  return new;
end $$;
create trigger ledger_account_stays before update on ledger_account for each row execute function ledger_account_stays();

alter table service
  -- Without one, its fees are posted to the account of all fees.
  add column income_account_id uuid,
  add column income_account_type text not null default 'income' constraint service_income_account_type check (income_account_type = 'income'),
  add constraint service_income_account foreign key (income_account_id, income_account_type) references ledger_account (id, type);

create function posts_to_active_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not (select active and system_key is distinct from 'rounding' from ledger_account
      where id = (to_jsonb(new) ->> tg_argv[0])::uuid for key share) then
    raise exception 'a service or an expense category cannot post to this account' using errcode = '23503', constraint = tg_argv[1];
  end if;
  return new;
end $$;
create trigger posts_to_active_account before insert or update of income_account_id on service
  for each row when (new.income_account_id is not null)
  execute function posts_to_active_account('income_account_id', 'service_income_account');
create trigger posts_to_active_account before insert or update of account_id on expense_category
  for each row execute function posts_to_active_account('account_id', 'expense_category_account_id_account_type_fkey');

-- An inactive account takes only what undoes an earlier posting.
create or replace function journal_leaves_documents_alone() returns trigger language plpgsql security definer set search_path = public as $$
declare account ledger_account; entry journal_entry;
begin
  select * into account from ledger_account where id = new.account_id for key share;
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

-- Old lines were posted to the account of all fees. As a default, the value is stored once for all of them.
do $$ begin
  execute format('alter table invoice_line add column income_account_id uuid default %L',
    (select id from ledger_account where system_key = 'income'));
end $$;
alter table invoice_line disable trigger user;
update invoice_line set income_account_id = null where kind = 'disbursement';
alter table invoice_line enable trigger user;
alter table invoice_line alter column income_account_id drop default,
  add constraint invoice_line_income_account foreign key (income_account_id) references ledger_account,
  add constraint invoice_line_income_account_of_fees check ((kind = 'fee') = (income_account_id is not null));

create function income_account_of_line(kind text, service uuid) returns uuid language sql stable as $$
  select id from ledger_account where kind = 'fee' and id = coalesce(
    (select income_account_id from service as charged where charged.id = service),
    (select id from ledger_account where system_key = 'income'))
$$;

create or replace function line_has_department() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.department_id := department_of_line(new.pending_item_id, new.service_id, new.invoice_id);
  new.income_account_id := income_account_of_line(new.kind, new.service_id);
  return new;
end $$;

-- The account and the department of each line of documents that are about to be issued, as they are today. Stored before the
-- documents are posted, and the same at commit: see invoice_receivable_posted.
create function settle_lines(documents uuid[])
  returns table (invoice_id uuid, no smallint, account_id uuid, department_id uuid) language plpgsql as $$
begin
  update invoice_line line set department_id = found.department_id, income_account_id = found.account_id
    from (select given.id, department_of_line(given.pending_item_id, given.service_id, given.invoice_id) as department_id,
        income_account_of_line(given.kind, given.service_id) as account_id
      from invoice_line given where given.invoice_id = any (documents)) found
    where line.id = found.id
      and (line.department_id, line.income_account_id) is distinct from (found.department_id, found.account_id);
  return query select line.invoice_id, line.no, line.income_account_id, line.department_id
    from invoice_line line where line.invoice_id = any (documents) order by line.invoice_id, line.no;
end $$;
drop trigger lines_have_departments on invoice;
drop function lines_have_departments();

create function posted_as_its_lines(document uuid) returns boolean language sql stable set enable_seqscan = off as $$
  with posted as (
    select line.account_id, sum(line.credit - line.debit) as amount
    from (select id from journal_entry where source_type = 'invoice' and source_id = document offset 0) entry
    cross join lateral (select account_id, debit, credit from journal_line where entry_id = entry.id offset 0) line
    join ledger_account account on account.id = line.account_id
    where account.type = 'income' and account.system_key is distinct from 'rounding'
    group by 1
  ), billed as (
    select income_account_id as account_id, sum(net) as amount from invoice_line
    where invoice_id = document and kind = 'fee' group by 1
  ), adjusted as (
    select coalesce(sum(case kind when 'charge' then net else -net end), 0) as amount, count(*) > 0 as any
    from invoice_adjustment where invoice_id = document
  )
  select coalesce(sum(posted.amount), 0) = coalesce(sum(billed.amount), 0) + (select amount from adjusted)
    and ((select adjusted.any from adjusted)
      or coalesce(bool_and(coalesce(posted.amount, 0) = coalesce(billed.amount, 0)), true))
  from posted full join billed using (account_id)
$$;

create or replace function invoice_receivable_posted() returns trigger language plpgsql as $$
begin
  if new.doc_kind <> 'proforma' and receivable_of('{invoice}', array[new.id]) <> new.total then
    raise exception 'the receivable posted for invoice % differs from its total', new.id using errcode = 'DB006';
  end if;
  if new.doc_kind <> 'proforma' and new.opening_on is null and not posted_as_its_lines(new.id) then
    raise exception 'invoice % must be posted to the accounts of its lines', new.id using errcode = 'DB006';
  end if;
  if new.prepaid > (select coalesce(sum(allocation.amount), 0)
      from allocation join receipt on receipt.id = allocation.receipt_id
      where allocation.invoice_id = new.id and allocated_on = new.issue_date and reversed_on is null
        and receipt.voucher_kind <> 'advance_voucher') then
    raise exception 'the prepaid amount of invoice % cannot exceed what receipts settle on its issue date', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;

-- What a person entered; the account of a line is the database's.
create or replace function invoice_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(line)
        - array['id', 'invoice_id', 'amount', 'net', 'tax', 'components', 'category', 'rate', 'department_id', 'income_account_id'])
      order by line.no) from invoice_line line where line.invoice_id = document),
    'adjustments', coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(adjustment) - array['id', 'invoice_id', 'net', 'tax', 'category', 'rate'])
      order by adjustment.no) from invoice_adjustment adjustment where adjustment.invoice_id = document), '[]'))
$$;
create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - array['id', 'income_account_id'] || '{"department_id": null}' order by no)
      from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;
