-- What lists of clients are filtered by and no index of the records tells: one row for each client, kept by triggers. What a client owes,
-- its credit and its series are found by their own indexes, so that no document waits for another one of the same client.

create table client_facts (
  client_id uuid primary key references client on delete cascade,
  has_email boolean not null default false,
  -- The country of the address that invoices name; null without an address.
  country char(2),
  -- What a tax invoice requires and the client does not have: address, tax_number.
  missing text[] not null default '{}'
);
create index client_facts_by_country on client_facts (country, client_id);
create index client_facts_without_email on client_facts (client_id) where not has_email;
create index client_facts_incomplete on client_facts (client_id) where missing <> '{}';

-- Whether anything can be mailed to the client.
create function client_has_email(of_client uuid) returns boolean language sql stable as $$
  select exists (select from client_contact link join contact on contact.id = link.contact_id
    where link.client_id = of_client and contact.email is not null)
$$;

create function client_country(of_client uuid) returns text language sql stable as $$
  select country from client_address where client_id = of_client order by kind <> 'billing', no limit 1
$$;

-- By the rules of the client's billing entity, as far as it charges tax: the buyer's address, which Japan does not require, and
-- the buyer's tax number where the client's tax treatment or the regime requires one.
create function client_missing(of_client uuid) returns text[] language sql stable as $$
  select array_remove(array[
    case when entity.regime in ('EU', 'GB', 'IN', 'CN')
      and not exists (select from client_address where client_id = client.id) then 'address' end,
    case when not exists (select from client_registration where client_id = client.id and scheme = need.scheme)
      then 'tax_number' end], null)
  from client join billing_entity entity on entity.id = client.default_entity_id
  left join lateral (select case
    when entity.regime = 'IN' and client.tax_treatment in ('registered', 'composition', 'sez', 'uin_holder') then 'IN:GSTIN'
    when entity.regime in ('EU', 'GB') and client.tax_treatment = 'eu_b2b' then 'EU:VAT'
    when entity.regime = 'CN' and client.tax_treatment not in ('consumer', 'unregistered', 'overseas', 'exempt') then 'CN:USCC'
    end as scheme) need on true
  where client.id = of_client and entity.tax_status = 'registered'
$$;

-- The same facts computed from the records, for the ledger checks.
create view facts_of_clients as
  select client.id as client_id,
    client_has_email(client.id) as has_email, client_country(client.id)::char(2) as country,
    coalesce(client_missing(client.id), '{}') as missing
  from client;

insert into client_facts (client_id, has_email, country, missing)
select client_id, has_email, country, missing from facts_of_clients;

create function client_facts_begin() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into client_facts (client_id, missing) values (new.id, coalesce(client_missing(new.id), '{}'));
  return null;
end $$;
create trigger client_facts_begin after insert on client for each row execute function client_facts_begin();

-- The lock is a statement of its own: the second of two changes at once waits for it, and then sees what the first one wrote.
create function client_facts_follow(of_client uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  perform from client_facts where client_id = of_client for no key update;
  update client_facts fact set has_email = here.has_email, country = here.country, missing = here.missing
  from (select client_has_email(of_client) as has_email, client_country(of_client)::char(2) as country,
    coalesce(client_missing(of_client), '{}') as missing) here
  where fact.client_id = of_client
    and (fact.has_email, fact.country, fact.missing) is distinct from (here.has_email, here.country, here.missing);
end $$;

-- The parts of a client: addresses, registrations and contacts.
create function client_part_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    perform client_facts_follow(old.client_id);
  end if;
  if tg_op <> 'DELETE' and new.client_id is distinct from old.client_id then
    perform client_facts_follow(new.client_id);
  end if;
  return null;
end $$;
create trigger client_part_changes_facts after insert or update or delete on client_address
  for each row execute function client_part_changes_facts();
create trigger client_part_changes_facts after insert or update or delete on client_registration
  for each row execute function client_part_changes_facts();
create trigger client_part_changes_facts after insert or delete or update of client_id, contact_id on client_contact
  for each row execute function client_part_changes_facts();

create function contact_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(link.client_id) from client_contact link where link.contact_id = new.id order by link.client_id;
  return null;
end $$;
create trigger contact_changes_facts after update of email on contact
  for each row when ((old.email is null) <> (new.email is null)) execute function contact_changes_facts();

create function client_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(new.id);
  return null;
end $$;
create trigger client_changes_facts after update of tax_treatment, default_entity_id on client
  for each row when ((old.tax_treatment, old.default_entity_id) is distinct from (new.tax_treatment, new.default_entity_id))
  execute function client_changes_facts();

create function billing_entity_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(client.id) from client where client.default_entity_id = new.id order by client.id;
  return null;
end $$;
create trigger billing_entity_changes_facts after update of regime, tax_status on billing_entity
  for each row when ((old.regime, old.tax_status) is distinct from (new.regime, new.tax_status))
  execute function billing_entity_changes_facts();

-- Each filter of the list of clients, alone and with the status and the relationship manager.
create index client_by_tag on client using gin (tags);
drop index client_by_entity;
create index client_by_entity on client (default_entity_id, sort_name collate "und-x-icu", id);
create index client_registration_by_scheme on client_registration (scheme, client_id);
create index client_by_crm_status on client (crm_id, status, sort_name collate "und-x-icu", id);

-- Bulk changes of clients.
insert into job_kind (kind, told, record_kind) values
  ('client_change', 'clients_changed', 'job'),
  ('client_deactivate', 'clients_changed', 'job'),
  ('client_undo', 'clients_changed', 'job');
call also_allow('notification', 'notification_kind_check', $$ kind in ('clients_changed', 'clients_handed_over') $$);

-- What a bulk change replaced, so that it can be undone while nobody has changed the client since.
create table client_change (
  job_id uuid not null references job on delete cascade,
  client_id uuid not null references client on delete cascade,
  -- The version of the client that the change wrote.
  version int not null,
  -- The former values of the changed columns and parts.
  before jsonb not null,
  primary key (job_id, client_id)
);
create index client_change_client on client_change (client_id);
