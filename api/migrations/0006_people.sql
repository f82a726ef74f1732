-- Invitations, one-time links, two-factor sign-in, delays after wrong tries, and what the firm asks of sign-in.

alter table app_user
  add column joined_on date,
  add column left_on date check (left_on >= joined_on),
  add column password_changed_at timestamptz,
  -- A password that someone else chose: it is changed before anything else (docs/rules.md#required-steps).
  add column must_change_password boolean not null default false,
  -- Encrypted by the key of the environment. Pending until a code of it has been entered once.
  add column totp_secret bytea,
  add column totp_pending bytea,
  -- What the trail tells of it.
  add column has_totp boolean not null generated always as (totp_secret is not null) stored,
  -- The last 30-second step a code was taken from: a code works once.
  add column totp_last_step bigint,
  add column look jsonb,
  add column photo bytea check (length(photo) <= 307200),
  add column photo_type text check ((photo_type is null) = (photo is null));
create index app_user_list on app_user (user_type, name collate "und-x-icu", id);
create index app_user_by_email on app_user (user_type, email, id);

-- Nobody is in their own team, however far up: the team scope walks these.
create function team_without_circle() returns trigger language plpgsql as $$
begin
  if new.manager_id is null or (tg_op = 'UPDATE' and old.manager_id is not distinct from new.manager_id) then
    return null;
  end if;
  -- Two who are put under each other at once would both find no circle: one waits for the other.
  perform pg_advisory_xact_lock(hashtextextended('team_without_circle', 0));
  if exists (
    with recursive above (id) as (
      select new.manager_id union select app_user.manager_id from app_user join above on app_user.id = above.id
    ) select from above where id = new.id) then
    raise exception 'a team goes in a circle' using errcode = 'DB022', constraint = 'app_user_team';
  end if;
  return null;
end $$;
create constraint trigger team_without_circle after insert or update of manager_id on app_user
  for each row execute function team_without_circle();

-- Two super admins who remove each other at once would both find the other still there: one waits for the other.
create or replace function keep_a_super_admin() returns trigger language plpgsql as $$
begin
  if old.user_type = 'super_admin' and old.status = 'active'
    and (tg_op = 'DELETE' or new.user_type <> 'super_admin' or new.status <> 'active') then
    perform pg_advisory_xact_lock(hashtextextended('keep_a_super_admin', 0));
    if not exists (select from app_user where user_type = 'super_admin' and status = 'active' and id <> old.id) then
      raise exception 'the last active super admin stays' using errcode = 'DB002';
    end if;
  end if;
  return coalesce(new, old);
end $$;

alter table session
  add column id uuid not null unique default gen_random_uuid(),
  add column address text;

-- One live link a person: a new one ends the one before. Only its hash is kept.
create table one_time_link (
  user_id uuid primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id uuid not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A browser that signed in before: wrong tries of others do not lock it out (docs/rules.md#delays-after-wrong-passwords).
create table known_device (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  seen_at timestamptz not null default now()
);
create index known_device_user on known_device (user_id);

-- Tries to sign in, for the history of a person and for the delays.
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

-- How long the next try has to wait, by account (known or not) and by address; shared by all servers (docs/rules.md#delays-after-wrong-passwords).
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

-- Mail goes out after the commit, at least once; the key keeps a resend from being written twice.
create table email_message (
  id uuid primary key,
  message_key text not null unique,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index email_message_due on email_message (next_attempt_at) where sent_at is null and failed_at is null;

-- A change of rights reaches open tabs at once; that of a session ends them.
create function tell_of_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', new.id, 'event', 'rights')::text);
  return null;
end $$;
create trigger tell_of_rights after update of perm_version, status on app_user for each row
  when (old.perm_version is distinct from new.perm_version or old.status is distinct from new.status)
  execute function tell_of_rights();

-- The trail keeps no secrets and no pictures.
drop trigger audit on app_user;
create trigger audit after insert or update or delete on app_user for each row execute function
  audit_change('password_hash', 'totp_secret', 'totp_pending', 'totp_last_step', 'photo', 'look');
