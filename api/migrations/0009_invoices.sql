-- Invoices: the frozen document, its lines, its live part, and the approval of drafts.

create table invoice (
  id uuid primary key,
  doc_kind text not null check (doc_kind in ('tax_invoice', 'bill_of_supply', 'proforma', 'debit_note', 'opening_invoice')),
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
  -- Base currency for one unit of `currency`; 1 if they are the same.
  fx_rate numeric(18, 10) default 1 check (fx_rate > 0),
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  -- Name, address and registrations of both parties, as they were at the issue.
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
  -- Computed by contracts/src/money/document-totals.ts, in minor units of `currency`.
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
  opening_on date,
  withholding_code_id uuid references withholding_code,
  -- {section, base, rate} by which `withheld_expected` was computed.
  withheld_by jsonb,
  series_id uuid references series,
  nominal_on date,
  -- The receipts that are allocated at the issue, for the prepaid amount printed on the invoice. The entry posts the whole
  -- total; `payable` is the total less the prepaid amount.
  advances jsonb not null default '[]' check (jsonb_typeof(advances) = 'array'),
  check (due_date >= issue_date),
  check (service_to >= service_from),
  check (discount_pct is null or discount is null),
  check (total = net + tax + rounding),
  check (payable = total - prepaid),
  check (issued_at is null or (total >= 0 and payable >= 0 and supplier is not null)),
  constraint invoice_is_numbered check ((issued_at is null) = (number is null)
    and (seq is null) = (number is null or doc_kind = 'opening_invoice') and (seq is null) = (fy is null)),
  constraint invoice_is_opening check ((doc_kind = 'opening_invoice') = (opening_on is not null)
    and (opening_on is null or (issue_date <= opening_on and prepaid = 0 and rounding = 0 and tax = 0 and withheld_expected = 0
      and net > 0 and tax_groups = '[]'))),
  constraint invoice_rate_given check (fx_rate is not null or number is null),
  constraint invoice_of_series check ((series_id is null) = (nominal_on is null)),
  constraint invoice_of_run foreign key (series_id, nominal_on) references series_run (series_id, nominal_date)
    deferrable initially deferred
);
create index invoice_search on invoice using gin (search_grams);
create index invoice_po_no on invoice (search_normal(po_no) text_pattern_ops) where po_no is not null;
create index invoice_opening on invoice (entity_id, client_id, lower(number)) where opening_on is not null;
-- Whether a given client was billed for a period of service.
create index invoice_by_service_period on invoice (client_id, service_to) where service_from is not null;
-- All invoices for a period of service, of every client.
create index invoice_by_service_end on invoice (service_to) where service_from is not null;
create index invoice_by_withholding on invoice (withholding_code_id, client_id, entity_id) where withholding_code_id is not null;
create unique index invoice_of_series_once on invoice (series_id, nominal_on) where series_id is not null;
call keep_record('invoice');
create trigger invoice_no_truncate before truncate on invoice for each statement execute function refuse_change();

-- An issued document refuses every change, and so do its lines.
create function invoice_frozen() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null then
    raise exception 'an issued document cannot be changed or deleted' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_frozen before update or delete on invoice for each row execute function invoice_frozen();
create trigger hold_base_currency before update on invoice for each row
  when (old.fx_rate is null and new.fx_rate is not null) execute function hold_base_currency('entity_id');

-- The live part follows its document: created with it, updated while it is a draft, and opened at the issue.
create function invoice_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, issue_date, due_date, currency, number, payable)
    values (new.id, new.entity_id, new.client_id, new.doc_kind, new.issue_date, new.due_date, new.currency,
      coalesce(new.number, ''), new.total)
  on conflict (invoice_id) do update set entity_id = excluded.entity_id, client_id = excluded.client_id,
    doc_kind = excluded.doc_kind, issue_date = excluded.issue_date, due_date = excluded.due_date,
    currency = excluded.currency, number = excluded.number, payable = excluded.payable,
    status = case when new.issued_at is null then 'draft' when new.total = 0 then 'paid' else 'issued' end,
    outstanding = case when new.issued_at is null then 0 else new.total end,
    settled_on = case when new.issued_at is not null and new.total = 0 then new.issue_date end;
  return null;
