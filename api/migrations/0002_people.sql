-- People: departments, staff and their permissions, sessions and everything about signing in, and personal settings in the browser.

create table department (
  id uuid primary key,
  name text not null check (name <> ''),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  head_id uuid
);
create unique index department_name on department (lower(name));
create index department_list on department (name collate "und-x-icu", id);
call keep_record('department');

create table app_user (
  id uuid primary key,
  user_type text not null check (user_type in ('super_admin', 'admin', 'manager', 'executive', 'crm', 'client')),
  name text not null check (length(name) between 1 and 120),
  email text not null unique check (email = lower(email)),
  phone text unique,
  password_hash text,
  manager_id uuid references app_user,
  scope text not null check (scope in ('all', 'department', 'team', 'own')),
  status text not null default 'active' check (status in ('invited', 'active', 'deactivated')),
  locale text not null default 'en' check (locale in ('en', 'zh', 'fr', 'ja')),
  perm_version int not null default 1,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  joined_on date,
  left_on date,
  password_changed_at timestamptz,
  -- Another person chose the password: it must be changed before anything else (docs/rules.md#required-steps).
  must_change_password boolean not null default false,
  -- Encrypted with the key of the environment. The secret is in `totp_pending` until a code of it has been entered once.
  totp_secret bytea,
  totp_pending bytea,
  -- Shown in the audit log in place of the secret.
  has_totp boolean not null generated always as (totp_secret is not null) stored,
  -- The last 30-second step whose code was accepted: a code works only once.
  totp_last_step bigint,
  appearance jsonb,
  photo bytea check (length(photo) <= 307200),
  photo_type text,
  check (manager_id <> id),
  check (left_on >= joined_on),
  check ((photo_type is null) = (photo is null))
);
create index app_user_search on app_user using gin (search_grams);
create index app_user_manager on app_user (manager_id);
create index app_user_list on app_user (user_type, name collate "und-x-icu", id);
create index app_user_by_email on app_user (user_type, email, id);
alter table department add constraint department_head_id_fkey foreign key (head_id) references app_user;
call keep_record('app_user', 'password_hash', 'totp_secret', 'totp_pending', 'totp_last_step', 'photo', 'appearance');

-- Two super admins who remove each other at the same time would each find the other still there, so one waits for the other.
create function keep_a_super_admin() returns trigger language plpgsql as $$
begin
  if old.user_type = 'super_admin' and old.status = 'active'
    and (tg_op = 'DELETE' or new.user_type <> 'super_admin' or new.status <> 'active') then
    perform pg_advisory_xact_lock(hashtextextended('keep_a_super_admin', 0));
    if not exists (select from app_user where user_type = 'super_admin' and status = 'active' and id <> old.id) then
      raise exception 'the last active super admin cannot be removed, deactivated or given another type' using errcode = 'DB002';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_a_super_admin before update or delete on app_user for each row execute function keep_a_super_admin();

-- Nobody is in their own team, at any level: the team scope follows these links.
create function team_without_circle() returns trigger language plpgsql as $$
begin
  if new.manager_id is null or (tg_op = 'UPDATE' and old.manager_id is not distinct from new.manager_id) then
    return null;
  end if;
  -- Two concurrent changes that put two people under each other would both find no circle, so one waits for the other.
  perform pg_advisory_xact_lock(hashtextextended('team_without_circle', 0));
  if exists (
    with recursive above (id) as (
      select new.manager_id union select app_user.manager_id from app_user join above on app_user.id = above.id
    ) select from above where id = new.id) then
    raise exception 'reporting lines form a cycle' using errcode = 'DB022', constraint = 'app_user_team';
  end if;
  return null;
end $$;
create constraint trigger team_without_circle after insert or update of manager_id on app_user
  for each row execute function team_without_circle();

-- A change of permissions or of the person's status reaches open tabs at once.
create function tell_of_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', new.id, 'event', 'rights')::text);
  return null;
end $$;
create trigger tell_of_rights after update of perm_version, status on app_user for each row
  when (old.perm_version is distinct from new.perm_version or old.status is distinct from new.status)
  execute function tell_of_rights();

create table user_department (
  user_id uuid not null references app_user on delete cascade,
  department_id uuid not null references department,
  primary key (user_id, department_id)
);
create index user_department_department on user_department (department_id);
create trigger audit after insert or update or delete on user_department for each row execute function audit_change();

-- Only leaves of the permission tree are stored (docs/rules.md#permissions-are-leaves). The API checks each key against the
-- tree and so refuses a group or an unknown key.
create table user_grant (
  user_id uuid not null references app_user on delete cascade,
  key text not null,
  granted_at timestamptz not null default now(),
  granted_by uuid default daybook_actor(),
  primary key (user_id, key)
);
create trigger audit after insert or update or delete on user_grant for each row execute function audit_change();

create table session (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text,
  revoked_at timestamptz,
  id uuid not null unique default gen_random_uuid(),
  address text
);
create index session_by_user on session (user_id) where revoked_at is null;

-- Tells the servers that a session has ended, so that they close the person's open streams.
create function session_end_reported() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', old.user_id, 'event', 'session')::text);
  return null;
end $$;
create trigger session_end_reported after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function session_end_reported();
create trigger session_gone_reported after delete on session
  for each row when (old.revoked_at is null) execute function session_end_reported();

-- The one-time code for the first person (docs/rules.md#the-first-person). Only its hash is stored.
create table setup_code (
  single boolean primary key default true check (single),
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- A person has one valid link: a new one replaces the earlier one. Only its hash is stored.
create table one_time_link (
  user_id uuid primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The person to whom the link was shown because it could not be mailed to its addressee.
  shown_to uuid references app_user on delete cascade
);

create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A browser that signed in before: wrong attempts by others do not lock it out (docs/rules.md#delays-after-wrong-passwords).
create table known_device (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  seen_at timestamptz not null default now()
);
create index known_device_user on known_device (user_id);

-- Attempts to sign in, for the person's history and for the delays.
create table sign_in (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid references app_user on delete cascade,
  outcome text not null check (outcome in ('signed_in', 'wrong_password', 'wrong_code', 'delayed')),
  user_agent text,
  address text
);
create index sign_in_user on sign_in (user_id, at desc);
create index sign_in_age on sign_in (at);

-- How long the next attempt has to wait, by account (known or not) and by address; shared by all servers
-- (docs/rules.md#delays-after-wrong-passwords).
create table sign_in_delay (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  until timestamptz not null
);
create index sign_in_delay_age on sign_in_delay (last_failed_at);

create table sign_in_policy (
  id uuid primary key default gen_random_uuid(),
  single boolean not null unique default true check (single),
  totp_required text[] not null default '{}',
  version int not null default 1,
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
insert into sign_in_policy default values;
call keep_record('sign_in_policy');

-- A personal view of a list: search, filters and sort order under a name.
create table saved_view (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- The list by the kind of its records.
  list text not null check (list ~ '^[a-z][a-z_]{0,59}$'),
  -- Its place, which is also how many there can be.
  no smallint not null check (no between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  -- Search, filters and sort order, written as in the list's address.
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default now(),
  unique (user_id, list, no)
);
create unique index saved_view_name on saved_view (user_id, list, lower(name));

-- Load times and load failures of the remotes, as seen by open tabs. Names no person; rows are deleted after a month.
create table remote_load (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  remote text not null check (remote ~ '^[a-z]{1,30}$'),
  version text not null check (length(version) between 1 and 60),
  outcome text not null check (outcome in ('loaded', 'rolled_back', 'failed')),
  code text,
  ms integer not null check (ms between 0 and 600000),
  check ((outcome = 'loaded') = (code is null))
);
create index remote_load_by_time on remote_load (at);
