-- Credit notes: against lines of issued invoices, applied to what the client owes or paid back.

create table credit_note (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text,
  seq bigint,
  fy text,
  issue_date date not null,
  currency char(3) not null,
  -- That of the invoices it credits, and so are place of supply, reverse charge and how prices are given.
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  place_of_supply text,
  reverse_charge boolean not null default false,
  prices_include_tax boolean not null default false,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  reason_code text not null check (reason_code in ('not_rendered', 'deficiency', 'discount', 'correction', 'duplicate', 'cancelled',
    'other')),
  reason text,
  -- The finished work of lines that are credited whole waits to be billed once more.
  bill_again boolean not null default false,
  bill_to jsonb not null,
  supplier jsonb,
  rounding_mode text not null,
  rounding_dir text not null,
  round_total_to bigint not null,
  -- Computed by contracts/billing/credit-note-totals: in minor units of `currency`.
  net bigint not null default 0,
  tax bigint not null default 0,
  rounding bigint not null default 0,
  total bigint not null default 0,
  -- What the total is worth in the base currency, as its entry has it.
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
  check (issued_at is null or (total > 0 and supplier is not null))
);
create index credit_note_search on credit_note using gin (search_grams);
call keep_record('credit_note');

create table credit_note_line (
  id uuid primary key,
  credit_note_id uuid not null references credit_note on delete cascade,
  no smallint not null,
  invoice_id uuid not null references invoice,
  invoice_line_id uuid not null references invoice_line,
  -- Null when an amount is credited and not a quantity.
  qty numeric(14, 4) check (qty > 0),
  -- As the invoice gives its prices: with tax or without, after discounts.
  amount bigint not null check (amount <> 0),
  category text not null,
  rate numeric(9, 6) not null,
  net bigint not null,
  tax bigint not null,
  -- [{name, tax}]
  components jsonb not null default '[]',
  -- The waiting item that the issue gave back.
  reopened_item_id uuid,
  unique (credit_note_id, no) deferrable initially deferred,
  unique (credit_note_id, invoice_line_id)
);
create index credit_note_line_of_invoice on credit_note_line (invoice_id);
create index credit_note_line_of_line on credit_note_line (invoice_line_id);

create function credit_note_status(total bigint, applied bigint, refunded bigint) returns text language sql immutable as $$
  select case when applied + refunded = 0 then 'issued' when applied + refunded < total then 'part_applied'
    when applied = 0 then 'refunded' else 'applied' end
$$;

-- The live part (docs/rules.md#frozen-and-live-parts), under the id of its document; the list is read from it.
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
-- What moves it is in the trail of allocations and refunds already; its void is not.
create trigger audit after update of voided_at on credit_note_state
  for each row execute function audit_change('available', 'applied', 'refunded');

create function credit_note_frozen() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null then
    raise exception 'an issued credit note is not changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger credit_note_frozen before update or delete on credit_note for each row execute function credit_note_frozen();
create trigger credit_note_no_truncate before truncate on credit_note for each statement execute function refuse_change();

create function credit_note_line_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note where issued_at is not null
      and id in (case when tg_op <> 'INSERT' then old.credit_note_id end, case when tg_op <> 'DELETE' then new.credit_note_id end)) then
    raise exception 'an issued credit note is not changed' using errcode = 'DB001';
  end if;
  if tg_op <> 'DELETE' and not exists (select from invoice_line where id = new.invoice_line_id and invoice_id = new.invoice_id) then
    raise exception 'the line is another invoice''s' using errcode = '23514';
  end if;
  return coalesce(new, old);
end $$;
create trigger credit_note_line_frozen before insert or update or delete on credit_note_line
  for each row execute function credit_note_line_frozen();
create trigger credit_note_line_no_truncate before truncate on credit_note_line
  for each statement execute function refuse_change();

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

-- What issued credit notes have taken of a line.
create view credited_line as
  select line.invoice_id, line.invoice_line_id, line.category, line.rate, line.qty, line.amount, line.net, line.tax,
    line.components
  from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
  where state.status not in ('draft', 'void');

