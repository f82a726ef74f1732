-- Credit notes for lines of issued invoices; they are applied to invoices or paid back.

create table credit_note (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text,
  seq bigint,
  fy text,
  issue_date date not null,
  currency char(3) not null,
  -- Taken from the credited invoices, as are place of supply, reverse charge and whether prices include tax.
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  place_of_supply text,
  reverse_charge boolean not null default false,
  prices_include_tax boolean not null default false,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  reason_code text not null check (reason_code in ('not_rendered', 'deficiency', 'discount', 'correction', 'duplicate', 'cancelled',
    'other')),
  reason text,
  -- Whether the finished work of lines credited in full becomes pending again.
  bill_again boolean not null default false,
  bill_to jsonb not null,
  supplier jsonb,
  rounding_mode text not null,
  rounding_dir text not null,
  round_total_to bigint not null,
  -- Computed by contracts/src/billing/credit-notes/credit-note-totals.ts, in minor units of `currency`.
  net bigint not null default 0,
  tax bigint not null default 0,
  rounding bigint not null default 0,
  total bigint not null default 0,
  -- The total in the base currency, as posted.
  base_total bigint not null default 0,
  tax_groups jsonb not null default '[]',
  notes text,
  issued_at timestamptz,
  issued_by uuid references app_user,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (total = net + tax + rounding),
  check (reason_code <> 'other' or reason is not null),
  check ((issued_at is null) = (number is null) and (number is null) = (seq is null) and (number is null) = (fy is null)),
  constraint credit_note_issued_whole
    check (issued_at is null or (total >= 0 and net > 0 and supplier is not null))
);
create index credit_note_search on credit_note using gin (search_grams);
alter table allocation add constraint allocation_credit_note_id_fkey foreign key (credit_note_id) references credit_note;
call keep_record('credit_note');
create trigger credit_note_no_truncate before truncate on credit_note for each statement execute function refuse_change();

create function credit_note_frozen() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null then
    raise exception 'an issued credit note cannot be changed or deleted' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger credit_note_frozen before update or delete on credit_note for each row execute function credit_note_frozen();

create function credit_note_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into credit_note_state (id, entity_id, client_id, issue_date, currency, number, total)
    values (new.id, new.entity_id, new.client_id, new.issue_date, new.currency, coalesce(new.number, ''), new.total)
  on conflict (id) do update set entity_id = excluded.entity_id, client_id = excluded.client_id,
    issue_date = excluded.issue_date, currency = excluded.currency, number = excluded.number, total = excluded.total,
    status = case when new.issued_at is null then 'draft' else 'issued' end,
    available = case when new.issued_at is null then 0 else new.total end;
  return null;
end $$;
create trigger credit_note_state_follows after insert or update on credit_note
  for each row execute function credit_note_state_follows();

-- Checked at commit: an issued credit note has its number, adds up by line and by invoice, and is posted.
create function credit_note_issue_whole() returns trigger language plpgsql as $$
declare groups_net bigint; groups_tax bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'credit note % has a number that was not drawn from its series', new.id using errcode = 'DB006';
  end if;
  select coalesce(sum((g ->> 'net')::bigint), 0), coalesce(sum((g ->> 'tax')::bigint), 0) into groups_net, groups_tax
    from jsonb_array_elements(new.tax_groups) as g;
  if (groups_net, groups_tax) is distinct from (new.net, new.tax)
    or (select (sum(net), sum(tax), sum(total)) from credit_note_invoice where credit_note_id = new.id)
      is distinct from (new.net::numeric, new.tax::numeric, new.total::numeric)
    or exists (select from (select invoice_id, sum(net) as net, sum(tax) as tax from credit_note_line where credit_note_id = new.id
        group by invoice_id) line
      full join (select * from credit_note_invoice where credit_note_id = new.id) part using (invoice_id)
      where (line.net, line.tax) is distinct from (part.net::numeric, part.tax::numeric)) then
    raise exception 'the amounts of credit note % differ from the sum of its lines, invoices or tax groups', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'credit_note' and source_id = new.id) then
    raise exception 'credit note % must have a journal entry', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_issue_whole after update on credit_note deferrable initially deferred
  for each row when (new.issued_at is not null) execute function credit_note_issue_whole();

