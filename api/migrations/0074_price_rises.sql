-- Price rises: the prices of many recurring invoices and subscriptions are raised at once. A rise is planned first, price by price; what
-- was planned is what is written. Until it is billed, a raised price can be undone.

create table price_rise (
  id uuid primary key,
  -- By hundredths of a per cent, or by an amount in minor units of one currency.
  percent_bp int check (percent_bp between 1 and 100000),
  amount bigint check (amount between 1 and 100000000000000),
  currency char(3),
  -- New prices are multiples of it, in minor units of their currency.
  rounding_step int not null check (rounding_step between 1 and 1000000),
  -- For periods that begin on the day or later.
  valid_from date not null,
  -- If the subscriptions of one package are raised.
  package_id uuid references package,
  -- Subject and body by language, once letters are written.
  letter_texts jsonb,
  applied_at timestamptz, applied_by uuid references app_user,
  undone_at timestamptz, undone_by uuid references app_user,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint price_rise_by check ((percent_bp is null) <> (amount is null) and (amount is null) = (currency is null)),
  constraint price_rise_applied check ((applied_at is null) = (applied_by is null)),
  constraint price_rise_undone check ((undone_at is null) = (undone_by is null) and (undone_at is null or applied_at is not null))
);
call keep_record('price_rise', 'letter_texts');

create function price_rise_stays() returns trigger language plpgsql as $$
declare live text[] := array['letter_texts', 'applied_at', 'applied_by', 'undone_at', 'undone_by', 'version', 'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    if old.applied_at is not null then
      raise exception 'a price rise that was applied cannot be deleted' using errcode = 'DB001';
    end if;
    return old;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live or (old.applied_at is not null and new.applied_at is distinct from old.applied_at)
      or (old.undone_at is not null and new.undone_at is null) then
    raise exception 'what a price rise is cannot change' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger price_rise_stays before update or delete on price_rise for each row execute function price_rise_stays();

-- One price: that of a line of a recurring invoice, or that of a subscription; or why it is left out.
create table price_rise_item (
  id uuid primary key,
  rise_id uuid not null references price_rise on delete cascade,
  -- In the order of the clients' names.
  no int not null,
  -- The series that invoices it.
  series_id uuid not null references series on delete cascade,
  -- Null for the price of a subscription, and for a series that is left out. The line may be gone by now.
  line_id uuid,
  subscription_id uuid references subscription,
  -- The version of the subscription, or else of the series, for which it was planned.
  seen int not null,
  currency char(3) not null,
  left_out text check (left_out in ('ENDED', 'PAUSED', 'ONCE', 'OTHER_CURRENCY', 'LATER_PRICE', 'PERIOD_BILLED', 'RISES_YEARLY', 'NO_PRICE',
    'DEDUCTION', 'UNCHANGED', 'TOO_LARGE', 'NEEDS_PACKAGES')),
  -- The day of the later price, or the first day that is not billed.
  left_out_on date,
  -- The day from which the price is in force, and the first day of the first period that it bills.
  valid_from date, first_from date,
  -- The price of one unit of the line.
  unit_before numeric(18, 6), unit_after numeric(18, 6) check (unit_after >= 0),
  -- What one invoice bills for it, and what the invoices of the first year bill less the discount; in minor units.
  before bigint, after bigint check (after >= 0),
  year_before bigint, year_after bigint,
  -- By how much its client pays more in this currency, in hundredths of a per cent.
  client_percent_bp int not null default 0,
  done_at timestamptz,
  undone_at timestamptz, undone_by uuid references app_user,
  constraint price_rise_item_no unique (rise_id, no),
  constraint price_rise_item_once unique nulls not distinct (rise_id, series_id, line_id),
  constraint price_rise_item_planned check (case when left_out is null
    then num_nulls(valid_from, first_from, before, after, year_before, year_after) = 0 and after > before
      and (line_id is null) = (subscription_id is not null) and num_nonnulls(unit_before, unit_after, line_id) in (0, 3)
    else num_nonnulls(valid_from, first_from, unit_before, unit_after, before, after, year_before, year_after, done_at) = 0 end),
  constraint price_rise_item_undone check ((undone_at is null) = (undone_by is null) and (undone_at is null or done_at is not null))
);
create index price_rise_item_of_series on price_rise_item (series_id);
create index price_rise_item_of_subscription on price_rise_item (subscription_id) where subscription_id is not null;
create index price_rise_item_by_rise on price_rise_item (rise_id, client_percent_bp, no);

-- A price counts as raised only while it is in force, and it can be undone only before an invoice of its periods.
create function price_rise_item_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['done_at', 'undone_at', 'undone_by'];
  of_rise price_rise;
  stands boolean;
begin
  select * into of_rise from price_rise where id = new.rise_id;
  if tg_op = 'INSERT' then
    if of_rise.applied_at is not null or new.done_at is not null then
      raise exception 'prices are planned before their rise is applied' using errcode = 'DB001';
    end if;
    if exists (select from series where id = new.series_id and subscription_id is distinct from new.subscription_id)
        and (new.left_out is null or new.subscription_id is not null) then
      raise exception 'a series of a subscription is raised with the subscription' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'what was planned of a price rise cannot change' using errcode = 'DB001';
  end if;
  stands := case when new.subscription_id is null
    then exists (select from recurring_invoice_price where line_id = new.line_id and valid_from = new.valid_from
      and unit_price = new.unit_after)
    else exists (select from subscription_price where subscription_id = new.subscription_id and valid_from = new.valid_from
      and price = new.after) end;
  if new.done_at is distinct from old.done_at
      and (old.done_at is not null or of_rise.applied_at is null or of_rise.undone_at is not null or not stands) then
    raise exception 'a price is raised once, by writing it' using errcode = 'DB001';
  end if;
  if new.undone_at is distinct from old.undone_at then
    if exists (select from series_run where series_id = new.series_id and status = 'created' and period_from >= new.valid_from) then
      raise exception 'a period with the new price has an invoice' using errcode = 'DB160';
    end if;
    if old.undone_at is not null or stands then
      raise exception 'a raised price is undone once, by deleting it' using errcode = 'DB001';
    end if;
  end if;
  return new;
end $$;
create trigger price_rise_item_moves before insert or update on price_rise_item
  for each row execute function price_rise_item_moves();

-- The letters of a rise: one to each client by each billing entity, once.
create table price_rise_letter (
  mail_id uuid primary key references client_mail on delete cascade,
  rise_id uuid not null references price_rise
);
create index price_rise_letter_of_rise on price_rise_letter (rise_id);

create function price_rise_letter_once() returns trigger language plpgsql as $$
begin
  if exists (select from price_rise_letter letter join client_mail sent on sent.id = letter.mail_id
      join client_mail mail on mail.id = new.mail_id
      where letter.rise_id = new.rise_id and (sent.client_id, sent.entity_id) = (mail.client_id, mail.entity_id)) then
    raise exception 'a client has the letter of a price rise once' using errcode = '23505';
  end if;
  return new;
end $$;
create trigger price_rise_letter_once before insert on price_rise_letter for each row execute function price_rise_letter_once();

-- The jobs of a record.
create index job_about on job (about) where about is not null;

call also_allow('client_mail', 'client_mail_kind_check', $$ kind = 'price_rise' $$);
call also_allow('notification', 'notification_kind_check', $$ kind = 'prices_raised' $$);
insert into job_kind (kind, told, record_kind) values
  ('price_rise', 'prices_raised', 'price_rise'),
  ('price_rise_undo', 'prices_raised', 'price_rise'),
  ('price_rise_letter', 'prices_raised', 'price_rise');
