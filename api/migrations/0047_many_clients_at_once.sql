-- Clients that are made together are audited, searched and filtered by as few statements as a single one.

-- What is inserted or deleted needs no comparison of its fields.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document is audited under the document, not under its client.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  which jsonb := '{}';
  before jsonb := old_row - hidden;
  after jsonb := new_row - hidden;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row - hidden)
      where value is distinct from new_row -> key;
    select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row - hidden)
      where value is distinct from old_row -> key;
  end if;
  if before <> '{}' or after <> '{}' then
    if tg_op = 'UPDATE' and own_id is null and not new_row ? 'id' then
      select jsonb_build_object('of', jsonb_object_agg(key, value)) into which from jsonb_each(old_row)
        where key in ('no', 'kind', 'line1', 'contact_id', 'attachment_id');
    end if;
    -- A part of a client or person without an id of its own is audited under the client or person.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id', new_row ->> 'credit_note_id',
        old_row ->> 'receipt_id', old_row ->> 'invoice_id', old_row ->> 'credit_note_id',
        new_row ->> 'task_id', old_row ->> 'task_id', new_row ->> 'enquiry_id', old_row ->> 'enquiry_id'))::uuid,
      jsonb_build_object('before', before, 'after', after) || which, '');
  end if;
  return null;
end $$;

-- Clients and their parts come many at once. What a statement inserts is audited by one statement, as audit_change does it row by
-- row. The searched pieces of words are many, so hidden columns are left out before a row becomes JSON.
create function audit_made() returns trigger language plpgsql security definer set search_path = public as $$
declare
  shown text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = tg_relid and attnum > 0 and not attisdropped
      and attname not in ('search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'));
begin
  execute format($statement$
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    select daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), 'insert'), %L,
      coalesce(new_row ->> 'id', new_row ->> 'client_id')::uuid,
      jsonb_build_object('before', '{}'::jsonb, 'after', new_row), ''
    from (select to_jsonb(shown) as new_row from (select %s from made) as shown) as rows
  $statement$, tg_table_name, shown);
  return null;
end $$;

drop trigger audit on client;
create trigger audit after update or delete on client for each row execute function audit_change();
create trigger audit_made after insert on client
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on contact;
create trigger audit after update or delete on contact for each row execute function audit_change();
create trigger audit_made after insert on contact
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on client_contact;
create trigger audit after update or delete on client_contact for each row execute function audit_change();
create trigger audit_made after insert on client_contact
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on client_address;
create trigger audit after update or delete on client_address for each row execute function audit_change();
create trigger audit_made after insert on client_address
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on client_registration;
create trigger audit after update or delete on client_registration for each row execute function audit_change();
create trigger audit_made after insert on client_registration
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on client_department;
create trigger audit after update or delete on client_department for each row execute function audit_change();
create trigger audit_made after insert on client_department
  referencing new table as made for each statement execute function audit_made();
drop trigger audit on client_executive;
create trigger audit after update or delete on client_executive for each row execute function audit_change();
create trigger audit_made after insert on client_executive
  referencing new table as made for each statement execute function audit_made();

