-- Subscriptions: a client has a version of a package from a day on, and the series that invoice it and do its work belong to it.

alter table package_version add constraint package_version_of_package unique (id, package_id);

-- To exclude that two rows of one client and one package overlap, without an extension.
create type record_range as range (subtype = uuid);

create table subscription (
  id uuid primary key,
  client_id uuid not null references client,
  package_id uuid not null,
  version_id uuid not null,
  starts_on date not null,
  -- The last day. The day before the first one: it ended before it began.
  ended_on date,
  -- The first period that is invoiced; earlier ones were invoiced elsewhere.
  billed_from date not null,
  -- Whether a period is invoiced on its first day, or on the day after its last one.
  billing text not null check (billing in ('pre', 'post')),
  discount_pct numeric(9, 6) check (discount_pct between 0 and 100),
  -- The subscription that this one continues with another package, or with another version of it.
  predecessor_id uuid unique references subscription,
  -- The last transaction that changed it. Its prices, its pauses and the terms of its series change only with it.
  xid xid8 not null default pg_current_xact_id(),
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  unique (id, client_id),
  foreign key (version_id, package_id) references package_version (id, package_id),
  constraint subscription_ends check (ended_on >= starts_on - 1),
  constraint subscription_billed_from check (billed_from >= starts_on),
  -- A client has a package once on each day.
  constraint subscription_once exclude using gist (record_range(client_id, client_id, '[]') with &&,
    record_range(package_id, package_id, '[]') with &&, daterange(starts_on, ended_on + 1) with &&)
);
create index subscription_client on subscription (client_id);
create index subscription_package on subscription (package_id);
create index subscription_list on subscription (starts_on, id);
create index subscription_of_version on subscription (version_id, package_id);
call keep_record('subscription', 'xid');

-- What a client pays instead of the price of the package, for periods that begin on the day or later. In minor units, without tax.
create table subscription_price (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscription,
  valid_from date not null,
  price bigint not null check (price >= 0),
  constraint subscription_price_day unique (subscription_id, valid_from)
);
create trigger audit after insert or update or delete on subscription_price for each row execute function audit_change();

-- A subscription rests from the first day until the day before the second one. Periods whose invoice would come then are not invoiced.
create table subscription_pause (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscription,
  paused_on date not null,
  resumed_on date,
  constraint subscription_pause_ends check (resumed_on >= paused_on)
);
create unique index subscription_paused on subscription_pause (subscription_id) where resumed_on is null;
create index subscription_pause_of on subscription_pause (subscription_id, paused_on);
create trigger audit after insert or update or delete on subscription_pause for each row execute function audit_change();

alter table series add column subscription_id uuid;
create index series_subscription on series (subscription_id) where subscription_id is not null;
-- A merge of clients moves both.
alter table series add constraint series_of_subscription foreign key (subscription_id, client_id)
  references subscription (id, client_id) deferrable initially deferred;

-- The last day of the periods of a subscription that have an invoice or a draft.
create function subscription_billed_through(of_subscription uuid) returns date language sql stable as $$
  select max(run.period_to) from series join series_run run on run.series_id = series.id
  where series.subscription_id = of_subscription and series.kind = 'invoice' and run.status = 'created'
$$;

-- What was sold stays. A subscription ends once, and not before a period that has been invoiced; it continues another one on the next day.
create function subscription_stays() returns trigger language plpgsql as $$
declare
  live text[] := array['ended_on', 'version', 'xid', 'updated_at', 'updated_by'];
  earlier subscription;
begin
  if tg_op = 'DELETE' then
    raise exception 'a subscription cannot be deleted' using errcode = 'DB001';
  end if;
  if tg_op = 'UPDATE' and new.client_id <> old.client_id and moves_with_merge(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  new.xid := pg_current_xact_id();
  if tg_op = 'INSERT' then
    select * into earlier from subscription where id = new.predecessor_id;
    if new.predecessor_id is not null
      and (earlier.client_id, earlier.ended_on + 1) is distinct from (new.client_id, new.starts_on) then
      raise exception 'a subscription continues another one of its client on the next day' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live or (old.ended_on is not null and new.ended_on is distinct from old.ended_on) then
    raise exception 'what was sold cannot change, nor the end of a subscription' using errcode = 'DB001';
  end if;
  if new.ended_on < subscription_billed_through(new.id) then
    raise exception 'a subscription cannot end before a period that has been invoiced' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger subscription_stays before insert or update or delete on subscription
  for each row execute function subscription_stays();

create function changes_subscription(of_subscription uuid) returns boolean language sql stable as $$
  select exists (select from subscription where id = of_subscription and xid = pg_current_xact_id_if_assigned())
$$;

-- A period that has been invoiced keeps its price, and a pause that has ended stays.
create function subscription_part_stays() returns trigger language plpgsql as $$
declare of_subscription uuid := coalesce(new.subscription_id, old.subscription_id);
begin
  if not changes_subscription(of_subscription) then
    raise exception 'a row of % changes only with its subscription', tg_table_name using errcode = 'DB001';
  end if;
  perform refuse_erased(array[(select client_id from subscription where id = of_subscription)], tg_table_name);
  if tg_table_name = 'subscription_pause' then
    if tg_op = 'DELETE' or tg_op = 'UPDATE'
        and (old.resumed_on is not null or to_jsonb(new) - 'resumed_on' <> to_jsonb(old) - 'resumed_on') then
      raise exception 'a pause cannot be changed or deleted' using errcode = 'DB001';
    end if;
  elsif tg_op = 'UPDATE' or exists (select from series join series_run run on run.series_id = series.id
      where series.subscription_id = of_subscription and series.kind = 'invoice' and run.status = 'created'
        and run.period_from >= coalesce(new.valid_from, old.valid_from)) then
    raise exception 'the price of a period that has been invoiced cannot change' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger part_stays before insert or update or delete on subscription_price
  for each row execute function subscription_part_stays();
create trigger part_stays before insert or update or delete on subscription_pause
  for each row execute function subscription_part_stays();

-- A series of a subscription gets its title, its days and its end from it, and rests while it rests.
create function series_follows_subscription() returns trigger language plpgsql as $$
declare
  own_days text[] := array['kind', 'title', 'rrule', 'shift', 'calendar_id', 'lead_days', 'period_offset', 'starts_on', 'ends', 'ends_on',
    'ends_after', 'last_on'];
  changes boolean;
begin
  if tg_op = 'UPDATE' and new.subscription_id is distinct from old.subscription_id then
    raise exception 'a series keeps its subscription' using errcode = 'DB001';
  end if;
  if new.subscription_id is null or erasing() then
    return new;
  end if;
  changes := tg_op = 'INSERT' or new.status = 'cancelled' and old.status <> 'cancelled' or exists (
    select from unnest(own_days) as name where to_jsonb(new) -> name is distinct from to_jsonb(old) -> name);
  if changes and not changes_subscription(new.subscription_id) then
    raise exception 'a series of a subscription changes only with it' using errcode = 'DB001';
  end if;
  if new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active') and exists (
      select from subscription_pause where subscription_id = new.subscription_id and resumed_on is null) then
    raise exception 'a series of a paused subscription rests' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger series_follows_subscription before insert or update on series
  for each row execute function series_follows_subscription();
