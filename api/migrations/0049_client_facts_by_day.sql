-- A tax number that has ended, or has not begun, is none that an invoice of today could name.
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

create index client_registration_by_day on client_registration (client_id) where num_nonnulls(valid_from, valid_to) > 0;

-- What a new day changes without a write: a number begins or ends. Called by the background work.
create function client_facts_follow_day() returns void language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(
    select told.client_id from facts_of_clients told join client_facts kept on kept.client_id = told.client_id
    where told.client_id in (select client_id from client_registration where num_nonnulls(valid_from, valid_to) > 0)
      and told.missing is distinct from kept.missing));
end $$;

select client_facts_follow_day();

-- The former searched words of a client lost the previous code when a contact was edited.
alter table client disable trigger touch;
update client set search_text = search_normal(concat_ws(' ', code, client.name,
    nullif(sort_name, client.name), legal_name, old_code,
    (select string_agg(concat_ws(' ', contact.name, contact.email, contact.phone), ' ' order by link.no)
      from client_contact link join contact on contact.id = link.contact_id where link.client_id = client.id),
    (select string_agg(value, ' ' order by no) from client_registration where client_id = client.id)))
  where old_code is not null;
alter table client enable trigger touch;

-- Who gets many clients from a bulk change is told once, when it ends, of those that they really got.
create function tell_of_handed_over() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params)
  select (item.payload #>> '{change,id}')::uuid, 'clients_handed_over', jsonb_build_object('by', person.name, 'count', count(*))
  from job_item item join app_user person on person.id = new.created_by
  where item.job_id = new.id and item.status = 'done' and item.payload @> '{"isQuiet": true}'
    and item.payload #>> '{change,id}' <> new.created_by::text
  group by item.payload #>> '{change,id}', person.name;
  return null;
end $$;
create trigger tell_of_handed_over after update of ended_at on job for each row
  when (new.kind = 'client_change' and new.ended_at is not null) execute function tell_of_handed_over();
