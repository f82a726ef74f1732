-- Every invoice with its future, before anything is written: its lines and totals, and how it is settled.
create unlogged table fill.invoice as
select n, fill.id(16, issue_date, n) as id, client_id, client_name, crm_id, entity.*,
  issue_date, issue_date + 30 as due_date, lines, net1, net2, net3, net1 + net2 + net3 as net,
  (net1 + net2 + net3) * entity.rate / 100 as tax,
  case when n > planned.size * 0.997 then 'draft' when n % 100 = 50 then 'void' else 'issued' end as fate,
  -- Five of six are paid. Of the others some are credited, some written off, and the newest are outstanding.
  case when n > planned.size * 0.997 or n % 100 = 50 then 'none' when n % 6 <> 0 or n % 30 = 12 then 'receipt'
    when n % 30 in (0, 18) then 'credit' when n % 30 = 6 and issue_date < planned.today - 400 then 'write_off' else 'none' end as settled_by
from (
  select n, size, today, fill.first_day() + (n * 2920 / size)::int as issue_date, 1 + fill.draw(n, 31, 3) as lines, skewed,
    100 + fill.draw(n, 32, 4900) as a, 100 + fill.draw(n, 33, 4900) as b, 100 + fill.draw(n, 34, 4900) as c
  from (select current_setting('fill.invoices')::bigint as size, current_setting('fill.today')::date as today) firm,
    generate_series(1, firm.size) as n,
    lateral (select 1 + floor(power(fill.draw(n, 30, 1000000) / 1000000.0, 1.5) * fill.size(0.02))::int as skewed) as drawn
) planned
join (select n as client_n, id as client_id, name as client_name, crm_id, e as client_e from fill.client) client
  on client_n = skewed
join (select e, id as entity_id, country, legal_name, currency, locale, rounding_mode, rounding_dir, terms, tax_code_id, rate,
    components, step from fill.entity) entity on entity.e = client_e
cross join lateral (select a * step as net1, case when lines > 1 then b * step else 0 end as net2,
  case when lines > 2 then c * step else 0 end as net3) as priced;
create unique index on fill.invoice (n);
analyze fill.invoice;

create function fill.text_of(amount bigint, currency text) returns text language sql immutable parallel safe as
  $$ select case currency when 'JPY' then amount::text else trim(to_char(amount / 100.0, 'FM999999999990.00')) end $$;

-- Numbers run within a series without a gap, in the order of the dates. `fill.frame` has the text around them.
create function fill.number_of(frame_before text, width int, frame_after text, seq bigint) returns text language sql immutable
  parallel safe as $$ select frame_before || lpad(seq::text, greatest(width, length(seq::text)), '0') || frame_after $$;

create unlogged table fill.issued as
select n, frame.fy, seq, fill.number_of(before, width, after, seq) as number, issue_date as taken_on, entity_id
from (select n, entity_id, issue_date, frame.fy, before, width, after,
    row_number() over (partition by invoice.entity_id, frame.fy order by n) as seq
  from fill.invoice invoice join fill.frame frame using (entity_id)
  where fate <> 'draft' and frame.doc_kind = 'tax_invoice' and issue_date between frame.first and frame.last) frame;
create unique index on fill.issued (n);

create unlogged table fill.receipt as
select *, fill.id(17, receipt_date, n) as id, fill.number_of(before, width, after, seq) as number,
  available - allocated as advance, available - withheld as amount
from (
  select *, row_number() over (partition by entity_id, fy order by receipt_date, n) as seq
  from (
    select invoice.n, invoice.client_id, invoice.client_name, invoice.crm_id, entity_id, country, currency, locale, total, receipt_date,
      frame.fy, before, width, after, mode, withheld,
      -- Some of the newest are paid in part; a few clients pay more than they owe.
      case when is_part then total / 2 else total end as allocated,
      case when is_part then total / 2 when n % 50 = 3 then total + 10000 else total end as available
    from (select *, net + tax as total, case when country = 'IN' and n % 4 = 0 then net / 10 else 0 end as withheld,
        issue_date + 5 + fill.draw(n, 41, 60)::int as receipt_date,
        n % 12 = 5 and issue_date > current_setting('fill.today')::date - 400 as is_part,
        (array['bank', 'bank', 'bank', 'bank', 'bank', 'bank', 'cheque', 'cash', 'card', 'gateway'])[1 + fill.draw(n, 42, 10)] as mode
      from fill.invoice where settled_by = 'receipt') invoice
    join fill.frame frame using (entity_id)
    where frame.doc_kind = 'receipt' and receipt_date between frame.first and frame.last
      and receipt_date <= current_setting('fill.today')::date
  ) paid
) numbered;
create unique index on fill.receipt (n);

-- A credit note credits the first line.
create unlogged table fill.credit as
select *, fill.id(18, issue_date, n) as id, fill.number_of(before, width, after, seq) as number
from (
  select invoice.n, invoice.id as invoice_id, invoice.client_id, client_name, crm_id, entity_id, country, legal_name, currency, locale,
    rounding_mode, rounding_dir, rate, components, net1 as net, net1 * rate / 100 as tax, net + invoice.tax as invoice_total,
    invoice.issue_date + 10 as issue_date, frame.fy, before, width, after,
    row_number() over (partition by entity_id, frame.fy order by invoice.n) as seq
  from fill.invoice invoice join fill.frame frame using (entity_id)
  where settled_by = 'credit' and frame.doc_kind = 'credit_note' and invoice.issue_date + 10 between frame.first and frame.last
    and invoice.issue_date + 10 <= current_setting('fill.today')::date
) numbered;
create unique index on fill.credit (n);
analyze fill.issued; analyze fill.receipt; analyze fill.credit;

create function fill.components(names text[], tax bigint) returns jsonb language sql immutable parallel safe as $$
  select jsonb_agg(jsonb_build_object('name', name, 'tax', tax / cardinality(names)) order by name) from unnest(names) as name
$$;
create function fill.groups(rate numeric, net bigint, names text[], tax bigint) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_array(jsonb_build_object('category', 'S', 'rate', rate::text, 'net', net, 'tax', tax,
    'components', fill.components(names, tax)))
$$;
create function fill.party(name text, country text) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('name', name, 'lines', jsonb_build_array('1 Main Road'), 'country', country, 'registrations', '[]'::jsonb)
$$;
