-- Hourly rates, and what work is billed by. A charge rate says what an hour costs clients, a cost rate what an hour of a person costs
-- the firm.

create table charge_rate (
  id uuid primary key,
  -- Of which hours: a client with a person or a service, one of the three alone, or all of the firm.
  client_id uuid references client on delete cascade,
  service_id uuid references service,
  person_id uuid references app_user,
  currency char(3) not null,
  -- An hour, in minor units. An hour without a rate is not worth nothing, so no rate is zero.
  rate bigint not null check (rate > 0),
  valid_from date not null,
  valid_to date,
  -- Whose hours they are, in which currency.
  hours_key uuid not null generated always as (md5(coalesce(client_id::text, '-') || coalesce(service_id::text, '-')
    || coalesce(person_id::text, '-') || currency::text)::uuid) stored,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint charge_rate_of check (person_id is null or service_id is null),
  constraint charge_rate_valid check (valid_to >= valid_from),
  constraint charge_rate_once exclude using gist (
    person_range(hours_key, hours_key, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index charge_rate_list on charge_rate (valid_from, id);
create index charge_rate_client on charge_rate (client_id) where client_id is not null;
create index charge_rate_service on charge_rate (service_id) where service_id is not null;
create index charge_rate_person on charge_rate (person_id) where person_id is not null;
call keep_record('charge_rate', 'hours_key');
create trigger erased_client_takes_nothing after insert on charge_rate
  referencing new table as made for each statement execute function erased_client_takes_nothing();

create table cost_rate (
  id uuid primary key,
  person_id uuid not null references app_user,
  currency char(3) not null,
  rate bigint not null check (rate > 0),
  valid_from date not null,
  valid_to date,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint cost_rate_valid check (valid_to >= valid_from),
  constraint cost_rate_once exclude using gist (
    person_range(person_id, person_id, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index cost_rate_list on cost_rate (valid_from, id);
call keep_record('cost_rate');

-- The remaining client keeps its own rates, and takes those for days that it has none for.
create function merge_client_rates() returns trigger language plpgsql as $$
begin
  delete from charge_rate other where client_id = new.merged_id and exists (
    select from charge_rate kept where kept.client_id = new.client_id and kept.currency = other.currency
      and kept.person_id is not distinct from other.person_id and kept.service_id is not distinct from other.service_id
      and daterange(kept.valid_from, kept.valid_to, '[]') && daterange(other.valid_from, other.valid_to, '[]'));
  update charge_rate set client_id = new.client_id, version = version + 1 where client_id = new.merged_id;
  return null;
end $$;
create trigger merge_client_rates after insert on merged_client for each row execute function merge_client_rates();

-- What billable work is billed by: a fee, the hours, or the hours up to a limit, which is the fee.
alter table task
  add column billing_rule text not null default 'fixed_fee' constraint task_billing_rule
    check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit')),
  drop constraint task_check2,
  add constraint task_billed check (not billable or billing_entity_id is not null and service_id is not null
    and (fee is null) = (billing_rule = 'hours'));
alter table recurring_task
  add column billing_rule text not null default 'fixed_fee' constraint recurring_task_billing_rule
    check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit')),
  drop constraint recurring_task_check,
  add constraint recurring_task_billed check (not billable or billing_entity_id is not null and service_id is not null
    and (fee is null) = (billing_rule = 'hours'));

-- What a new task is billed by, if its category, service or client says so.
alter table task_category add column billing_rule text constraint task_category_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table recurring_task_category add column billing_rule text constraint recurring_task_category_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table service add column billing_rule text constraint service_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
alter table client add column billing_rule text constraint client_billing_rule
  check (billing_rule in ('fixed_fee', 'hours', 'hours_to_limit'));
