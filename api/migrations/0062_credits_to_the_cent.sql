-- Credit notes credit the allowances and charges of a document as they do its lines, and give back the rounding of its
-- total: what all credit notes of an invoice give back adds up to it.

alter table invoice_adjustment add column id uuid not null default gen_random_uuid() unique;

create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - 'id' order by no) from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

create or replace function invoice_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_strip_nulls(to_jsonb(line) - array['id', 'invoice_id', 'amount', 'net', 'tax', 'components', 'category', 'rate'])
      order by line.no) from invoice_line line where line.invoice_id = document),
    'adjustments', coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(adjustment) - array['id', 'invoice_id', 'net', 'tax', 'category', 'rate'])
      order by adjustment.no) from invoice_adjustment adjustment where adjustment.invoice_id = document), '[]'))
$$;

alter table credit_note_line
  alter column invoice_line_id drop not null,
  add column invoice_adjustment_id uuid references invoice_adjustment (id),
  add constraint credit_note_line_of_one check (num_nonnulls(invoice_line_id, invoice_adjustment_id) = 1),
  add unique (credit_note_id, invoice_adjustment_id);
create index credit_note_line_of_adjustment on credit_note_line (invoice_adjustment_id) where invoice_adjustment_id is not null;

create or replace function credit_note_lines_typed(document uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('lines', jsonb_agg(jsonb_strip_nulls(jsonb_build_object('no', line.no,
    'line', coalesce(line.invoice_line_id, line.invoice_adjustment_id),
    'description', coalesce(credited.description, adjustment.reason, adjustment.kind), 'qty', line.qty, 'net', line.net)) order by line.no))
  from credit_note_line line
    left join invoice_line credited on credited.id = line.invoice_line_id
    left join invoice_adjustment adjustment on adjustment.id = line.invoice_adjustment_id
  where line.credit_note_id = document
$$;

-- What a credit note gives back of each of its invoices, with what rounding its total moved.
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

create or replace function credit_note_line_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from credit_note where issued_at is not null
      and id in (case when tg_op <> 'INSERT' then old.credit_note_id end, case when tg_op <> 'DELETE' then new.credit_note_id end)) then
    raise exception 'an issued credit note is not changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger credit_note_invoice_frozen before insert or update or delete on credit_note_invoice
  for each row execute function credit_note_line_frozen();
create trigger credit_note_invoice_no_truncate before truncate on credit_note_invoice
  for each statement execute function refuse_change();

create function credit_note_line_of_its_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_line where id = new.invoice_line_id and invoice_id = new.invoice_id)
    and not exists (select from invoice_adjustment where id = new.invoice_adjustment_id and invoice_id = new.invoice_id) then
    raise exception 'the line is another invoice''s' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger credit_note_line_of_its_invoice after insert or update on credit_note_line
  for each row execute function credit_note_line_of_its_invoice();

create or replace view credited_line as
  select line.invoice_id, line.invoice_line_id, line.category, line.rate, line.qty, line.amount, line.net, line.tax,
    line.components, line.invoice_adjustment_id
  from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
  where state.status not in ('draft', 'void');
create view credited_invoice as
  select part.invoice_id, part.net, part.tax, part.rounding, part.total
  from credit_note_invoice part join credit_note_state state on state.id = part.credit_note_id
  where state.status not in ('draft', 'void');

-- A part of an invoice whose total was rounded may round to nothing, and still gives back its tax.
do $$
declare law text;
begin
  select conname into strict law from pg_constraint
    where conrelid = 'credit_note'::regclass and pg_get_constraintdef(oid) like '%(total > 0)%';
  execute format('alter table credit_note drop constraint %I', law);
end $$;
alter table credit_note add constraint credit_note_issued_whole
  check (issued_at is null or (total >= 0 and net > 0 and supplier is not null));

-- Nobody is credited more than was invoiced: neither of a line, an allowance or a charge, nor of what an invoice charged
-- under a rate, nor of its total. The locks keep two credit notes of one line apart, and a credit note from the void of
-- its invoice.
create or replace function credit_note_within_invoices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from invoice_state where invoice_id in (select invoice_id from credit_note_line where credit_note_id = new.id)
    order by invoice_id for update;
  if exists (select from credit_note_line line join invoice_state target on target.invoice_id = line.invoice_id
      where line.credit_note_id = new.id and (target.status in ('draft', 'void') or target.doc_kind = 'proforma'
        or (target.entity_id, target.client_id, target.currency) <> (new.entity_id, new.client_id, new.currency))) then
    raise exception 'entity, client or currency differ, or the invoice does not stand' using errcode = 'DB008';
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
    raise exception 'more is credited than was invoiced' using errcode = 'DB012';
  end if;
  return null;
end $$;

-- At commit an issued credit note holds its number, adds up, line by line and invoice by invoice, and is posted.
create or replace function credit_note_issue_whole() returns trigger language plpgsql as $$
declare groups_net bigint; groups_tax bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'credit note % did not take its number', new.id using errcode = 'DB006';
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
    raise exception 'credit note %: lines and tax groups do not add up to the document', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'credit_note' and source_id = new.id) then
    raise exception 'credit note % was not posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