create trigger series_of_subscription_stays before delete on series
  for each row when (old.subscription_id is not null) execute function refuse_change();

create function invoices_follow_subscription() returns trigger language plpgsql as $$
declare of_series uuid := coalesce(new.series_id, old.series_id);
begin
  if not erasing() and exists (select from series where id = of_series and subscription_id is not null
      and not changes_subscription(subscription_id)) then
    raise exception 'the invoices of a subscription change only with it' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger follows_subscription before insert or update or delete on recurring_invoice
  for each row execute function invoices_follow_subscription();
create trigger follows_subscription before insert or update or delete on recurring_invoice_line
  for each row execute function invoices_follow_subscription();
create trigger follows_subscription before insert or update or delete on recurring_invoice_price
  for each row execute function invoices_follow_subscription();

-- When a client becomes inactive, its subscriptions are paused like its series; only a person resumes them.
create function client_subscriptions_pause() returns trigger language plpgsql as $$
declare
  paused uuid;
  today date;
begin
  if erasing() then
    return null;
  end if;
  for paused, today in
    select subscription.id, (now() at time zone entity.timezone)::date
    from subscription join package on package.id = subscription.package_id join billing_entity entity on entity.id = package.entity_id
    where subscription.client_id = new.id and (ended_on is null or ended_on >= (now() at time zone entity.timezone)::date)
      and not exists (select from subscription_pause where subscription_id = subscription.id and resumed_on is null)
    order by subscription.id for no key update of subscription
  loop
    update subscription set version = version + 1 where id = paused;
    insert into subscription_pause (subscription_id, paused_on) values (paused, today);
  end loop;
  return null;
end $$;
create trigger client_subscriptions_pause after update of status on client for each row
  when (old.status = 'active' and new.status <> 'active') execute function client_subscriptions_pause();

create trigger erased_client_takes_nothing after insert on subscription
  referencing new table as made for each statement execute function erased_client_takes_nothing();
create trigger goes_to_no_erased_client after update of client_id on subscription
  for each row when (new.client_id is distinct from old.client_id) execute function goes_to_no_erased_client();
create trigger stays_of_erased_client before update on subscription
  for each row execute function stays_of_erased_client('client');

-- Packages for many clients in one action.
insert into job_kind (kind, told, record_kind) values
  ('package_apply', 'clients_changed', 'job'),
  ('package_change', 'clients_changed', 'job');

-- As before, and the subscriptions.
create or replace function merge_client_records(goes uuid, stays uuid, of_code text) returns void language plpgsql as $$
begin
  update client_document set client_id = stays, version = version + 1 where client_id = goes;
  update client_file set client_id = stays, version = version + 1 where client_id = goes;
  update client_note set client_id = stays, version = version + 1 where client_id = goes;
  update series set client_id = stays, version = version + 1 where client_id = goes;
  update subscription set client_id = stays, version = version + 1 where client_id = goes;
  -- Both clients may have the task of one period; the one that comes says why it is there twice.
  update task moved set duplicate_reason = of_code where client_id = goes and duplicate_reason is null and deleted_at is null
    and exists (select from task kept where kept.client_id = stays and kept.deleted_at is null and kept.duplicate_reason is null
      and ((kept.recurring_category_id, kept.period_key) = (moved.recurring_category_id, moved.period_key)
        or (kept.category_id, kept.period_from, kept.period_to) = (moved.category_id, moved.period_from, moved.period_to)));
  update task set client_id = stays, version = version + 1 where client_id = goes;
  update expense set client_id = stays, version = version + 1 where client_id = goes;
  update pending_item set client_id = stays, version = version + 1 where client_id = goes;
  delete from pending_total where client_id = goes and items = 0;
  update enquiry set converted_client_id = stays, version = version + 1 where converted_client_id = goes;
  update enquiry set referrer_client_id = stays, version = version + 1 where referrer_client_id = goes;
  update statement_schedule set client_id = stays, version = version + 1 where client_id = goes;
  update client_mail set client_id = stays where client_id = goes;
  update follow_up set client_id = stays where client_id = goes;
  update follow_up_step set client_id = stays where client_id = goes;
  update notification set record_id = stays where record_id = goes;
end $$;
