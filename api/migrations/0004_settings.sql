-- Settings: billing entities and their numbering, taxes, services, and the categories and calendars of work.

create table billing_entity (
  id uuid primary key,
  name text not null check (name <> ''),
  legal_name text not null check (legal_name <> ''),
  country char(2) not null,
  base_currency char(3) not null,
  fy_start text not null check (fy_start ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  timezone text not null,
  -- The rules of tax and numbering: IN, EU, GB, JP, CN, US, NONE.
  regime text not null,
  tax_status text not null default 'registered' check (tax_status in ('registered', 'composition', 'unregistered')),
  address jsonb not null,
  -- [{scheme, value, region}], each checked by its checksum.
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
  -- An expense above this amount needs a file, in minor units of the base currency; null if none does.
  expense_file_limit bigint check (expense_file_limit >= 0),
  invoice_approval boolean not null default false,
  -- The largest remainder that may be written off with a payment, in the base currency; 0 if none may.
  write_off_limit bigint not null default 0 check (write_off_limit >= 0),
  -- The cut-over date: the entity's books begin here on this day, and its opening balances are posted on it.
  cut_over_on date,
  rounding_from date,
  unique (id, base_currency)
);
create unique index billing_entity_name on billing_entity (lower(name));
create index billing_entity_list on billing_entity (name collate "und-x-icu", id);
create index billing_entity_search on billing_entity using gin (search_grams);
call keep_record('billing_entity', 'logo');

-- The base currency cannot change once an amount depends on it. This includes a draft with an exchange rate, the fee of a task
-- or recurring task, a pending item and a waiting post-dated cheque.
create function freeze_base_currency() returns trigger language plpgsql as $$
begin
  if new.base_currency <> old.base_currency and (exists (select from journal_entry where entity_id = old.id)
    or exists (select from expense where entity_id = old.id)
    or exists (select from invoice where entity_id = old.id and fx_rate is not null)
    or exists (select from postdated_cheque where entity_id = old.id and status = 'waiting')
    or exists (select from task where billing_entity_id = old.id and fee is not null)
    or exists (select from recurring_task where billing_entity_id = old.id and fee is not null)
    or exists (select from pending_item where entity_id = old.id)) then
    raise exception 'the base currency cannot change once an amount depends on it' using errcode = 'DB005',
      constraint = 'billing_entity_base_currency';
  end if;
  return new;
end $$;
create trigger freeze_base_currency before update on billing_entity for each row execute function freeze_base_currency();

-- A change of the base currency waits for uncommitted rows that name the entity, because the currency is part of a key of the
-- entity. A row that named the entity before and gets its first amount by an update has to hold the entity itself.
create function hold_base_currency() returns trigger language plpgsql as $$
begin
  perform from billing_entity where id = (to_jsonb(new) ->> tg_argv[0])::uuid for key share;
  return new;
end $$;

-- Another start of the fiscal year would restart the series and repeat numbers already taken.
create function fix_fiscal_year() returns trigger language plpgsql as $$
begin
  if new.fy_start <> old.fy_start and exists (select from number_series where entity_id = old.id) then
    raise exception 'the start of the fiscal year cannot change once a number series is in use' using errcode = 'DB020', constraint = 'billing_entity_fy_start';
  end if;
  return new;
end $$;
create trigger fix_fiscal_year before update on billing_entity for each row execute function fix_fiscal_year();

-- Rounding rules are dated: a document is rounded by the rule of the entity on the document's date. Once a document is issued,
-- a new rule takes effect after the date of the last document.
create table entity_rounding (
  entity_id uuid not null references billing_entity on delete cascade,
  valid_from date not null,
  rounding_mode text not null,
  rounding_dir text not null,
  round_total_to bigint not null,
  primary key (entity_id, valid_from)
);

create function rounding_is_dated() returns trigger language plpgsql security definer set search_path = public as $$
declare last_issued date;
begin
  if tg_op = 'UPDATE' and (new.rounding_mode, new.rounding_dir, new.round_total_to)
    is not distinct from (old.rounding_mode, old.rounding_dir, old.round_total_to) then
    new.rounding_from := old.rounding_from;
    return new;
  end if;
  select max(issue_date) into last_issued from invoice_state where entity_id = new.id and status <> 'draft';
  if last_issued is null then
    new.rounding_from := null;
  elsif new.rounding_from is null or new.rounding_from <= last_issued then
    raise exception 'a change of rounding must begin after %, the date of the last issued document', last_issued using errcode = 'DB014',
      constraint = 'billing_entity_rounding_from', detail = json_build_object('earliest', last_issued + 1)::text;
  end if;
  return new;
end $$;
create trigger rounding_is_dated before insert or update on billing_entity for each row execute function rounding_is_dated();

create function rounding_is_kept() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (new.rounding_mode, new.rounding_dir, new.round_total_to)
    is not distinct from (old.rounding_mode, old.rounding_dir, old.round_total_to) then
    return null;
  end if;
  -- Removes rules that were planned for a later date.
  delete from entity_rounding where entity_id = new.id and valid_from >= coalesce(new.rounding_from, '0001-01-01');
  insert into entity_rounding values
    (new.id, coalesce(new.rounding_from, '0001-01-01'), new.rounding_mode, new.rounding_dir, new.round_total_to);
  return null;
end $$;
create trigger rounding_is_kept after insert or update on billing_entity for each row execute function rounding_is_kept();

create function rounding_on(entity uuid, day date) returns entity_rounding language sql stable as $$
  select * from entity_rounding where entity_id = entity and valid_from <= day order by valid_from desc limit 1
$$;

-- The name of the fiscal year of a day: the year in which it starts, and the year in which it ends if that is another.
create function fiscal_year_name(day date, fy_start text) returns text language sql immutable as $$
  select case when fy_start = '01-01' then first::text else first || '-' || lpad(((first + 1) % 100)::text, 2, '0') end
  from (select extract(year from day)::int - (to_char(day, 'MM-DD') < fy_start)::int as first) year
$$;

-- How each kind of document is numbered; a change applies from the next number.
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
  -- The fiscal year whose numbers begin with `start_seq`, for a firm that comes from another program; every other year begins
  -- with 1. It can change while that year has no number.
  start_fy text not null default '',
  unique (entity_id, doc_kind)
);
call keep_record('number_format');

