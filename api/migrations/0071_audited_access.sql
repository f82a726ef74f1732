-- What the audit log left out: links by which somebody may sign in, sessions that are ended, another logo of the same type, and what
-- the versions of a package that is removed cost. Besides a price of a package that could not be spread, rows of files that an erasure
-- left, and the language in which an import reads amounts.

-- Under the person whom the link lets in, and never the link itself. One that a person asks for is on record once it is used.
create trigger audit after insert or update on one_time_link for each row when (daybook_actor() is not null)
  execute function audit_change('token_hash', 'shown_to');

-- Under the person. Signing out is no act upon anybody, and signing in is on record.
create function audit_ended_session() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
  values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
    coalesce(nullif(current_setting('daybook.action', true), ''), 'update'), 'session', new.user_id,
    jsonb_build_object('before', jsonb_build_object('user_agent', old.user_agent, 'address', old.address),
      'after', jsonb_build_object('ended_at', new.revoked_at)), '');
  return null;
end $$;
create trigger audit after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null and daybook_actor() is not null
    and current_setting('daybook.action', true) <> 'auth.logout')
  execute function audit_ended_session();

-- The fingerprint of the logo is in the log; the picture itself is left out.
alter table billing_entity add column logo_sha256 bytea generated always as (sha256(logo)) stored;

drop trigger audit on package_version;
create trigger audit after insert or delete on package_version for each row execute function audit_change('xid');

-- A price is spread over the services in proportion to their shares; where they are all 0, there is no proportion.
create or replace function package_version_adds_up() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(share), -1) from package_service where version_id = new.id) <> new.price then
    raise exception 'the shares of the services must add up to the price of the package' using errcode = 'DB006';
  end if;
  if new.price = 0 and exists (select from package_price where version_id = new.id and price > 0) then
    raise exception 'a later price cannot be spread over services whose shares are all 0' using errcode = 'DB006';
  end if;
  if new.cycle = 'once' and (exists (select from package_price where version_id = new.id)
      or exists (select from package_recurring_task where version_id = new.id)) then
    raise exception 'a package that is sold once has one price and no recurring tasks' using errcode = 'DB006';
  end if;
  return null;
end $$;

-- A file of opening balances may name a client by the code of one that was merged into it, and compose accents in another way.
do $do$
declare
  told text := pg_get_functiondef('erase_copies(uuid, uuid[], text[], text[])'::regprocedure);
  before text := 'unnest(own_client.code || names) as text where lower(cell) = lower(text))';
begin
  if strpos(told, before) = 0 then
    raise exception 'the text of erase_copies is not as expected';
  end if;
  execute replace(told, before, 'unnest(own_client.code || names || array(select code from merged_client where client_id = of_client))
          as text where lower(normalize(cell, NFKC)) = lower(normalize(text, NFKC)))');
end $do$;

-- In which the dry run read amounts; the run reads them alike, whatever the language of the profile.
alter table import add column locale text check (locale in ('en', 'zh', 'fr', 'ja'));
