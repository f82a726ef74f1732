-- What one unit of a currency costs in another from a day on, until the next rate: what forms propose. A document keeps its own rate.
create table exchange_rate (
  id uuid primary key,
  from_currency char(3) not null,
  to_currency char(3) not null,
  rate_date date not null,
  rate numeric(18, 10) not null check (rate > 0),
  -- Whose it is: a central bank, customs.
  source text check (source <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint exchange_rate_between_two check (from_currency <> to_currency)
);
create unique index exchange_rate_day on exchange_rate (from_currency, to_currency, rate_date);
create index exchange_rate_list on exchange_rate (rate_date, id);
call keep_record('exchange_rate');

-- A draft in another currency may wait for its rate: nothing is not 1, which is what two currencies at par cost.
alter table invoice alter column fx_rate drop not null;
alter table invoice add constraint invoice_rate_given check (fx_rate is not null or number is null);
update invoice set fx_rate = null
  from billing_entity entity
  where entity.id = invoice.entity_id and invoice.number is null and invoice.fx_rate = 1
    and invoice.currency <> entity.base_currency;