end $$;
create trigger invoice_state_follows after insert or update on invoice for each row execute function invoice_state_follows();

-- Checked at commit: an issued document has the number that it took, its figures are the sums of its lines, and its entry is posted.
create function invoice_issue_whole() returns trigger language plpgsql as $$
declare rows_net bigint; rows_tax bigint; groups_net bigint; groups_tax bigint;
begin
  if new.issued_at is null then return null; end if;
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'invoice % has a number that was not drawn from its series' , new.id using errcode = 'DB006';
  end if;
  select coalesce(sum((g ->> 'net')::bigint), 0), coalesce(sum((g ->> 'tax')::bigint), 0) into groups_net, groups_tax
    from jsonb_array_elements(new.tax_groups) as g;
  select sum(net), sum(tax) into rows_net, rows_tax from (
    select net, tax from invoice_line where invoice_id = new.id
    union all
    select case kind when 'charge' then net else -net end, case kind when 'charge' then tax else -tax end
      from invoice_adjustment where invoice_id = new.id) as parts;
  if (groups_net, groups_tax) is distinct from (new.net, new.tax) or (rows_net, rows_tax) is distinct from (new.net, new.tax) then
    raise exception 'the net or tax of invoice % differs from the sum of its lines or of its tax groups', new.id using errcode = 'DB006';
  end if;
  if new.doc_kind <> 'proforma' and new.total <> 0
    and not exists (select from journal_entry where source_type = 'invoice' and source_id = new.id) then
    raise exception 'invoice % must have a journal entry', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_issue_whole after update on invoice deferrable initially deferred
  for each row when (new.opening_on is null) execute function invoice_issue_whole();

-- Checked at commit: the total of an issued document is posted, and its prepaid amount is allocated to it.
create function invoice_receivable_posted() returns trigger language plpgsql as $$
begin
  if new.doc_kind <> 'proforma' and receivable_of('{invoice}', array[new.id]) <> new.total then
    raise exception 'the receivable posted for invoice % differs from its total', new.id using errcode = 'DB006';
  end if;
  if new.prepaid > (select coalesce(sum(allocation.amount), 0)
      from allocation join receipt on receipt.id = allocation.receipt_id
      where allocation.invoice_id = new.id and allocated_on = new.issue_date and reversed_on is null
        and receipt.voucher_kind <> 'advance_voucher') then
    raise exception 'the prepaid amount of invoice % cannot exceed what receipts settle on its issue date', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_receivable_posted after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null) execute function invoice_receivable_posted();

-- A zero invoice posts no entry, but its date must be in an open period too.
create function invoice_of_nothing_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.issue_date, 'invoice');
  return new;
end $$;
create trigger invoice_of_nothing_in_open_period before update on invoice for each row
  when (old.issued_at is null and new.issued_at is not null and new.total = 0)
  execute function invoice_of_nothing_in_open_period();

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
  -- The number of units that the price is for (EN 16931 BT-149).
  base_qty numeric(14, 4) not null default 1 check (base_qty > 0),
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  discount bigint check (discount >= 0),
  charge bigint check (charge >= 0),
  tax_code_id uuid not null references tax_code,
  category text not null,
  rate numeric(9, 6) not null,
  -- As printed on the line; `net` is after the line's share of the document discount.
  amount bigint not null,
  net bigint not null,
  tax bigint not null,
  -- [{name, tax}]
  components jsonb not null default '[]',
  -- The pending item that the line bills. Not a foreign key, because the item of a voided document may have been deleted.
  pending_item_id uuid,
  department_id uuid references department,
  unique (invoice_id, no) deferrable initially deferred,
  check (discount_pct is null or discount is null)
);
create index invoice_line_service on invoice_line (service_id);
create index invoice_line_pending on invoice_line (pending_item_id) where pending_item_id is not null;
-- An invoice bills an item once.
create unique index invoice_line_item on invoice_line (invoice_id, pending_item_id) where pending_item_id is not null;
create trigger invoice_line_no_truncate before truncate on invoice_line for each statement execute function refuse_change();

