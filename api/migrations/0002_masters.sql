-- Who bills, for what, at which tax, and whom.

create table ledger_account (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  subledger text not null default 'none' check (subledger in ('none', 'client', 'user')),
  -- What the postings look it up by; such an account cannot be deleted.
  system_key text unique
);
insert into ledger_account (code, name, type, subledger, system_key) values
  ('1000', 'Bank', 'asset', 'none', 'bank'),
  ('1010', 'Cash', 'asset', 'none', 'cash'),
  ('1020', 'Cheques in hand', 'asset', 'none', 'cheques_in_hand'),
  ('1100', 'Receivables', 'asset', 'client', 'receivable'),
  ('1200', 'Withholding tax receivable', 'asset', 'client', 'withholding_receivable'),
  ('1300', 'Client reimbursables', 'asset', 'none', 'client_reimbursable'),
  ('2100', 'Client advances', 'liability', 'client', 'client_advance'),
  ('2200', 'Output VAT', 'liability', 'none', 'output_tax.VAT'),
  ('2201', 'Output CGST', 'liability', 'none', 'output_tax.CGST'),
  ('2202', 'Output SGST', 'liability', 'none', 'output_tax.SGST'),
  ('2203', 'Output UTGST', 'liability', 'none', 'output_tax.UTGST'),
  ('2204', 'Output IGST', 'liability', 'none', 'output_tax.IGST'),
  ('2205', 'Output consumption tax', 'liability', 'none', 'output_tax.JCT'),
  ('2206', 'Output sales tax', 'liability', 'none', 'output_tax.SALES'),
  ('3000', 'Opening balances', 'equity', 'none', 'opening_equity'),
  ('4000', 'Fees', 'income', 'none', 'income'),
  ('4900', 'Rounding', 'income', 'none', 'rounding'),
  ('5000', 'Bank charges', 'expense', 'none', 'bank_charge'),
  ('5100', 'Bad debts', 'expense', 'none', 'bad_debt'),
  ('5200', 'Exchange differences', 'expense', 'none', 'fx_difference');