create table credit_note_line (
  id uuid primary key,
  credit_note_id uuid not null references credit_note on delete cascade,
  no smallint not null,
  invoice_id uuid not null references invoice,
  invoice_line_id uuid references invoice_line,
  -- Null if an amount is credited instead of a quantity.
  qty numeric(14, 4) check (qty > 0),
  -- With or without tax, as the prices of the invoice are, and after discounts.
  amount bigint not null check (amount <> 0),
  category text not null,
  rate numeric(9, 6) not null,
  net bigint not null,
  tax bigint not null,
  -- [{name, tax}]
  components jsonb not null default '[]',
  -- The pending item that the issue gave back.
  pending_item_id uuid,
  invoice_adjustment_id uuid references invoice_adjustment (id),
  work text check (work in ('waits', 'given_up')),
  unique (credit_note_id, no) deferrable initially deferred,
  unique (credit_note_id, invoice_line_id),
  constraint credit_note_line_of_one check (num_nonnulls(invoice_line_id, invoice_adjustment_id) = 1),
  unique (credit_note_id, invoice_adjustment_id),
  constraint credit_note_line_work check ((work is null) = (pending_item_id is null))
);
create index credit_note_line_of_invoice on credit_note_line (invoice_id);
create index credit_note_line_of_line on credit_note_line (invoice_line_id);
create index credit_note_line_of_adjustment on credit_note_line (invoice_adjustment_id) where invoice_adjustment_id is not null;
create index credit_note_line_item on credit_note_line (pending_item_id) where pending_item_id is not null;
create trigger credit_note_line_no_truncate before truncate on credit_note_line
  for each statement execute function refuse_change();
create trigger audit after insert on credit_note_line referencing new table as written
  for each statement execute function audit_lines('credit_note_id');

create function credit_note_line_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note where issued_at is not null
      and id in (case when tg_op <> 'INSERT' then old.credit_note_id end, case when tg_op <> 'DELETE' then new.credit_note_id end)) then
    raise exception 'the lines of an issued credit note cannot be changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger credit_note_line_frozen before insert or update or delete on credit_note_line
  for each row execute function credit_note_line_frozen();

create function credit_note_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('lines', jsonb_agg(jsonb_strip_nulls(jsonb_build_object('no', line.no,
    'line', coalesce(line.invoice_line_id, line.invoice_adjustment_id),
    'description', coalesce(credited.description, adjustment.reason, adjustment.kind), 'qty', line.qty, 'net', line.net)) order by line.no))
  from credit_note_line line
    left join invoice_line credited on credited.id = line.invoice_line_id
    left join invoice_adjustment adjustment on adjustment.id = line.invoice_adjustment_id
  where line.credit_note_id = document
$$;

create function credit_note_line_of_its_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_line where id = new.invoice_line_id and invoice_id = new.invoice_id)
    and not exists (select from invoice_adjustment where id = new.invoice_adjustment_id and invoice_id = new.invoice_id) then
    raise exception 'a credit note line must refer to a line or adjustment of its own invoice' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger credit_note_line_of_its_invoice after insert or update on credit_note_line
  for each row execute function credit_note_line_of_its_invoice();

-- What a credit note gives back on each of its invoices, including the effect of rounding its total.
create table credit_note_invoice (
  credit_note_id uuid not null references credit_note on delete cascade,
  invoice_id uuid not null references invoice,
  net bigint not null,
  tax bigint not null,
  rounding bigint not null,
  total bigint not null,
  primary key (credit_note_id, invoice_id),
  check (total = net + tax + rounding)
);
create index credit_note_invoice_of on credit_note_invoice (invoice_id);
create trigger credit_note_invoice_frozen before insert or update or delete on credit_note_invoice
  for each row execute function credit_note_line_frozen();
create trigger credit_note_invoice_no_truncate before truncate on credit_note_invoice
  for each statement execute function refuse_change();

create function credit_note_status(total bigint, applied bigint, refunded bigint) returns text language sql immutable as $$
  select case when applied + refunded = 0 then 'issued' when applied + refunded < total then 'part_applied'
    when applied = 0 then 'refunded' else 'applied' end
$$;