create function invoice_part_frozen() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from invoice where issued_at is not null
      and id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)) then
    raise exception 'the lines of an issued document cannot be changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger invoice_line_frozen before insert or update or delete on invoice_line
  for each row execute function invoice_part_frozen();

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
  -- Identifies the row for credit notes, which credit allowances and charges in the same way as lines.
  id uuid not null default gen_random_uuid() unique,
  primary key (invoice_id, no)
);
create trigger invoice_adjustment_frozen before insert or update or delete on invoice_adjustment
  for each row execute function invoice_part_frozen();
create trigger invoice_adjustment_no_truncate before truncate on invoice_adjustment
  for each statement execute function refuse_change();

-- What people entered in the lines of a document, without computed figures.
create function invoice_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(line) - array['id', 'invoice_id', 'amount', 'net', 'tax', 'components', 'category', 'rate'])
      order by line.no) from invoice_line line where line.invoice_id = document),
    'adjustments', coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(adjustment) - array['id', 'invoice_id', 'net', 'tax', 'category', 'rate'])
      order by adjustment.no) from invoice_adjustment adjustment where adjustment.invoice_id = document), '[]'))
$$;

-- The lines of a draft are replaced as a whole, after everything else. One audit row has all of them before and after; if
-- nobody changed what was entered, as at the issue, there is none.
create function audit_lines() returns trigger language plpgsql security definer set search_path = public as $$
declare document uuid; earlier jsonb; typed jsonb;
begin
  for document in select distinct (to_jsonb(written) ->> tg_argv[0])::uuid from written loop
    if tg_table_name = 'invoice_line' then typed := invoice_lines_typed(document);
    else typed := credit_note_lines_typed(document);
    end if;
    select body -> 'after' into earlier from audit_event
      where entity = tg_table_name and entity_id = document order by id desc limit 1;
    if typed is distinct from earlier then
      insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
      values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
        coalesce(nullif(current_setting('daybook.action', true), ''), 'insert'), tg_table_name, document,
        jsonb_build_object('before', coalesce(earlier, '{}'), 'after', typed), '');
    end if;
  end loop;
  return null;
end $$;
create trigger audit after insert on invoice_line referencing new table as written
  for each statement execute function audit_lines('invoice_id');

