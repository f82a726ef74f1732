-- Pending items, invoices, receipts, and the ledger that balances.

create table journal_entry (
  id uuid primary key,
  -- The order of posting, for reading only: it may have gaps.
  seq bigint generated always as identity unique,
  xid xid8 not null default pg_current_xact_id(),
  entity_id uuid not null references billing_entity,
  entry_date date not null,
  source_type text not null check (source_type in ('invoice', 'receipt', 'allocation', 'credit_note', 'expense', 'void',
    'reversal', 'opening', 'journal')),
  source_id uuid not null,
  reversal_of uuid unique references journal_entry,
  posted_at timestamptz not null default now(),
  posted_by uuid default daybook_actor()
);
create index journal_entry_source on journal_entry (source_type, source_id);

create table journal_line (
  entry_id uuid not null references journal_entry,
  no smallint not null,
  -- Repeated from the header, so that one index reads a client's ledger in order.
  entity_id uuid not null,
  entry_date date not null,
  account_id uuid not null references ledger_account,
  client_id uuid references client,
  user_id uuid references app_user,
  currency char(3) not null,
  -- Minor units of `currency`; base_* in the entity's base currency.
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

-- Lines belong to the transaction that made their header: a posted entry can gain nothing.
create function journal_line_with_header() returns trigger language plpgsql as $$
declare header journal_entry;
begin
  select * into header from journal_entry where id = new.entry_id;
  if header.xid is distinct from pg_current_xact_id() then
    raise exception 'a posted entry gains no lines' using errcode = 'DB001';
  end if;
  new.entity_id := header.entity_id;
  new.entry_date := header.entry_date;
  if (new.client_id is not null) is distinct from (select subledger = 'client' from ledger_account where id = new.account_id) then
    raise exception 'account and client do not fit' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger journal_line_with_header before insert on journal_line for each row execute function journal_line_with_header();

-- The law of the ledger (docs/rules.md#entries-balance): at commit each entry has lines and balances in the base currency.
create function journal_entry_balances() returns trigger language plpgsql as $$
declare lines int; difference bigint;
begin
  select count(*), coalesce(sum(base_debit) - sum(base_credit), 0) into lines, difference
    from journal_line where entry_id = new.id;
  if lines < 2 or difference <> 0 then
    raise exception 'entry % does not balance: % lines, difference %', new.id, lines, difference using errcode = 'DB004';
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
create trigger journal_entry_append_only before update or delete on journal_entry for each row execute function refuse_change();
create trigger journal_entry_no_truncate before truncate on journal_entry for each statement execute function refuse_change();
create trigger journal_line_append_only before update or delete on journal_line for each row execute function refuse_change();
create trigger journal_line_no_truncate before truncate on journal_line for each statement execute function refuse_change();

-- The base currency of an entity stays once something is posted.
create function freeze_base_currency() returns trigger language plpgsql as $$
begin
  if new.base_currency <> old.base_currency and exists (select from journal_entry where entity_id = old.id) then
    raise exception 'the base currency is fixed by the first posting' using errcode = 'DB005',
      constraint = 'billing_entity_base_currency';
  end if;
  return new;
end $$;
create trigger freeze_base_currency before update on billing_entity for each row execute function freeze_base_currency();

create table invoice (
  id uuid primary key,
  doc_kind text not null check (doc_kind in ('tax_invoice', 'bill_of_supply', 'proforma', 'debit_note')),
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text,
  seq bigint,
  fy text,
  issue_date date not null,
  due_date date not null,
  service_from date,
  service_to date,
  supply_date date,
  currency char(3) not null,
  -- Base currency per one unit of `currency`; 1 when they are the same.
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  -- Name, address and registrations of both sides as they were when it was issued.
  bill_to jsonb not null,
  supplier jsonb,
  place_of_supply text,
  reverse_charge boolean not null default false,
  po_no text,
  prices_include_tax boolean not null default false,
  -- The document's discount: a percentage or an amount.
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  discount bigint check (discount >= 0),
  rounding_mode text not null,
  rounding_dir text not null,
  round_total_to bigint not null,
  withholding_rate numeric(9, 6),
  -- Computed by contracts/money: in minor units of `currency`.
  net bigint not null default 0,
  tax bigint not null default 0,
  rounding bigint not null default 0,
  total bigint not null default 0,
  prepaid bigint not null default 0 check (prepaid >= 0),
  payable bigint not null default 0,
  withheld_expected bigint not null default 0,
  -- [{category, rate, net, tax, components: [{name, tax}]}]
  tax_groups jsonb not null default '[]',
  terms text,
  notes text,
  footer text,
  issued_at timestamptz,
  issued_by uuid references app_user,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (due_date >= issue_date),
  check (service_to >= service_from),
  check (discount_pct is null or discount is null),
  check (total = net + tax + rounding),
  check (payable = total - prepaid),
  check ((issued_at is null) = (number is null) and (number is null) = (seq is null) and (number is null) = (fy is null)),
  check (issued_at is null or (total >= 0 and payable >= 0 and supplier is not null))
);
create index invoice_search on invoice using gin (search_grams);
call keep_record('invoice');

create table invoice_line (
  id uuid primary key,
  invoice_id uuid not null references invoice on delete cascade,
  no smallint not null,
  kind text not null default 'fee' check (kind in ('fee', 'disbursement')),
  description text not null check (description <> ''),
  service_id uuid references service,
  sac_hsn text,
  qty numeric(14, 4) not null check (qty <> 0),
  unit text not null default 'C62',
  unit_price numeric(18, 6) not null check (unit_price >= 0),
  -- How many units the price is for (EN 16931 BT-149).
  base_qty numeric(14, 4) not null default 1 check (base_qty > 0),
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  discount bigint check (discount >= 0),
  charge bigint check (charge >= 0),
  tax_code_id uuid not null references tax_code,
  category text not null,
  rate numeric(9, 6) not null,
  -- As printed on the line; `net` is after its share of the document's discount.
  amount bigint not null,
  net bigint not null,
  tax bigint not null,
  -- [{name, tax}]
  components jsonb not null default '[]',
  -- Which waiting item the line bills; of a voided document it may be gone, so it is no reference.
  pending_item_id uuid,
  department_id uuid references department,
  unique (invoice_id, no) deferrable initially deferred,
  check (discount_pct is null or discount is null)
);
create index invoice_line_service on invoice_line (service_id);

-- Allowances and charges of the whole document, each with its own tax (docs/rules.md#allowances-and-charges).
create table invoice_adjustment (
  invoice_id uuid not null references invoice on delete cascade,
  no smallint not null,
  kind text not null check (kind in ('allowance', 'charge')),
  reason text,
  amount bigint not null check (amount >= 0),
  tax_code_id uuid not null references tax_code,
  category text not null,
  rate numeric(9, 6) not null,
  net bigint not null,
  tax bigint not null,
  primary key (invoice_id, no)
);

-- The live part of a document (docs/rules.md#frozen-and-live-parts); the list of invoices is read from it.
create table invoice_state (
  invoice_id uuid primary key references invoice on delete cascade,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  doc_kind text not null,
  status text not null default 'draft' check (status in ('draft', 'issued', 'part_paid', 'paid', 'written_off', 'void')),
  issue_date date not null,
  due_date date not null,
  currency char(3) not null,
  number text not null default '',
  payable bigint not null default 0,
  -- Settled by receipts, what was withheld included.
  paid bigint not null default 0 check (paid >= 0),
  credited bigint not null default 0 check (credited >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  outstanding bigint not null default 0,
  settled_on date,
  sent_at timestamptz,
  voided_at timestamptz,
  voided_by uuid references app_user,
  void_date date,
  void_reason text,
  check (paid + credited + written_off <= payable or status = 'draft'),
  check (outstanding = case when status in ('draft', 'void') then 0 else payable - paid - credited - written_off end),
  check (status <> 'void' or (paid = 0 and credited = 0 and void_date is not null))
);
create index invoice_state_by_date on invoice_state (issue_date desc, invoice_id desc);
create index invoice_state_by_status on invoice_state (status, issue_date desc, invoice_id desc);
create index invoice_state_by_client on invoice_state (client_id, issue_date desc, invoice_id desc);
create index invoice_state_by_entity on invoice_state (entity_id, issue_date desc, invoice_id desc);
create index invoice_state_by_due on invoice_state (due_date, invoice_id);
create index invoice_state_open on invoice_state (client_id, due_date, invoice_id) where outstanding > 0;
create index invoice_state_overdue on invoice_state (due_date, invoice_id) where outstanding > 0;

-- A void is a change of the live part, and leaves its trace there.
create trigger audit after update of voided_at on invoice_state for each row execute function audit_change('outstanding', 'settled_on');

-- An issued document refuses every change, and so do its lines.
create function invoice_frozen() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null then
    raise exception 'an issued document is not changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_frozen before update or delete on invoice for each row execute function invoice_frozen();
create trigger invoice_no_truncate before truncate on invoice for each statement execute function refuse_change();

create function invoice_part_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from invoice where issued_at is not null
      and id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)) then
    raise exception 'an issued document is not changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_line_frozen before insert or update or delete on invoice_line
  for each row execute function invoice_part_frozen();
create trigger invoice_line_no_truncate before truncate on invoice_line for each statement execute function refuse_change();
create trigger invoice_adjustment_frozen before insert or update or delete on invoice_adjustment
  for each row execute function invoice_part_frozen();
create trigger invoice_adjustment_no_truncate before truncate on invoice_adjustment
  for each statement execute function refuse_change();

-- The state follows its document: made with it, refreshed while it is a draft, opened by the issue.
create function invoice_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, issue_date, due_date, currency, number, payable)
    values (new.id, new.entity_id, new.client_id, new.doc_kind, new.issue_date, new.due_date, new.currency,
      coalesce(new.number, ''), new.payable)
  on conflict (invoice_id) do update set entity_id = excluded.entity_id, client_id = excluded.client_id,
    doc_kind = excluded.doc_kind, issue_date = excluded.issue_date, due_date = excluded.due_date,
    currency = excluded.currency, number = excluded.number, payable = excluded.payable,
    status = case when new.issued_at is null then 'draft' when new.payable = 0 then 'paid' else 'issued' end,
    outstanding = case when new.issued_at is null then 0 else new.payable end,
    settled_on = case when new.issued_at is not null and new.payable = 0 then new.issue_date end;
  return null;
end $$;
create trigger invoice_state_follows after insert or update on invoice for each row execute function invoice_state_follows();

-- At commit an issued document holds the number it took, its figures are the sum of its lines, and its entry is posted.
create function invoice_issue_whole() returns trigger language plpgsql as $$
declare rows_net bigint; rows_tax bigint; groups_net bigint; groups_tax bigint;
begin
  if new.issued_at is null then return null; end if;
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'invoice % did not take its number' , new.id using errcode = 'DB006';
  end if;
  select coalesce(sum((g ->> 'net')::bigint), 0), coalesce(sum((g ->> 'tax')::bigint), 0) into groups_net, groups_tax
    from jsonb_array_elements(new.tax_groups) as g;
  select sum(net), sum(tax) into rows_net, rows_tax from (
    select net, tax from invoice_line where invoice_id = new.id
    union all
    select case kind when 'charge' then net else -net end, case kind when 'charge' then tax else -tax end
      from invoice_adjustment where invoice_id = new.id) as parts;
  if (groups_net, groups_tax) is distinct from (new.net, new.tax) or (rows_net, rows_tax) is distinct from (new.net, new.tax) then
    raise exception 'invoice %: lines and tax groups do not add up to the document', new.id using errcode = 'DB006';
  end if;
  if new.doc_kind <> 'proforma' and new.total <> 0
    and not exists (select from journal_entry where source_type = 'invoice' and source_id = new.id) then
    raise exception 'invoice % was not posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_issue_whole after update on invoice deferrable initially deferred
  for each row execute function invoice_issue_whole();

-- Finished work that waits to be billed; at most one live item for a piece of work.
create table pending_item (
  id uuid primary key,
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  source text not null check (source in ('task', 'expense', 'package', 'manual', 'time')),
  source_id uuid,
  service_id uuid references service,
  description text not null check (description <> ''),
  qty numeric(14, 4) not null default 1 check (qty > 0),
  -- Minor units of `currency`; `amount` is what will be billed, `original_amount` what the work was priced at.
  amount bigint not null check (amount >= 0),
  original_amount bigint not null check (original_amount >= 0),
  reason text,
  tax_code_id uuid not null references tax_code,
  ready_on date not null,
  state text not null default 'open' check (state in ('open', 'held', 'invoiced', 'written_off')),
  invoice_id uuid references invoice on delete set null,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (amount = original_amount or reason is not null),
  check ((state = 'invoiced') = (invoice_id is not null)),
  check (source = 'manual' or source_id is not null)
);
create unique index pending_item_source on pending_item (source, source_id) where source_id is not null;
create index pending_item_by_waiting on pending_item (((state in ('invoiced', 'written_off'))::int), ready_on, id);
create index pending_item_by_ready on pending_item (ready_on, id);
create index pending_item_by_state_ready on pending_item (state, ready_on, id);
create index pending_item_by_client on pending_item (client_id, state, ready_on, id);
create index pending_item_invoice on pending_item (invoice_id) where invoice_id is not null;
create index pending_item_search on pending_item using gin (search_grams);
call keep_record('pending_item');
create index invoice_line_pending on invoice_line (pending_item_id) where pending_item_id is not null;

create function tax_code_is_used(code uuid) returns boolean language sql stable as $$
  select exists (select from service where tax_code_id = code)
    or exists (select from pending_item where tax_code_id = code)
    or exists (select from invoice_line where tax_code_id = code)
    or exists (select from invoice_adjustment where tax_code_id = code)
$$;

-- What a tax code means stays once it is used; a rate changes by a new dated row.
create function freeze_tax_code() returns trigger language plpgsql as $$
begin
  if (new.regime, new.kind, new.category) is distinct from (old.regime, old.kind, old.category)
    and tax_code_is_used(old.id) then
    raise exception 'the tax code is used' using errcode = 'DB021', constraint = 'tax_code_' ||
      case when new.regime <> old.regime then 'regime' when new.kind <> old.kind then 'kind' else 'category' end;
  end if;
  return new;
end $$;
create trigger freeze_tax_code before update on tax_code for each row execute function freeze_tax_code();

-- A deleted draft gives its items back.
create function release_pending_items() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update pending_item set state = 'open', invoice_id = null, version = version + 1 where invoice_id = old.id;
  return old;
end $$;
create trigger release_pending_items before delete on invoice for each row execute function release_pending_items();

create table receipt (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text not null,
  seq bigint not null,
  fy text not null,
  receipt_date date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card', 'gateway', 'adjustment')),
  currency char(3) not null,
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  -- Minor units: money in, tax the client withheld, what the bank kept; together they settle.
  amount bigint not null check (amount >= 0),
  withheld bigint not null default 0 check (withheld >= 0),
  bank_charge bigint not null default 0 check (bank_charge >= 0),
  withholding_section text,
  instrument_no text,
  instrument_bank text,
  instrument_date date,
  reference text,
  bank_account_id uuid,
  received_by uuid references app_user,
  narration text,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  received_from jsonb not null,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (amount + withheld > 0),
  check (mode <> 'cheque' or (instrument_no is not null and instrument_bank is not null and instrument_date is not null)),
  check (mode <> 'cash' or received_by is not null)
);
create index receipt_by_date on receipt (receipt_date desc, id desc);
create index receipt_by_client on receipt (client_id, receipt_date desc, id desc);
create index receipt_by_mode on receipt (mode, receipt_date desc, id desc);
create index receipt_by_entity on receipt (entity_id, receipt_date desc, id desc);
create index receipt_reference on receipt (entity_id, mode, reference) where reference is not null;
create index receipt_search on receipt using gin (search_grams);
call keep_record('receipt');

-- A posted receipt is corrected by its reversal, never by a change.
create trigger receipt_frozen before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_no_truncate before truncate on receipt for each statement execute function refuse_change();

create table receipt_state (
  receipt_id uuid primary key references receipt,
  state text not null default 'posted' check (state in ('posted', 'bounced', 'reversed')),
  available bigint not null check (available >= 0),
  allocated bigint not null default 0 check (allocated >= 0),
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversed_on date,
  reversal_reason text,
  check (allocated <= available),
  check (state = 'posted' or allocated = 0)
);

create function receipt_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into receipt_state (receipt_id, available) values (new.id, new.amount + new.withheld + new.bank_charge);
  return null;
end $$;
create trigger receipt_state_follows after insert on receipt for each row execute function receipt_state_follows();
-- What moves it is in the trail of allocations already; its reversal is not.
create trigger audit after update on receipt_state for each row execute function audit_change('allocated');

create function receipt_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'receipt % did not take its number', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'receipt' and source_id = new.id) then
    raise exception 'receipt % was not posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_whole after insert on receipt deferrable initially deferred
  for each row execute function receipt_whole();

-- Which money settled which document, dated; undone by naming the day it was reversed, never by deletion.
create table allocation (
  id uuid primary key,
  receipt_id uuid not null references receipt,
  invoice_id uuid not null references invoice,
  amount bigint not null check (amount > 0),
  withheld_part bigint not null default 0 check (withheld_part >= 0),
  -- In the base currency: what it clears of the invoice, at the invoice's rate, and takes of the receipt, at the
  -- receipt's. The difference is the exchange's.
  invoice_base bigint not null check (invoice_base >= 0),
  receipt_base bigint not null check (receipt_base >= 0),
  allocated_on date not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  check (withheld_part <= amount),
  check (reversed_on >= allocated_on),
  check ((reversed_on is null) = (reversed_at is null))
);
create index allocation_receipt on allocation (receipt_id);
create index allocation_invoice on allocation (invoice_id, allocated_on);
create trigger allocation_audit after insert or update on allocation for each row execute function audit_change();
create trigger allocation_no_delete before delete on allocation for each row execute function refuse_change();
create trigger allocation_no_truncate before truncate on allocation for each statement execute function refuse_change();

create function allocation_only_reversed() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null
    or (to_jsonb(new) - array['reversed_on', 'reversed_at', 'reversed_by'])
      <> (to_jsonb(old) - array['reversed_on', 'reversed_at', 'reversed_by'])
    or new.reversed_at is null then
    raise exception 'an allocation is only ever reversed, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger allocation_only_reversed before update on allocation for each row execute function allocation_only_reversed();

-- What bounds a settlement lives here (docs/rules.md#settlement): both balances move with the allocation, and their checks refuse what exceeds either.
create function allocation_moves_balances() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
  target invoice_state; source receipt;
begin
  select * into source from receipt where id = new.receipt_id;
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  if (target.entity_id, target.client_id, target.currency) <> (source.entity_id, source.client_id, source.currency) then
    raise exception 'entity, client or currency differ' using errcode = 'DB008';
  end if;
  update invoice_state set paid = paid + moved, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + moved + credited = 0 then 'issued' else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then greatest(settled_on, new.allocated_on) end
    where invoice_id = new.invoice_id;
  update receipt_state set allocated = allocated + moved
    where receipt_id = new.receipt_id and state = 'posted' and allocated + moved <= available;
  if not found then
    raise exception 'more than the receipt still holds' using errcode = 'DB009';
  end if;
  return null;
end $$;
create trigger allocation_moves_balances after insert or update on allocation
  for each row execute function allocation_moves_balances();

-- A number is taken only by a document that holds it at commit.
create function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % was taken by no document', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger document_number_held after insert on document_number deferrable initially deferred
  for each row execute function document_number_held();