-- The same pieces of words as before; the text is split into words once.
create or replace function search_grams(normal text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from regexp_split_to_table(normal, '\s+') as word
  cross join lateral (
    select substr(word, i, 2) as gram from generate_series(1, length(word) - 1) as i
    union all
    select substr(word, i, 1) from generate_series(1, length(word)) as i
      where octet_length(word) > length(word) and ascii(substr(word, i, 1)) > 127
    union all
    select '^' || left(word, 1) where word <> ''
  ) as pieces
$$;

-- What the records say of clients. A tax number is missing only where one is required, and one that has ended, or has not begun, is none
-- that an invoice of today could name. These are scalar subqueries, because
-- PostgreSQL would read whole tables for `exists` of some clients while it knows little about the tables.
create or replace view facts_of_clients as
  select client.id as client_id,
    (select true from client_contact link join contact on contact.id = link.contact_id
      where link.client_id = client.id and contact.email is not null limit 1) is true as has_email,
    (select country from client_address where client_id = client.id order by kind <> 'billing', no limit 1)::char(2) as country,
    case when entity.tax_status <> 'registered' then '{}' else array_remove(array[
      case when entity.regime in ('EU', 'GB', 'IN', 'CN')
        and (select true from client_address where client_id = client.id limit 1) is not true then 'address' end,
      case when need.scheme is not null
        and (select true from client_registration where client_id = client.id and scheme = need.scheme
          and (now() at time zone entity.timezone)::date
            between coalesce(valid_from, '-infinity') and coalesce(valid_to, 'infinity') limit 1) is not true
        then 'tax_number' end], null) end as missing
  from client join billing_entity entity on entity.id = client.default_entity_id
  left join lateral (select case
    when entity.regime = 'IN' and client.tax_treatment in ('registered', 'composition', 'sez', 'uin_holder') then 'IN:GSTIN'
    when entity.regime in ('EU', 'GB') and client.tax_treatment = 'eu_b2b' then 'EU:VAT'
    when entity.regime = 'CN' and client.tax_treatment not in ('consumer', 'unregistered', 'overseas', 'exempt') then 'CN:USCC'
    end as scheme) need on true;

-- The lock is a statement of its own: the second of two changes at once waits for it, and then sees what the first one wrote.
create function client_facts_follow(of_clients uuid[]) returns void language plpgsql security definer set search_path = public as $$
begin
  if of_clients = '{}' then
    return;
  end if;
  perform from client_facts where client_id = any (of_clients) order by client_id for no key update;
  with here as materialized (select * from facts_of_clients where client_id = any (of_clients))
  update client_facts fact set has_email = here.has_email, country = here.country, missing = here.missing
  from here where fact.client_id = here.client_id
    and (fact.has_email, fact.country, fact.missing) is distinct from (here.has_email, here.country, here.missing);
end $$;

drop trigger client_facts_begin on client;
create or replace function client_facts_begin() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into client_facts (client_id, has_email, country, missing)
  select client_id, has_email, country, missing from facts_of_clients where client_id = any (array(select id from made));
  return null;
end $$;
create trigger client_facts_begin after insert on client
  referencing new table as made for each statement execute function client_facts_begin();

-- Parts that come or go follow once for each statement. A part that is changed follows by itself, because only some columns matter.
create function client_parts_come() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(select distinct client_id from made));
  return null;
end $$;
create function client_parts_go() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(select distinct client_id from gone));
  return null;
end $$;
create or replace function client_part_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array[old.client_id, new.client_id]);
  return null;
end $$;

drop trigger client_part_changes_facts on client_address;
create trigger client_parts_come after insert on client_address
  referencing new table as made for each statement execute function client_parts_come();
create trigger client_parts_go after delete on client_address
  referencing old table as gone for each statement execute function client_parts_go();
create trigger client_part_changes_facts after update on client_address
  for each row execute function client_part_changes_facts();

drop trigger client_part_changes_facts on client_registration;
create trigger client_parts_come after insert on client_registration
  referencing new table as made for each statement execute function client_parts_come();
create trigger client_parts_go after delete on client_registration
  referencing old table as gone for each statement execute function client_parts_go();
create trigger client_part_changes_facts after update on client_registration
  for each row execute function client_part_changes_facts();

drop trigger client_part_changes_facts on client_contact;
create trigger client_parts_come after insert on client_contact
  referencing new table as made for each statement execute function client_parts_come();
create trigger client_parts_go after delete on client_contact
  referencing old table as gone for each statement execute function client_parts_go();
create trigger client_part_changes_facts after update of client_id, contact_id on client_contact
  for each row execute function client_part_changes_facts();

create or replace function contact_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(select client_id from client_contact where contact_id = new.id));
  return null;
end $$;
create or replace function client_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array[new.id]);
  return null;
end $$;
create or replace function billing_entity_changes_facts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(select id from client where default_entity_id = new.id));
  return null;
end $$;

drop function client_facts_follow(uuid);
drop function client_has_email(uuid);
drop function client_country(uuid);
drop function client_missing(uuid);

select client_facts_follow(array(select id from client));