-- The live part of a document (docs/rules.md#frozen-and-live-parts). The list of invoices is read from it.
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
  -- The amount settled by receipts, including tax withheld.
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
  -- The approval status of a draft.
  stage text,
  -- The part of `written_off` that was written off with payments. An invoice settled without other write-offs counts as paid.
  tolerated bigint not null default 0,
  -- The status as shown to people.
  display_status text not null generated always as
    (case when stage is not null then stage when status = 'paid' and written_off > tolerated then 'written_off' else status end) stored,
  -- Reminders are sent only if both the invoice and its client allow them.
  reminders text not null default 'on' check (reminders in ('on', 'off', 'paused')),
  reminders_paused_until date,
  check (paid + credited + written_off <= payable or status = 'draft'),
  check (outstanding = case when status in ('draft', 'void') then 0 else payable - paid - credited - written_off end),
  check (status <> 'void' or (paid = 0 and credited = 0 and void_date is not null)),
  constraint invoice_state_stage check (stage is null or (stage in ('pending_approval', 'approved') and status = 'draft')),
  constraint invoice_state_void_owes_nothing check (status <> 'void' or written_off = 0),
  constraint invoice_state_reminders_pause check ((reminders = 'paused') = (reminders_paused_until is not null)),
  check (tolerated between 0 and written_off)
);
create index invoice_state_by_date on invoice_state (issue_date desc, invoice_id desc);
create index invoice_state_by_client on invoice_state (client_id, issue_date desc, invoice_id desc);
create index invoice_state_by_entity on invoice_state (entity_id, issue_date desc, invoice_id desc);
create index invoice_state_by_due on invoice_state (due_date, invoice_id);
create index invoice_state_open on invoice_state (client_id, due_date, invoice_id) where outstanding > 0;
create index invoice_state_overdue on invoice_state (due_date, invoice_id) where outstanding > 0;
-- For search by amount.
create index invoice_state_payable on invoice_state (payable, invoice_id);
create index invoice_state_by_display_status on invoice_state (display_status, issue_date desc, invoice_id desc);
-- Each combination of filter and sort order has an index. Lists by due date can be filtered by client, status, billing entity or currency.
create index invoice_state_by_client_due on invoice_state (client_id, due_date, invoice_id);
create index invoice_state_by_display_status_due on invoice_state (display_status, due_date, invoice_id);
create index invoice_state_by_entity_due on invoice_state (entity_id, due_date, invoice_id);
create index invoice_state_by_currency on invoice_state (currency, issue_date, invoice_id);
create index invoice_state_by_currency_due on invoice_state (currency, due_date, invoice_id);
create index invoice_state_open_by_date on invoice_state (issue_date, invoice_id) where outstanding > 0;
create index invoice_state_number_end on invoice_state (reverse(lower(number)) text_pattern_ops);
-- For the longest term between issue and due date, which limits lists by due date.
create index invoice_state_by_term on invoice_state ((due_date - issue_date));
create index invoice_state_by_reminders on invoice_state (reminders, issue_date, invoice_id) where reminders <> 'on';
create index invoice_state_by_reminders_due on invoice_state (reminders, due_date, invoice_id) where reminders <> 'on';
create index invoice_state_billed on invoice_state (issue_date) include (currency, payable, client_id, status)
  where doc_kind <> 'opening_invoice';
create index invoice_state_number on invoice_state (lower(number) text_pattern_ops)
  include (number, invoice_id, client_id, issue_date, due_date);
create index invoice_state_owed on invoice_state (due_date) include (entity_id, currency, outstanding, client_id)
  where outstanding > 0;
-- A void changes the live part and is audited there.
create trigger audit after update of voided_at on invoice_state for each row execute function audit_change('outstanding', 'settled_on');
create trigger audit_step after update on invoice_state for each row
  when (new.stage is distinct from old.stage and (new.stage is not null or old.stage = 'pending_approval')
    or (old.sent_at, old.written_off) is distinct from (new.sent_at, new.written_off))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'display_status', 'tolerated');
create trigger audit_reminders after update on invoice_state for each row
  when ((old.reminders, old.reminders_paused_until) is distinct from (new.reminders, new.reminders_paused_until))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'display_status', 'tolerated');

create function invoice_void_mirrored() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry posted where posted.source_type = 'invoice' and posted.source_id = new.invoice_id
      and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'every entry of the void invoice % must be reversed', new.invoice_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_void_mirrored after update on invoice_state deferrable initially deferred
  for each row when (new.status = 'void') execute function invoice_void_mirrored();

-- An invoice that was credited cannot be voided: its credit note corrects it.
create function credited_invoice_stands() returns trigger language plpgsql as $$
begin
  if exists (select from credited_line where invoice_id = new.invoice_id) then
    raise exception 'an invoice with a credit note cannot be voided' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger credited_invoice_stands before update on invoice_state
  for each row when (new.status = 'void' and old.status <> 'void') execute function credited_invoice_stands();

create function void_invoice_reminds_nobody() returns trigger language plpgsql as $$
begin
  raise exception 'the reminders of a void invoice cannot be changed' using errcode = 'DB001';
end $$;
create trigger void_invoice_reminds_nobody before update on invoice_state for each row
  when (old.status = 'void' and (old.reminders, old.reminders_paused_until) is distinct from
    (new.reminders, new.reminders_paused_until))
  execute function void_invoice_reminds_nobody();

