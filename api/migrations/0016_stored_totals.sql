-- Stored totals (docs/rules.md#stored-totals): amounts billed and collected by month, for the firm and for each client, and what each client owes.

-- Amounts billed and collected in a month, by currency. As with ledger_month, a change is in the delta until one statement
-- rolls it up, so that an issue never waits for a total that others change.
create table money_month (
  kind text not null check (kind in ('billed', 'collected')),
  currency char(3) not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  amount bigint not null,
  primary key (kind, currency, month)
);

create table money_delta (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  entity_id uuid not null,
  currency char(3) not null,
  -- The first day of the document's month.
  month date not null,
  billed bigint not null,
  collected bigint not null,
  owed bigint not null,
  -- The change in the number of open invoices.
  invoices int not null
);

-- Amounts billed to a client and collected in a year, by month. Zero is stored as null: most months have nothing, and a null
-- takes no space and is not added up.
create table client_year (
  client_id uuid not null references client,
  currency char(3) not null,
  year int not null,
  billed_1 bigint, billed_2 bigint, billed_3 bigint, billed_4 bigint, billed_5 bigint, billed_6 bigint,
  billed_7 bigint, billed_8 bigint, billed_9 bigint, billed_10 bigint, billed_11 bigint, billed_12 bigint,
  collected_1 bigint, collected_2 bigint, collected_3 bigint, collected_4 bigint, collected_5 bigint, collected_6 bigint,
  collected_7 bigint, collected_8 bigint, collected_9 bigint, collected_10 bigint, collected_11 bigint, collected_12 bigint,
  primary key (year, client_id, currency)
)
-- Two years are read in milliseconds, less than it takes to start parallel workers.
with (parallel_workers = 0);

-- What a client owes. The overdue part changes every midnight and is not stored. It is the total less what is due later; those
-- are few invoices, read from an index.
create table client_owed (
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  owed bigint not null,
  invoices int not null,
  primary key (client_id, entity_id, currency)
);

create function invoice_moves_money() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if coalesce(old.status, 'draft') = 'draft' and coalesce(new.status, 'draft') = 'draft' then
    return null;
  end if;
  insert into money_delta (client_id, entity_id, currency, month, billed, collected, owed, invoices)
  select client_id, entity_id, currency, month, sum(billed), 0, sum(owed), sum(invoices) from (
    select new.client_id, new.entity_id, new.currency, date_trunc('month', new.issue_date)::date as month,
      case when new.status in ('draft', 'void') or new.doc_kind = 'opening_invoice' then 0 else new.payable end as billed,
      new.outstanding as owed, (new.outstanding > 0)::int as invoices
    where tg_op <> 'DELETE'
    union all
    select old.client_id, old.entity_id, old.currency, date_trunc('month', old.issue_date)::date,
      case when old.status in ('draft', 'void') or old.doc_kind = 'opening_invoice' then 0 else -old.payable end,
      -old.outstanding, -(old.outstanding > 0)::int
    where tg_op <> 'INSERT'
  ) moved
  group by 1, 2, 3, 4 having sum(billed) <> 0 or sum(owed) <> 0 or sum(invoices) <> 0;
  return null;
end $$;
create trigger invoice_moves_money after insert or delete or
  update of status, payable, outstanding, client_id, entity_id, currency, issue_date, doc_kind on invoice_state
  for each row execute function invoice_moves_money();

create function receipt_moves_money() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' and new.status <> 'posted' or tg_op = 'UPDATE' and (old.status = 'posted') = (new.status = 'posted') then
    return null;
  end if;
  insert into money_delta (client_id, entity_id, currency, month, billed, collected, owed, invoices)
  select client_id, entity_id, currency, date_trunc('month', receipt_date)::date, 0,
    case new.status when 'posted' then amount else -amount end, 0, 0
  from receipt where id = new.receipt_id and amount <> 0 and opening_on is null;
  return null;
end $$;
create trigger receipt_moves_money after insert or update of status on receipt_state
  for each row execute function receipt_moves_money();

create function with_more(held bigint, more bigint) returns bigint language sql immutable as
  $$ select nullif(coalesce(held, 0) + coalesce(more, 0), 0) $$;

-- Adds up to `most` rows of the delta to the stored totals, and returns their number. One of several servers does it.
create function fold_money(most int) returns bigint language plpgsql security definer set search_path = public as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_money', 0)) then
    return 0;
  end if;
  with taken as (
    delete from money_delta where id in (select id from money_delta order by id limit most)
    returning client_id, entity_id, currency, month, billed, collected, owed, invoices
  ), of_months as (
    insert into money_month as held (kind, currency, month, amount)
    select kind, currency, month, sum(amount)
    from taken cross join lateral (values ('billed', billed), ('collected', collected)) as part (kind, amount)
    where amount <> 0 group by 1, 2, 3
    on conflict (kind, currency, month) do update set amount = held.amount + excluded.amount
  ), of_years as (
    insert into client_year as held (client_id, currency, year,
      billed_1, billed_2, billed_3, billed_4, billed_5, billed_6, billed_7, billed_8, billed_9, billed_10, billed_11, billed_12,
      collected_1, collected_2, collected_3, collected_4, collected_5, collected_6, collected_7, collected_8, collected_9, collected_10, collected_11, collected_12)
    select client_id, currency, year,
      sum(billed) filter (where no = 1), sum(billed) filter (where no = 2), sum(billed) filter (where no = 3),
      sum(billed) filter (where no = 4), sum(billed) filter (where no = 5), sum(billed) filter (where no = 6),
      sum(billed) filter (where no = 7), sum(billed) filter (where no = 8), sum(billed) filter (where no = 9),
      sum(billed) filter (where no = 10), sum(billed) filter (where no = 11), sum(billed) filter (where no = 12),
      sum(collected) filter (where no = 1), sum(collected) filter (where no = 2), sum(collected) filter (where no = 3),
      sum(collected) filter (where no = 4), sum(collected) filter (where no = 5), sum(collected) filter (where no = 6),
      sum(collected) filter (where no = 7), sum(collected) filter (where no = 8), sum(collected) filter (where no = 9),
      sum(collected) filter (where no = 10), sum(collected) filter (where no = 11), sum(collected) filter (where no = 12)
    from (
      select client_id, currency, extract(year from month)::int as year, extract(month from month) as no,
        nullif(sum(billed), 0) as billed, nullif(sum(collected), 0) as collected
      from taken group by client_id, currency, month
    ) month
    where billed is not null or collected is not null
    group by 1, 2, 3 order by 3
    on conflict (year, client_id, currency) do update set
      billed_1 = with_more(held.billed_1, excluded.billed_1), billed_2 = with_more(held.billed_2, excluded.billed_2),
      billed_3 = with_more(held.billed_3, excluded.billed_3), billed_4 = with_more(held.billed_4, excluded.billed_4),
      billed_5 = with_more(held.billed_5, excluded.billed_5), billed_6 = with_more(held.billed_6, excluded.billed_6),
      billed_7 = with_more(held.billed_7, excluded.billed_7), billed_8 = with_more(held.billed_8, excluded.billed_8),
      billed_9 = with_more(held.billed_9, excluded.billed_9), billed_10 = with_more(held.billed_10, excluded.billed_10),
      billed_11 = with_more(held.billed_11, excluded.billed_11), billed_12 = with_more(held.billed_12, excluded.billed_12),
      collected_1 = with_more(held.collected_1, excluded.collected_1), collected_2 = with_more(held.collected_2, excluded.collected_2),
      collected_3 = with_more(held.collected_3, excluded.collected_3), collected_4 = with_more(held.collected_4, excluded.collected_4),
      collected_5 = with_more(held.collected_5, excluded.collected_5), collected_6 = with_more(held.collected_6, excluded.collected_6),
      collected_7 = with_more(held.collected_7, excluded.collected_7), collected_8 = with_more(held.collected_8, excluded.collected_8),
      collected_9 = with_more(held.collected_9, excluded.collected_9), collected_10 = with_more(held.collected_10, excluded.collected_10),
      collected_11 = with_more(held.collected_11, excluded.collected_11), collected_12 = with_more(held.collected_12, excluded.collected_12)
  ), of_owed as (
    insert into client_owed as held (client_id, entity_id, currency, owed, invoices)
    select client_id, entity_id, currency, sum(owed), sum(invoices) from taken where owed <> 0 or invoices <> 0 group by 1, 2, 3
    on conflict (client_id, entity_id, currency) do update set owed = held.owed + excluded.owed,
      invoices = held.invoices + excluded.invoices
  ) select count(*) into folded from taken;
  return folded;
end $$;

-- The stored totals including the delta.
create view money_by_month as
  select kind, currency, month, amount from money_month
  union all select 'billed', currency, month, billed from money_delta where billed <> 0
  union all select 'collected', currency, month, collected from money_delta where collected <> 0;

create view client_by_month as
  select client_id, currency, make_date(year, no, 1) as month, coalesce(part.billed, 0) as billed,
    coalesce(part.collected, 0) as collected
  from client_year cross join lateral (values
    (1, billed_1, collected_1), (2, billed_2, collected_2), (3, billed_3, collected_3),
    (4, billed_4, collected_4), (5, billed_5, collected_5), (6, billed_6, collected_6),
    (7, billed_7, collected_7), (8, billed_8, collected_8), (9, billed_9, collected_9),
    (10, billed_10, collected_10), (11, billed_11, collected_11), (12, billed_12, collected_12)
  ) as part (no, billed, collected)
  union all select client_id, currency, month, billed, collected from money_delta;

create view owed_by_client as
  select client_id, entity_id, currency, owed, invoices from client_owed
  union all select client_id, entity_id, currency, owed, invoices from money_delta;

-- The same totals computed from the documents, for the ledger checks.
create view money_of_documents as
  select client_id, entity_id, currency, date_trunc('month', issue_date)::date as month,
    case when status = 'void' or doc_kind = 'opening_invoice' then 0 else payable end as billed, 0::bigint as collected,
    outstanding as owed, (outstanding > 0)::int as invoices
  from invoice_state where status <> 'draft'
  union all
  select client_id, entity_id, currency, date_trunc('month', receipt.receipt_date)::date, 0, amount, 0, 0
  from receipt join receipt_state state on state.receipt_id = receipt.id where state.status = 'posted' and opening_on is null;