-- Nobody is credited more than was invoiced: neither of a line, nor of what an invoice charged under a rate. The locks
-- keep two credit notes of one line apart, and a credit note from the void of its invoice.
create function credit_note_within_invoices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from invoice_state where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
    order by invoice_id for update;
  if exists (select from credit_note_line line join invoice_state target on target.invoice_id = line.invoice_id
      where line.credit_note_id = new.id and (target.status in ('draft', 'void') or target.doc_kind = 'proforma'
        or (target.entity_id, target.client_id, target.currency) <> (new.entity_id, new.client_id, new.currency))) then
    raise exception 'entity, client or currency differ, or the invoice does not stand' using errcode = 'DB008';
  end if;
  if exists (
    select from invoice_line line
    join invoice on invoice.id = line.invoice_id
    cross join lateral (select line.net + case when invoice.prices_include_tax then line.tax else 0 end as amount) as billed
    join lateral (select sum(amount) as amount from credited_line where invoice_line_id = line.id) as credited on true
    where line.id in (select invoice_line_id from credit_note_line where credit_note_id = new.id)
      and (abs(credited.amount) > abs(billed.amount) or sign(credited.amount) <> sign(billed.amount))
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
  ) then
    raise exception 'more is credited than was invoiced' using errcode = 'DB012';
  end if;
  return null;
end $$;
-- Its name comes after that of the trigger that opens the state, which counts.
create trigger credit_note_within_invoices after update on credit_note
  for each row when (old.issued_at is null and new.issued_at is not null) execute function credit_note_within_invoices();

-- An invoice that was credited is corrected by that, not by its void.
create function credited_invoice_stands() returns trigger language plpgsql as $$
begin
  if exists (select from credited_line where invoice_id = new.invoice_id) then
    raise exception 'the invoice is credited' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger credited_invoice_stands before update on invoice_state
  for each row when (new.status = 'void' and old.status <> 'void') execute function credited_invoice_stands();

-- At commit an issued credit note holds its number, adds up, and is posted.
create function credit_note_issue_whole() returns trigger language plpgsql as $$
declare rows_net bigint; rows_tax bigint; groups_net bigint; groups_tax bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'credit note % did not take its number', new.id using errcode = 'DB006';
  end if;
  select coalesce(sum((g ->> 'net')::bigint), 0), coalesce(sum((g ->> 'tax')::bigint), 0) into groups_net, groups_tax
    from jsonb_array_elements(new.tax_groups) as g;
  select sum(net), sum(tax) into rows_net, rows_tax from credit_note_line where credit_note_id = new.id;
  if (groups_net, groups_tax) is distinct from (new.net, new.tax) or (rows_net, rows_tax) is distinct from (new.net, new.tax) then
    raise exception 'credit note %: lines and tax groups do not add up to the document', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'credit_note' and source_id = new.id) then
    raise exception 'credit note % was not posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_issue_whole after update on credit_note deferrable initially deferred
  for each row when (new.issued_at is not null) execute function credit_note_issue_whole();

-- Each kind of document holds its own numbers.
drop trigger document_number_held on document_number;
create constraint trigger document_number_held after insert on document_number deferrable initially deferred
  for each row when (new.doc_kind <> 'credit_note') execute function document_number_held();
create function credit_note_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_note where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % was taken by no credit note', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_number_held after insert on document_number deferrable initially deferred
  for each row when (new.doc_kind = 'credit_note') execute function credit_note_number_held();

-- What settles an invoice is a receipt or a credit note.
alter table allocation
  alter column receipt_id drop not null,
  add column credit_note_id uuid references credit_note,
  add check (num_nonnulls(receipt_id, credit_note_id) = 1),
  -- Only who pays withholds.
  add check (credit_note_id is null or withheld_part = 0);
create index allocation_credit_note on allocation (credit_note_id) where credit_note_id is not null;