create table billing_entity (
  id uuid primary key,
  name text not null check (name <> ''),
  legal_name text not null check (legal_name <> ''),
  country char(2) not null,
  base_currency char(3) not null,
  fy_start text not null check (fy_start ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  timezone text not null,
  -- Which rules of tax and numbering apply: IN, EU, GB, JP, CN, US, NONE.
  regime text not null,
  tax_status text not null default 'registered' check (tax_status in ('registered', 'composition', 'unregistered')),
  address jsonb not null,
  -- [{scheme, value, region}], checked by checksum.
  registrations jsonb not null default '[]',
  -- [{id, label, bank, accountName, iban, accountNo, ifsc, bic, upi}]
  bank_accounts jsonb not null default '[]',
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  round_total_to bigint not null default 0 check (round_total_to >= 0),
  rounding_mode text not null default 'document_rate' check (rounding_mode in ('document_rate', 'line')),
  rounding_dir text not null default 'half_up' check (rounding_dir in ('half_up', 'floor')),
  payment_terms_days int not null default 30 check (payment_terms_days between 0 and 365),
  default_terms text,
  footer text,
  doc_locale text not null default 'en' check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  chronology text not null default 'warn' check (chronology in ('off', 'warn', 'block')),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (id, base_currency)
);
create unique index billing_entity_name on billing_entity (lower(name));
create index billing_entity_list on billing_entity (name collate "und-x-icu", id);
create index billing_entity_search on billing_entity using gin (search_grams);
call keep_record('billing_entity', 'logo');

-- How each kind of document is numbered; a change takes effect with the next number.
create table number_format (
  id uuid primary key default gen_random_uuid(),
  entity_id uuid not null references billing_entity on delete cascade,
  doc_kind text not null check (doc_kind in ('tax_invoice', 'bill_of_supply', 'proforma', 'debit_note', 'credit_note',
    'receipt', 'advance_voucher', 'refund_voucher', 'expense_voucher')),
  prefix text not null,
  format text not null,
  start_seq bigint not null default 1 check (start_seq >= 1),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (entity_id, doc_kind)
);
call keep_record('number_format');

-- One counter per entity, kind and fiscal year. Only take_number moves it.
create table number_series (
  entity_id uuid not null references billing_entity,
  doc_kind text not null,
  fy text not null,
  start_seq bigint not null,
  next_seq bigint not null check (next_seq >= start_seq),
  last_date date,
  primary key (entity_id, doc_kind, fy)
);

-- Where a series begins stays once it has begun.
create function fix_series_start() returns trigger language plpgsql as $$
begin
  if new.start_seq <> old.start_seq
    and exists (select from number_series where entity_id = old.entity_id and doc_kind = old.doc_kind) then
    raise exception 'the series has begun' using errcode = 'DB020';
  end if;
  return new;
end $$;
create trigger fix_series_start before update on number_format for each row execute function fix_series_start();

-- Every number ever taken, and by which document.
create table document_number (
  entity_id uuid not null,
  doc_kind text not null,
  fy text not null,
  seq bigint not null,
  number text not null,
  document_id uuid not null unique,
  primary key (entity_id, doc_kind, fy, seq),
  unique (entity_id, doc_kind, fy, number),
  foreign key (entity_id, doc_kind, fy) references number_series
);
create trigger document_number_append_only before update or delete on document_number
  for each row execute function refuse_change();
create trigger document_number_no_truncate before truncate on document_number
  for each statement execute function refuse_change();

-- Takes the next number; the caller runs it as the last thing before commit, because it locks the series (docs/rules.md#numbers-are-taken-last).
-- A number that was taken and not committed returns by itself. `before` and `after` surround the padded sequence.
-- `in_order` refuses a date before the series' last one.
create function take_number(entity uuid, kind text, year text, document uuid, issue date, before text, width int, after text,
  in_order boolean) returns table (taken_seq bigint, taken_number text) language plpgsql security definer set search_path = public as $$
begin
  insert into number_series (entity_id, doc_kind, fy, start_seq, next_seq)
    select f.entity_id, f.doc_kind, year,
        case when exists (select from number_series s where s.entity_id = entity and s.doc_kind = kind) then 1 else f.start_seq end,
        case when exists (select from number_series s where s.entity_id = entity and s.doc_kind = kind) then 1 else f.start_seq end
      from number_format f where f.entity_id = entity and f.doc_kind = kind
    on conflict do nothing;
  if in_order and exists (select from number_series s where s.entity_id = entity and s.doc_kind = kind and s.fy = year
      and s.last_date > issue for update) then
    raise exception 'a later document is already issued' using errcode = 'DB010';
  end if;
  update number_series s set next_seq = s.next_seq + 1, last_date = greatest(s.last_date, issue)
    where s.entity_id = entity and s.doc_kind = kind and s.fy = year
    returning s.next_seq - 1 into taken_seq;
  if taken_seq is null then
    raise exception 'no number format for %', kind using errcode = 'DB003';
  end if;
  taken_number := before || case when length(taken_seq::text) >= width then taken_seq::text
    else lpad(taken_seq::text, width, '0') end || after;
  insert into document_number values (entity, kind, year, taken_seq, taken_number, document);
  return next;
end $$;

-- Must be empty: numbers between a series' start and its last that no document holds.
create view number_gap as
  select s.entity_id, s.doc_kind, s.fy, missing.seq
  from number_series s cross join lateral generate_series(s.start_seq, s.next_seq - 1) as missing (seq)
  where not exists (select from document_number n where n.entity_id = s.entity_id and n.doc_kind = s.doc_kind
    and n.fy = s.fy and n.seq = missing.seq);

create table tax_code (
  id uuid primary key,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  regime text not null,
  kind text not null check (kind in ('GST', 'VAT', 'JCT', 'SALES', 'NONE')),
  -- UNTDID 5305.
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (regime, code)
);
create index tax_code_list on tax_code (code, id);
call keep_record('tax_code');

-- A rate holds from its date until the next row's: two can never overlap.
create table tax_rate (
  tax_code_id uuid not null references tax_code on delete cascade,
  valid_from date not null,
  rate numeric(9, 6) not null check (rate between 0 and 100),
  primary key (tax_code_id, valid_from)
);
create trigger audit after insert or update or delete on tax_rate for each row execute function audit_change();

create table service (
  id uuid primary key,
  name text not null check (name <> ''),
  department_id uuid references department,
  sac_hsn text check (sac_hsn ~ '^[0-9]{4,8}$'),
  unit text not null default 'C62',
  -- In `currency`; absent when the price is agreed each time.
  price bigint check (price >= 0),
  currency char(3),
  tax_code_id uuid not null references tax_code,
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((price is null) = (currency is null))
);
create unique index service_name on service (lower(name));
create index service_list on service (name collate "und-x-icu", id);
create index service_search on service using gin (search_grams);
call keep_record('service');

create sequence client_code;

-- At least four digits, and more once they are used up.
create function next_client_code() returns text language sql as $$
  select 'C-' || lpad(n, greatest(4, length(n)), '0') from cast(nextval('client_code') as text) as n
$$;

create table client (
  id uuid primary key,
  code text not null unique default next_client_code(),
  name text not null check (length(name) between 1 and 200),
  -- What a list sorts by: kana where the person gave it, else the name.
  sort_name text not null,
  legal_name text,
  kind text not null check (kind in ('individual', 'proprietor', 'partnership', 'llp', 'company', 'trust', 'huf', 'aop',
    'government', 'other')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  inactive_on date,
  -- Why it was last deactivated or taken back.
  status_reason text,
  crm_id uuid not null references app_user,
  manager_id uuid references app_user,
  default_entity_id uuid not null references billing_entity,
  currency char(3) not null,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  payment_terms_days int not null check (payment_terms_days between 0 and 365),
  credit_limit bigint check (credit_limit >= 0),
  tax_treatment text not null check (tax_treatment in ('registered', 'unregistered', 'composition', 'sez', 'overseas',
    'uin_holder', 'exempt', 'eu_b2b', 'consumer')),
  withholding_rate numeric(9, 6) check (withholding_rate between 0 and 100),
  billable boolean not null default true,
  tags text[] not null default '{}',
  notes text,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((status = 'inactive') = (inactive_on is not null)),
  check (status = 'active' or status_reason is not null)
);
create index client_by_name on client (sort_name collate "und-x-icu", id);
create index client_by_status_name on client (status, sort_name collate "und-x-icu", id);
-- C-10000 follows C-9999.
create index client_by_code on client (length(code), code, id);
create index client_by_crm on client (crm_id, sort_name collate "und-x-icu", id);
create index client_by_manager on client (manager_id, sort_name collate "und-x-icu", id);
create index client_by_kind on client (kind, sort_name collate "und-x-icu", id);
create index client_by_entity on client (default_entity_id);
create index client_search on client using gin (search_grams);
call keep_record('client');

create table client_executive (
  client_id uuid not null references client on delete cascade,
  user_id uuid not null references app_user,
  primary key (client_id, user_id)
);
create index client_executive_user on client_executive (user_id);

create table client_department (
  client_id uuid not null references client on delete cascade,
  department_id uuid not null references department,
  primary key (client_id, department_id)
);
create index client_department_department on client_department (department_id);

create table client_address (
  client_id uuid not null references client on delete cascade,
  no smallint not null,
  kind text not null check (kind in ('billing', 'registered', 'other')),
  line1 text not null,
  line2 text,
  city text,
  region_code text,
  postal text,
  country char(2) not null,
  primary key (client_id, no)
);

create table client_registration (
  client_id uuid not null references client on delete cascade,
  no smallint not null,
  scheme text not null,
  -- Normalised: upper case, no spaces.
  value text not null,
  region text,
  primary key (client_id, no),
  unique (client_id, scheme, value)
);
create index client_registration_value on client_registration (value);

create table contact (
  id uuid primary key,
  name text not null,
  email text,
  phone text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (email is not null or phone is not null)
);
create index contact_email on contact (email) where email is not null;
create index contact_phone on contact (phone) where phone is not null;
call keep_record('contact');

create table client_contact (
  client_id uuid not null references client on delete cascade,
  contact_id uuid not null references contact on delete cascade,
  no smallint not null,
  roles text[] not null default '{}',
  primary key (client_id, contact_id)
);
create index client_contact_contact on client_contact (contact_id);

-- The parts of a client are in its audit trail.
create trigger audit after insert or update or delete on client_executive for each row execute function audit_change();
create trigger audit after insert or update or delete on client_department for each row execute function audit_change();
create trigger audit after insert or update or delete on client_address for each row execute function audit_change();
create trigger audit after insert or update or delete on client_registration for each row execute function audit_change();
create trigger audit after insert or update or delete on client_contact for each row execute function audit_change();