-- The live part (docs/rules.md#frozen-and-live-parts), with the id of its document. The list is read from it.
create table credit_note_state (
  id uuid primary key references credit_note on delete cascade,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  status text not null default 'draft' check (status in ('draft', 'issued', 'part_applied', 'applied', 'refunded', 'void')),
  issue_date date not null,
  currency char(3) not null,
  number text not null default '',
  total bigint not null default 0,
  applied bigint not null default 0 check (applied >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  available bigint not null default 0 check (available >= 0),
  voided_at timestamptz,
  voided_by uuid references app_user,
  void_date date,
  void_reason text,
  check (available = case when status in ('draft', 'void') then 0 else total - applied - refunded end),
  check (status in ('draft', 'void') or status = credit_note_status(total, applied, refunded)),
  check (status not in ('draft', 'void') or applied + refunded = 0),
  check ((status = 'void') = (void_date is not null))
);
create index credit_note_state_by_date on credit_note_state (issue_date desc, id desc);
create index credit_note_state_by_status on credit_note_state (status, issue_date desc, id desc);
create index credit_note_state_by_client on credit_note_state (client_id, issue_date desc, id desc);
create index credit_note_state_by_entity on credit_note_state (entity_id, issue_date desc, id desc);
create index credit_note_state_by_currency on credit_note_state (currency, issue_date, id);
-- Allocations and refunds are audited themselves; only the void is audited here.
create trigger audit after update of voided_at on credit_note_state
  for each row execute function audit_change('available', 'applied', 'refunded');

-- What valid credit notes give back, by line.
create view credited_line as
  select line.invoice_id, line.invoice_line_id, line.category, line.rate, line.qty, line.amount, line.net, line.tax,
    line.components, line.invoice_adjustment_id
  from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
  where state.status not in ('draft', 'void');

create view credited_invoice as
  select part.invoice_id, part.net, part.tax, part.rounding, part.total
  from credit_note_invoice part join credit_note_state state on state.id = part.credit_note_id
  where state.status not in ('draft', 'void');

-- No more is credited than was invoiced: by line, allowance or charge, by tax rate, and in total. The locks separate concurrent
-- credit notes of one line, and a credit note from the void of its invoice.
create function credit_note_within_invoices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from invoice_state where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
    order by invoice_id for update;
  if exists (select from credit_note_line line join invoice_state target on target.invoice_id = line.invoice_id
      where line.credit_note_id = new.id and (target.status in ('draft', 'void') or target.doc_kind = 'proforma'
        or (target.entity_id, target.client_id, target.currency) <> (new.entity_id, new.client_id, new.currency))) then
    raise exception 'a credited invoice must be issued and not void, with the same entity, client and currency' using errcode = 'DB008';
  end if;
  if exists (
    select from (
      select line.invoice_id, line.net, line.tax,
        (select sum(amount) from credited_line where invoice_line_id = line.id) as credited
      from invoice_line line where line.id in (select invoice_line_id from credit_note_line where credit_note_id = new.id)
      union all
      select part.invoice_id, case part.kind when 'charge' then part.net else -part.net end,
        case part.kind when 'charge' then part.tax else -part.tax end,
        (select sum(amount) from credited_line where invoice_adjustment_id = part.id)
      from invoice_adjustment part
      where part.id in (select invoice_adjustment_id from credit_note_line where credit_note_id = new.id)
    ) line
    join invoice on invoice.id = line.invoice_id
    cross join lateral (select line.net + case when invoice.prices_include_tax then line.tax else 0 end as amount) as billed
    where abs(line.credited) > abs(billed.amount) or sign(line.credited) <> sign(billed.amount)
  ) or exists (
    select from (
      select invoice_id, category, rate, sum(net) as net, sum(tax) as tax from credited_line
      where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
      group by invoice_id, category, rate
    ) credited
    join lateral (
      select coalesce(sum((g ->> 'net')::bigint), 0) as net, coalesce(sum((g ->> 'tax')::bigint), 0) as tax
      from invoice cross join lateral jsonb_array_elements(invoice.tax_groups) as g
      where invoice.id = credited.invoice_id and g ->> 'category' = credited.category
        and (g ->> 'rate')::numeric = credited.rate
    ) billed on true
    where credited.net > greatest(billed.net, 0) or credited.tax > greatest(billed.tax, 0)
  ) or exists (
    select from (
      select invoice_id, sum(net) as net, sum(tax) as tax, sum(total) as total from credited_invoice
      where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
      group by invoice_id
    ) credited
    join invoice on invoice.id = credited.invoice_id
    where credited.net + credited.tax > invoice.net + invoice.tax or credited.total > invoice.total
      or (credited.net, credited.tax) = (invoice.net, invoice.tax) and credited.total <> invoice.total
  ) then
    raise exception 'credit notes cannot exceed their invoice, and must equal its total if they credit all of it' using errcode = 'DB012';
  end if;
  return null;
end $$;
-- Triggers run in the order of their names: this one must run after the one that opens the live part.
create trigger credit_note_within_invoices after update on credit_note
  for each row when (old.issued_at is null and new.issued_at is not null) execute function credit_note_within_invoices();

-- Whether the work of an item is still finished, or its expense still approved.
create function work_stands(item pending_item) returns boolean language sql stable as $$
  select case item.source
    when 'task' then exists (select from task where id = item.source_id and status = 'completed' and deleted_at is null)
    when 'expense' then exists (select from expense where id = item.source_id and status in ('approved', 'reimbursed'))
    else true end
$$;

-- Checked at commit: the invoices of a voided credit note bill again the work that it gave back. Work that another credit note
-- has given back since cannot be billed again in this way.
create function credit_note_void_whole() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from invoice_state where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
    order by invoice_id for update;
  if exists (select from credit_note_line line left join pending_item item on item.id = line.pending_item_id
      where line.credit_note_id = new.id and line.pending_item_id is not null
        and (item.id is null or item.invoice_id is distinct from line.invoice_id or not work_stands(item))) then
    raise exception 'credit note % cannot be voided unless the work that it released is valid and billed again by its invoices', new.id using errcode = 'DB050';
  end if;
  if exists (select from credit_note_line line
      join credit_note_line later on later.invoice_line_id = line.invoice_line_id and later.pending_item_id is not null
      join credit_note_state state on state.id = later.credit_note_id and state.status not in ('draft', 'void')
      where line.credit_note_id = new.id and later.credit_note_id <> new.id) then
    raise exception 'credit note % cannot be voided, because another one released the work of the same line', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger credit_note_void_whole after update of status on credit_note_state deferrable initially deferred
  for each row when (new.status = 'void' and old.status <> 'void') execute function credit_note_void_whole();

-- Amounts of a credit note that were paid back to the client.
create table credit_note_refund (
  id uuid primary key,
  credit_note_id uuid not null references credit_note,
  amount bigint not null check (amount > 0),
  -- In the base currency: what the refund takes of the credit note, at the rate of its invoices. The money itself was paid at the rate of the date.
  base bigint not null check (base >= 0),
  refunded_on date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card')),
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  reference text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- As in receipt_refund.
  paid_from uuid,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversal_reason text,
  constraint credit_note_refund_reversed_after check (reversed_on >= refunded_on),
  constraint credit_note_refund_reversed_whole
    check (num_nonnulls(reversed_on, reversed_at, reversed_by, nullif(reversal_reason, '')) in (0, 4))
);
create index credit_note_refund_of on credit_note_refund (credit_note_id);
create trigger credit_note_refund_no_truncate before truncate on credit_note_refund
  for each statement execute function refuse_change();
create trigger credit_note_refund_no_delete before delete on credit_note_refund for each row execute function refuse_change();
create trigger credit_note_refund_audit after insert or update on credit_note_refund
  for each row execute function audit_change();

create function refund_only_reversed() returns trigger language plpgsql as $$
declare named text[] := array['reversed_on', 'reversed_at', 'reversed_by', 'reversal_reason'];
begin
  if old.reversed_at is not null or new.reversed_at is null or to_jsonb(new) - named <> to_jsonb(old) - named then
    raise exception 'a refund cannot be changed except to reverse it, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger receipt_refund_only_reversed before update on receipt_refund
  for each row execute function refund_only_reversed();
create trigger credit_note_refund_only_reversed before update on credit_note_refund
  for each row execute function refund_only_reversed();