create function series_starts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.start_seq = old.start_seq then
    new.start_fy := old.start_fy;
    return new;
  end if;
  select fiscal_year_name((now() at time zone timezone)::date, fy_start) into new.start_fy
    from billing_entity where id = new.entity_id;
  if exists (select from number_series where entity_id = new.entity_id and doc_kind = new.doc_kind and fy = new.start_fy) then
    raise exception 'the first number cannot change once this year''s series is in use' using errcode = 'DB020';
  end if;
  return new;
end $$;
create trigger series_starts before insert or update on number_format for each row execute function series_starts();

-- One counter for each entity, kind and fiscal year. Only take_number changes it.
create table number_series (
  entity_id uuid not null references billing_entity,
  doc_kind text not null,
  fy text not null,
  start_seq bigint not null,
  next_seq bigint not null check (next_seq >= start_seq),
  last_date date,
  primary key (entity_id, doc_kind, fy)
);

-- Every number ever taken, with the document that took it.
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

-- Takes the next number. The caller runs it last before the commit, because it locks the series
-- (docs/rules.md#numbers-are-taken-last); a rollback returns the number. `before` and `after` surround the padded sequence.
-- `in_order` refuses a date before the last one of the series. The series is locked before its last date is read, so a
-- transaction that waited sees the date of the one before it.
create function take_number(entity uuid, kind text, year text, document uuid, issue date, before text, width int, after text,
  in_order boolean) returns table (taken_seq bigint, taken_number text) language plpgsql rows 1
  security definer set search_path = public as $$
declare last_issued date;
begin
  insert into number_series (entity_id, doc_kind, fy, start_seq, next_seq)
    select f.entity_id, f.doc_kind, year, first.seq, first.seq
      from number_format f cross join lateral (select case when f.start_fy = year then f.start_seq else 1 end as seq) first
      where f.entity_id = entity and f.doc_kind = kind
    on conflict do nothing;
  if in_order then
    select s.last_date into last_issued from number_series s
      where s.entity_id = entity and s.doc_kind = kind and s.fy = year for update;
    if last_issued > issue then
      raise exception 'a document cannot be dated before the last one of its series' using errcode = 'DB010';
    end if;
  end if;
  update number_series s set next_seq = s.next_seq + 1, last_date = greatest(s.last_date, issue)
    where s.entity_id = entity and s.doc_kind = kind and s.fy = year
    returning s.next_seq - 1 into taken_seq;
  if taken_seq is null then
    raise exception 'a number cannot be drawn without a number format for %', kind using errcode = 'DB003';
  end if;
  taken_number := before || case when length(taken_seq::text) >= width then taken_seq::text
    else lpad(taken_seq::text, width, '0') end || after;
  insert into document_number values (entity, kind, year, taken_seq, taken_number, document);
  return next;
end $$;

-- Must be empty: numbers between the first and the last of a series that no document took.
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
  -- A category code of UNTDID 5305.
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (regime, code)
);
create index tax_code_list on tax_code (code, id);
call keep_record('tax_code');

