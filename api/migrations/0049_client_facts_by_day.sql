-- The facts of clients follow the day, the searched words follow the contacts, and a bulk hand-over tells its new owner once, at its end.

create index client_registration_by_day on client_registration (client_id) where num_nonnulls(valid_from, valid_to) > 0;

-- What a new day changes without a write: a number begins or ends. Called by the background work.
create function client_facts_follow_day() returns void language plpgsql security definer set search_path = public as $$
begin
  perform client_facts_follow(array(
    select told.client_id from facts_of_clients told join client_facts kept on kept.client_id = told.client_id
    where told.client_id in (select client_id from client_registration where num_nonnulls(valid_from, valid_to) > 0)
      and told.missing is distinct from kept.missing));
end $$;

-- What a client is found by, for changes that do not begin at the client.
create function client_search_text(of_client uuid) returns text language sql stable as $$
  select search_normal(concat_ws(' ', code, client.name, nullif(sort_name, client.name), legal_name, old_code,
    (select string_agg(concat_ws(' ', contact.name, contact.email, contact.phone), ' ' order by link.no)
      from client_contact link join contact on contact.id = link.contact_id where link.client_id = client.id),
    (select string_agg(value, ' ' order by no) from client_registration where client_id = client.id)))
  from client where id = of_client
$$;

-- The former searched words of a client lost the previous code when a contact was edited.
alter table client disable trigger touch;
update client set search_text = client_search_text(id) where old_code is not null;
alter table client enable trigger touch;

-- A person who is given many clients by one bulk change is told once, when it ends, with the number that were really handed over.
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
