-- Where enquiries come from and why they are lost, as lists of the firm, and each move of an enquiry between stages
-- (docs/rules.md#stages-of-an-enquiry).

create table enquiry_source (
  id uuid primary key default gen_random_uuid(),
  -- An entry that every firm begins with. Until the firm names it, everyone reads it in their own language.
  usual text unique,
  name text check (length(name) between 1 and 80),
  -- Entries are offered in this order.
  place int not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint enquiry_source_named check (num_nonnulls(usual, name) > 0)
);
create unique index enquiry_source_name on enquiry_source (lower(name));
call keep_record('enquiry_source');
insert into enquiry_source (id, usual, place)
  select ('00000000-0000-7000-8000-0000000001' || lpad(place::text, 2, '0'))::uuid, usual, place
  from unnest(array['web', 'referral', 'call', 'walk_in', 'campaign', 'other']) with ordinality as entry (usual, place);

create table lost_reason (
  id uuid primary key default gen_random_uuid(),
  usual text unique,
  name text check (length(name) between 1 and 80),
  place int not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint lost_reason_named check (num_nonnulls(usual, name) > 0)
);
create unique index lost_reason_name on lost_reason (lower(name));
call keep_record('lost_reason');
insert into lost_reason (id, usual, place)
  select ('00000000-0000-7000-8000-0000000002' || lpad(place::text, 2, '0'))::uuid, usual, place
  from unnest(array['price', 'other_firm', 'no_answer', 'postponed', 'not_offered', 'other']) with ordinality as entry (usual, place);

-- What was written about a loss stays beside its reason; the reason of earlier losses is "other".
alter table enquiry rename lost_reason to lost_note;
alter table enquiry
  add source_id uuid references enquiry_source,
  add lost_reason_id uuid references lost_reason,
  -- The day since which the enquiry has been in its stage. A move may be recorded later than it happened.
  add status_since date not null default current_date,
  drop constraint enquiry_check2;

-- When an enquiry entered each stage. The first row has no stage before it. Only the trigger below writes it.
create table enquiry_move (
  id bigint generated always as identity primary key,
  enquiry_id uuid not null references enquiry,
  from_status text,
  to_status text not null,
  moved_on date not null,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index enquiry_move_of_enquiry on enquiry_move (enquiry_id, id);

-- The moves so far are in the audit log.
insert into enquiry_move (enquiry_id, from_status, to_status, moved_on, created_at, created_by)
  select event.entity_id, event.body #>> '{before,status}', event.body #>> '{after,status}', event.at::date, event.at, event.actor_id
  from audit_event event join enquiry on enquiry.id = event.entity_id
  where event.entity = 'enquiry' and event.body #>> '{after,status}' is not null order by event.id;

alter table enquiry disable trigger user;
update enquiry set source_id = (select id from enquiry_source where usual = source),
  lost_reason_id = case status when 'lost' then (select id from lost_reason where usual = 'other') end,
  status_since = coalesce((select moved_on from enquiry_move where enquiry_id = enquiry.id order by enquiry_move.id desc limit 1),
    created_at::date);
alter table enquiry enable trigger user;

alter table enquiry drop column source;
alter table enquiry alter source_id set not null,
  add constraint enquiry_lost check ((status = 'lost') = (lost_reason_id is not null));
create index enquiry_by_source_date on enquiry (source_id, enquiry_date desc, id desc) where deleted_at is null;
create index enquiry_by_lost_reason on enquiry (lost_reason_id, enquiry_date desc, id desc) where deleted_at is null and lost_reason_id is not null;
create index enquiry_by_status_since on enquiry (status, status_since, id) where deleted_at is null;

create trigger enquiry_move_append_only before update or delete on enquiry_move for each row execute function refuse_change();
create trigger enquiry_move_no_truncate before truncate on enquiry_move for each statement execute function refuse_change();

-- An enquiry enters a stage no earlier than the one before it, and not in the future. Tomorrow is today somewhere.
create function enquiry_moves_forward() returns trigger language plpgsql as $$
begin
  if new.status_since < old.status_since or new.status_since > current_date + 1 then
    raise exception 'the enquiry has been in its stage since %', old.status_since
      using errcode = 'DB014', constraint = 'enquiry_status_since';
  end if;
  return new;
end $$;
create trigger enquiry_moves_forward before update of status on enquiry for each row
  when (old.status <> new.status) execute function enquiry_moves_forward();

create function enquiry_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into enquiry_move (enquiry_id, from_status, to_status, moved_on)
    values (new.id, case tg_op when 'UPDATE' then old.status end, new.status, new.status_since);
  return null;
end $$;
create trigger enquiry_entered after insert on enquiry for each row execute function enquiry_moved();
create trigger enquiry_moved after update of status on enquiry for each row when (old.status <> new.status)
  execute function enquiry_moved();