-- The meaning of a tax code cannot change once it is used; a rate changes by a new dated row.
create function freeze_tax_code() returns trigger language plpgsql as $$
begin
  if (new.regime, new.kind, new.category) is distinct from (old.regime, old.kind, old.category)
    and tax_code_is_used(old.id) then
    raise exception 'the regime, kind and category of a tax code cannot change once it is used' using errcode = 'DB021', constraint = 'tax_code_' ||
      case when new.regime <> old.regime then 'regime' when new.kind <> old.kind then 'kind' else 'category' end;
  end if;
  return new;
end $$;
create trigger freeze_tax_code before update on tax_code for each row execute function freeze_tax_code();

-- A rate applies from its date until the date of the next row, so two rates never overlap.
create table tax_rate (
  tax_code_id uuid not null references tax_code on delete cascade,
  valid_from date not null,
  rate numeric(9, 6) not null check (rate between 0 and 100),
  primary key (tax_code_id, valid_from)
);
create trigger audit after insert or update or delete on tax_rate for each row execute function audit_change();

-- The regimes that tax an advance when it is received, and since when.
create table advance_taxing_regime (
  regime text not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  primary key (regime, valid_from)
);
insert into advance_taxing_regime (regime, valid_from) values ('IN', '2017-07-01'), ('EU', '2007-01-01');

create function taxes_advances(entity uuid, day date) returns boolean language sql stable as $$
  select exists (select from billing_entity b join advance_taxing_regime r on r.regime = b.regime
    where b.id = entity and b.tax_status = 'registered' and day >= r.valid_from and day <= coalesce(r.valid_to, day))
$$;

