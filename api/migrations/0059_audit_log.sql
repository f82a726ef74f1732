-- The audit log on a screen: from where a change was made, what kind of act it was, and the checks of the chain.

-- The address of the request; null for what the system did, and for rows from before this column.
alter table audit_event add column address text;

-- A null is left out, so that the hash of a row without an address is as before.
create or replace function audit_hash(e audit_event) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws('|', e.id, e.xid, extract(epoch from e.at), e.actor_id, e.request_id, e.action,
    e.entity, e.entity_id, e.body::text, e.address), 'UTF8'))
$$;

create or replace function audit_event_hash() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  new.address := coalesce(new.address, nullif(current_setting('daybook.address', true), ''));
  new.hash := audit_hash(new);
  return new;
end $$;

-- The kind of act by which people filter the log. It follows from the row and is not stored.
create function audit_act(entity text, action text, body jsonb) returns text language sql immutable parallel safe as $$
  select case
    when entity = 'refusal' then 'refused'
    when entity = 'export' then 'exported'
    when action = 'client_erasure.erase' then 'erased'
    when entity = 'user_grant' then 'permissions'
    when coalesce(body -> 'before', '{}') = '{}' and coalesce(body -> 'after', '{}') = '{}' then 'opened'
    when coalesce(body -> 'before', '{}') = '{}' then 'created'
    when coalesce(body -> 'after', '{}') = '{}' then 'removed'
    else 'changed' end
$$;

-- The log is read in the order of time: all of it, by person, by kind of record, and by kind of act.
create index audit_event_time on audit_event (at, id);
create index audit_event_actor on audit_event (actor_id, at, id);
create index audit_event_entity on audit_event (entity, at, id);
create index audit_event_act on audit_event (audit_act(entity, action, body), at, id);

-- Sign-ins are shown in the same list, under numbers that no row of the audit log has. The new index also serves the purge by age.
alter table sign_in add column no bigint generated always as identity
  (increment by -1 minvalue -9223372036854775808 maxvalue -1 start with -1);
create unique index sign_in_no on sign_in (no);
create index sign_in_time on sign_in (at, no);
drop index sign_in_age;
drop index sign_in_user;
create index sign_in_user on sign_in (user_id, at, no);

-- Each check of the chain of the audit log that somebody asked for, and its result.
create table audit_check (
  id uuid primary key,
  asked_at timestamptz not null default clock_timestamp(),
  asked_by uuid default daybook_actor() references app_user,
  failures smallint not null default 0 check (failures >= 0),
  ended_at timestamptz,
  -- How many rows the chain had, and how many were not sealed yet; null while the check runs and if it was given up.
  sealed bigint check (sealed >= 0),
  unsealed bigint check (unsealed >= 0),
  found integer check (found >= 0),
  -- The first hundred broken rows.
  findings jsonb,
  constraint audit_check_ended check (
    (sealed is null or ended_at is not null)
    and (sealed is null) = (unsealed is null) and (sealed is null) = (found is null) and (sealed is null) = (findings is null))
);
create index audit_check_last on audit_check (asked_at desc);
-- One at a time; whoever asks meanwhile joins the one that runs.
create unique index audit_check_open on audit_check ((ended_at is null)) where ended_at is null;
create trigger audit after insert or update on audit_check for each row execute function audit_change();
create trigger audit_check_stays before update on audit_check for each row when (old.ended_at is not null)
  execute function refuse_change();
create trigger audit_check_no_delete before delete on audit_check for each row execute function refuse_change();
create trigger audit_check_no_truncate before truncate on audit_check for each statement execute function refuse_change();