create function receipt_moves(receipt uuid, moved bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  update receipt_state set allocated = allocated + moved
    where receipt_id = receipt and state = 'posted' and allocated + moved <= available;
  if not found then
    raise exception 'more than the receipt still holds' using errcode = 'DB009';
  end if;
end $$;
revoke execute on function receipt_moves from public;

create function credit_note_moves(note uuid, by_application bigint, by_refund bigint) returns void language plpgsql
  security definer set search_path = public as $$
begin
  update credit_note_state set applied = applied + by_application, refunded = refunded + by_refund,
    available = available - by_application - by_refund,
    status = credit_note_status(total, applied + by_application, refunded + by_refund)
    where id = note and status not in ('draft', 'void') and available >= by_application + by_refund;
  if not found then
    raise exception 'more than the credit note still holds' using errcode = 'DB009';
  end if;
end $$;
revoke execute on function credit_note_moves from public;

create or replace function allocation_moves_balances() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
  by_money bigint := case when new.receipt_id is null then 0 else moved end;
  target invoice_state; source record;
begin
  if new.receipt_id is null then
    select entity_id, client_id, currency into source from credit_note where id = new.credit_note_id;
  else
    select entity_id, client_id, currency into source from receipt where id = new.receipt_id;
  end if;
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  if (target.entity_id, target.client_id, target.currency) <> (source.entity_id, source.client_id, source.currency) then
    raise exception 'entity, client or currency differ' using errcode = 'DB008';
  end if;
  update invoice_state set paid = paid + by_money, credited = credited + moved - by_money, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then greatest(settled_on, new.allocated_on) end
    where invoice_id = new.invoice_id;
  if new.receipt_id is null then
    perform credit_note_moves(new.credit_note_id, moved, 0);
  else
    perform receipt_moves(new.receipt_id, moved);
  end if;
  return null;
end $$;

-- What of a credit note was paid back to the client.
create table credit_note_refund (
  id uuid primary key,
  credit_note_id uuid not null references credit_note,
  amount bigint not null check (amount > 0),
  -- In the base currency: what it takes of the credit note, at the invoices' rate; the money went at the day's.
  base bigint not null check (base >= 0),
  refunded_on date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card')),
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  reference text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index credit_note_refund_of on credit_note_refund (credit_note_id);
create trigger credit_note_refund_audit after insert on credit_note_refund for each row execute function audit_change();
create trigger credit_note_refund_append_only before update or delete on credit_note_refund
  for each row execute function refuse_change();
create trigger credit_note_refund_no_truncate before truncate on credit_note_refund
  for each statement execute function refuse_change();

create function refund_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform credit_note_moves(new.credit_note_id, 0, new.amount);
  return null;
end $$;
create trigger refund_moves_balance after insert on credit_note_refund for each row execute function refund_moves_balance();

create function advance_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.credit - line.debit), 0)::bigint
  from journal_entry entry
  join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = any (types) and entry.source_id = any (sources) and account.system_key = 'client_advance'
$$;

-- What a credit note has settled is what its entries took from receivables, and the rest of it is the client's advance;
-- of a void one nothing stands.
create function credit_note_settles_as_posted() returns trigger language plpgsql as $$
declare held credit_note_state; sources uuid[];
begin
  select * into held from credit_note_state where id = new.id;
  sources := held.id || array(select id from allocation where credit_note_id = held.id)
    || array(select id from credit_note_refund where credit_note_id = held.id);
  if receivable_of('{credit_note,allocation,reversal,void}', sources) <> -held.applied
    or advance_of('{credit_note,allocation,reversal,void}', sources) <> held.available then
    raise exception 'credit note % settles other than it posted', held.id using errcode = 'DB006';
  end if;
  if held.status = 'void' and exists (select from journal_entry posted
      where posted.source_type = 'credit_note' and posted.source_id = held.id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'credit note % is void and still posted', held.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_settles_as_posted after update on credit_note_state
  deferrable initially deferred for each row when (new.status <> 'draft') execute function credit_note_settles_as_posted();