-- Tax that clients withhold for the tax office: a section of the law, with its rates by date.
create table withholding_code (
  id uuid primary key,
  section text not null check (section <> ''),
  name text not null check (name <> ''),
  -- Threshold and tiers are in minor units of this currency, and the code applies only to documents in it.
  currency char(3) not null,
  base text not null check (base in ('net', 'gross')),
  -- What threshold and tiers count: each payment, or all payments of a client in the entity's fiscal year.
  counting text not null check (counting in ('payment', 'year')),
  round_to text not null check (round_to in ('minor', 'whole')),
  round_dir text not null check (round_dir in ('nearest', 'up', 'down')),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
create unique index withholding_code_name on withholding_code (lower(name));
create index withholding_code_list on withholding_code (section, id);
call keep_record('withholding_code');

-- The method of a code cannot change once it is used; its section can, because laws are renumbered.
create function freeze_withholding_code() returns trigger language plpgsql as $$
begin
  if (new.currency, new.base, new.counting, new.round_to, new.round_dir)
      is distinct from (old.currency, old.base, old.counting, old.round_to, old.round_dir)
    and withholding_code_is_used(old.id) then
    raise exception 'the method of a withholding code cannot change once it is used' using errcode = 'DB021', constraint = 'withholding_code_' || case
      when new.currency <> old.currency then 'currency' when new.base <> old.base then 'base'
      when new.counting <> old.counting then 'counting' when new.round_to <> old.round_to then 'round_to' else 'round_dir' end;
  end if;
  return new;
end $$;
create trigger freeze_withholding_code before update on withholding_code for each row execute function freeze_withholding_code();

-- [{above, rate}], each starting above the one before.
create function withholding_tiers_fit(tiers jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(tiers) = 'array' and not exists (
    select from (
      select (tier ->> 'above')::numeric as above, (tier ->> 'rate')::numeric as rate,
          lag((tier ->> 'above')::numeric, 1, 0) over (order by no) as before
        from jsonb_array_elements(tiers) with ordinality as row (tier, no)) as each
    where (above > before and above = trunc(above) and rate between 0 and 100) is not true)
$$;

-- Applies from its date until the date of the next row, so two rates never overlap. A rate of 0 ends the section.
create table withholding_rate (
  withholding_code_id uuid not null references withholding_code on delete cascade,
  valid_from date not null,
  -- Nothing is withheld until the counted amount exceeds this.
  threshold bigint not null default 0 check (threshold >= 0),
  rate numeric(9, 6) not null check (rate between 0 and 100),
  tiers jsonb not null default '[]' check (withholding_tiers_fit(tiers)),
  primary key (withholding_code_id, valid_from)
);
create trigger audit after insert or update or delete on withholding_rate for each row execute function audit_change();

-- A rate changes by a new dated row. A past rate of a used code cannot be deleted, except together with its code.
create function freeze_withholding_rate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or (old.valid_from <= current_date and withholding_code_is_used(old.withholding_code_id)
      and exists (select from withholding_code where id = old.withholding_code_id)) then
    raise exception 'a withholding rate cannot be changed, nor deleted once it is in force and its code is used' using errcode = 'DB021';
  end if;
  return old;
end $$;
create trigger freeze_withholding_rate before update or delete on withholding_rate for each row
  execute function freeze_withholding_rate();

create table service (
  id uuid primary key,
  name text not null check (name <> ''),
  department_id uuid references department,
  sac_hsn text check (sac_hsn ~ '^[0-9]{4,8}$'),
  unit text not null default 'C62',
  -- In `currency`; null if the price is agreed each time.
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

-- The price of one unit of a currency in another, from a date until the next rate. Forms propose it; a document stores its own rate.
create table exchange_rate (
  id uuid primary key,
  from_currency char(3) not null,
  to_currency char(3) not null,
  rate_date date not null,
  rate numeric(18, 10) not null check (rate > 0),
  -- Who published the rate, for example a central bank or customs.
  source text check (source <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint exchange_rate_between_two check (from_currency <> to_currency)
);
create unique index exchange_rate_day on exchange_rate (from_currency, to_currency, rate_date);
create index exchange_rate_list on exchange_rate (rate_date, id);
call keep_record('exchange_rate');

create table holiday_calendar (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  country char(2),
  region_code text,
  -- Days of the week by ISO 8601: Monday is 1. At least one day is a working day.
  weekend smallint[] not null default '{6,7}' check (weekend <@ '{1,2,3,4,5,6,7}' and cardinality(weekend) < 7),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint holiday_calendar_region check (region_code like country || '-%')
);
create unique index holiday_calendar_name on holiday_calendar (lower(name));
create index holiday_calendar_list on holiday_calendar (name collate "und-x-icu", id);
create index holiday_calendar_search on holiday_calendar using gin (search_grams);
call keep_record('holiday_calendar');

create table holiday (
  calendar_id uuid not null references holiday_calendar on delete cascade,
  day date not null check (day >= '1900-01-01' and day < '2200-01-01'),
  name text not null check (length(name) between 1 and 200),
  primary key (calendar_id, day)
);

-- Holidays are added by the year and from files, so one audit row covers everything that a statement changed in a calendar.
create function audit_holidays() returns trigger language plpgsql security definer set search_path = public as $$
declare of_calendar uuid; earlier jsonb; later jsonb;
begin
  for of_calendar in select distinct calendar_id from written loop
    select jsonb_object_agg(day, name) into later from written where calendar_id = of_calendar;
    if tg_op = 'UPDATE' then
      select jsonb_object_agg(day, name) into earlier from replaced where calendar_id = of_calendar;
    elsif tg_op = 'DELETE' then
      earlier := later;
      later := null;
    end if;
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), 'holiday', of_calendar,
      jsonb_build_object('before', coalesce(earlier, '{}'), 'after', coalesce(later, '{}')), '');
  end loop;
  return null;
end $$;
create trigger audit_added after insert on holiday referencing new table as written
  for each statement execute function audit_holidays();
create trigger audit_removed after delete on holiday referencing old table as written
  for each statement execute function audit_holidays();
create trigger audit_changed after update on holiday referencing old table as replaced new table as written
  for each statement execute function audit_holidays();

-- [{title, mandatory, offsetDays, role}]. A step may be due a number of days after the task, or before it (negative).
create function category_checklist_fits(checklist jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 100 and not exists (
    select from jsonb_array_elements(checklist) as step
    where (length(step ->> 'title') between 1 and 200 and jsonb_typeof(step -> 'mandatory') = 'boolean'
      and (step ->> 'role' is null or step ->> 'role' in ('assignee', 'reviewer'))
      and coalesce((step ->> 'offsetDays')::int between -366 and 366, true)) is not true)
$$;

create table task_category (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  department_id uuid references department,
  service_id uuid references service,
  title text check (length(title) between 1 and 200),
  -- In `currency`; null if the fee is agreed each time.
  fee bigint check (fee >= 0),
  currency char(3),
  review_required boolean not null default false,
  -- The number of days from the start of a task to its due date.
  sla_days int check (sla_days between 0 and 3650),
  estimate_min int check (estimate_min between 0 and 600000),
  priority smallint not null default 3 check (priority between 1 and 4),
  description text,
  checklist jsonb not null default '[]' check (category_checklist_fits(checklist)),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((fee is null) = (currency is null))
);
create unique index task_category_name on task_category (lower(name));
create index task_category_list on task_category (name collate "und-x-icu", id);
create index task_category_search on task_category using gin (search_grams);
call keep_record('task_category');

create table recurring_task_category (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  department_id uuid references department,
  service_id uuid references service,
  -- May contain tokens for the period: "GSTR-3B {month} {year}".
  title_template text not null check (length(title_template) between 1 and 200),
  -- The schedule of due dates (contracts/src/recurrence/rule.ts). A series copies it and may then change it.
  rule jsonb not null check (jsonb_typeof(rule) = 'object' and rule ? 'rrule'),
  calendar_id uuid generated always as ((rule ->> 'calendarId')::uuid) stored references holiday_calendar,
  fee bigint check (fee >= 0),
  currency char(3),
  review_required boolean not null default false,
  estimate_min int check (estimate_min between 0 and 600000),
  priority smallint not null default 3 check (priority between 1 and 4),
  description text,
  checklist jsonb not null default '[]' check (category_checklist_fits(checklist)),
  -- Whether it is a filing required by the law of a country or region.
  statutory boolean not null default false,
  jurisdiction text check (jurisdiction ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check ((fee is null) = (currency is null))
);
create unique index recurring_task_category_name on recurring_task_category (lower(name));
create index recurring_task_category_list on recurring_task_category (name collate "und-x-icu", id);
create index recurring_task_category_search on recurring_task_category using gin (search_grams);
call keep_record('recurring_task_category');