-- An invoice is not voided on a date before the void of one of its credit notes.
create function invoice_void_after_its_credits() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note_invoice part join credit_note_state state on state.id = part.credit_note_id
      where part.invoice_id = new.invoice_id and state.void_date > new.void_date) then
    raise exception 'invoice % cannot be voided on a date before the void of one of its credit notes', new.invoice_id using errcode = 'DB006';
  end if;
  return new;
end $$;
create trigger invoice_void_after_its_credits before update of void_date on invoice_state
  for each row when (new.void_date is not null) execute function invoice_void_after_its_credits();

create function void_of_nothing_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.void_date, 'void');
  return new;
end $$;
create trigger void_of_nothing_in_open_period before update on invoice_state for each row
  when (old.void_date is null and new.void_date is not null and new.payable = 0)
  execute function void_of_nothing_in_open_period();

-- The steps of an approval. Nobody approves an invoice that they created, changed last or submitted, whatever their role.
create table approval_step (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  invoice_id uuid not null references invoice on delete cascade,
  step text not null check (step in ('asked', 'approved', 'sent_back', 'edited')),
  reason text,
  content bytea,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  check ((step = 'sent_back') = (reason is not null))
);
create index approval_step_invoice on approval_step (invoice_id, seq);
create trigger approval_step_only_added before update on approval_step for each row execute function refuse_change();
create trigger approval_step_no_truncate before truncate on approval_step for each statement execute function refuse_change();
create trigger audit after insert on approval_step for each row execute function audit_change('content', 'seq');

-- Everything that an approval covers: the content and amounts of the invoice.
create function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - 'id' order by no) from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

create function approval_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare document invoice; live invoice_state;
begin
  select * into document from invoice where id = new.invoice_id for update;
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.status is distinct from 'draft' or document.doc_kind = 'proforma'
    or (new.step = 'asked' and live.stage is not null)
    or (new.step in ('approved', 'sent_back') and live.stage is distinct from 'pending_approval') then
    raise exception 'the invoice cannot take this approval step in its present status' using errcode = 'DB001';
  end if;
  new.created_by := daybook_actor();
  new.content := invoice_content(new.invoice_id);
  if new.step = 'approved' and (new.created_by is null or new.created_by in (document.created_by, document.updated_by)
    or new.created_by in (select series_authors(document.series_id))
    or new.created_by = (select created_by from approval_step where invoice_id = new.invoice_id and step = 'asked'
      order by seq desc limit 1)) then
    raise exception 'a draft must be approved by someone who neither wrote nor submitted it' using errcode = 'DB040';
  end if;
  update invoice_state set stage = case new.step when 'asked' then 'pending_approval' when 'approved' then 'approved' end
    where invoice_id = new.invoice_id;
  return new;
end $$;
create trigger approval_moves before insert on approval_step for each row execute function approval_moves();

-- A change withdraws an approval or a pending request for one; the issue ends the approval.
create function approval_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.issued_at is not null then
    update invoice_state set stage = null where invoice_id = new.id and stage is not null;
  elsif exists (select from invoice_state where invoice_id = new.id and stage is not null) then
    insert into approval_step (invoice_id, step) values (new.id, 'edited');
  end if;
  return new;
end $$;
create trigger approval_follows before update on invoice for each row execute function approval_follows();

-- If the billing entity requires approval, an issued invoice is exactly what another person approved.
create function invoice_issue_approved() returns trigger language plpgsql as $$
declare last approval_step;
begin
  if new.doc_kind = 'proforma' or not (select invoice_approval from billing_entity where id = new.entity_id) then
    return null;
  end if;
  select * into last from approval_step where invoice_id = new.id order by seq desc limit 1;
  if last.step is distinct from 'approved' or last.content is distinct from invoice_content(new.id) then
    raise exception 'invoice % must be approved in its present version before it is issued', new.id using errcode = 'DB041';
  end if;
  return null;
end $$;
create constraint trigger invoice_issue_approved after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null and new.opening_on is null)
  execute function invoice_issue_approved();
