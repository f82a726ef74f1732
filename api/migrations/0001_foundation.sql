-- What every table uses: who acts, the audit log, search, and the people who sign in.

create function daybook_actor() returns uuid language sql stable as
  $$ select nullif(current_setting('daybook.actor', true), '')::uuid $$;

-- Search by pieces of text: two-letter pieces, so that two Chinese or Japanese characters find; single characters
-- outside ASCII; and the first letter of each word, marked ^ (docs/rules.md#search). The API normalises the text first.
create function search_grams(normal text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr(word, i, 2) as gram from regexp_split_to_table(normal, '\s+') as word,
      generate_series(1, length(word) - 1) as i
    union all
    select substr(word, i, 1) from regexp_split_to_table(normal, '\s+') as word,
      generate_series(1, length(word)) as i where ascii(substr(word, i, 1)) > 127
    union all
    select '^' || left(word, 1) from regexp_split_to_table(normal, '\s+') as word where word <> ''
  ) as pieces
$$;

create function search_query_grams(normal text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr(word, i, 2) as gram from regexp_split_to_table(normal, '\s+') as word,
      generate_series(1, length(word) - 1) as i
    union all
    select case when ascii(word) > 127 then word else '^' || word end
      from regexp_split_to_table(normal, '\s+') as word where length(word) = 1
  ) as pieces
$$;

-- Append-only tables share this refusal; no role of the application may disable it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'DB001';
end $$;

create table audit_event (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  request_id text,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  -- {"before": {…}, "after": {…}}: the changed fields only.
  body jsonb not null,
  hash bytea not null
);
create index audit_event_record on audit_event (entity, entity_id, id);
create index audit_event_unsealed on audit_event (xid, id);

-- Sealed in batches (docs/rules.md#audit-log): each row's place in the chain, outside the event so that the event is never touched.
create table audit_seal (
  seq bigint primary key,
  event_id bigint not null unique,
  hash bytea not null
);

create function audit_hash(e audit_event) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws('|', e.id, e.xid, extract(epoch from e.at), e.actor_id, e.request_id, e.action,
    e.entity, e.entity_id, e.body::text), 'UTF8'))
$$;

create function audit_event_hash() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger audit_event_hash before insert on audit_event for each row execute function audit_event_hash();
create trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function refuse_change();

-- Every change of a record writes its own audit row in the same transaction, whoever makes it. Secrets and derived
-- columns are named by the trigger's arguments and left out.
create function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where not key = any (hidden) and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where not key = any (hidden) and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    -- A part of a client or a person without an id of its own belongs to their trail.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id'))::uuid, jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;

create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.updated_by := daybook_actor();
  return new;
end $$;

-- What a record of the application always has: an audit trail and its time of change.
create procedure keep_record(relation regclass, variadic secrets text[] default '{}') language plpgsql as $$
begin
  execute format('create trigger touch before update on %s for each row execute function touch_row()', relation);
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_change(%s)',
    relation, (select coalesce(string_agg(quote_literal(s), ', '), '') from unnest(secrets) as s));
end $$;

create table department (
  id uuid primary key,
  name text not null check (name <> ''),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
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
  check (manager_id <> id)
);
create index app_user_search on app_user using gin (search_grams);
create index app_user_manager on app_user (manager_id);
call keep_record('app_user', 'password_hash');

create function keep_a_super_admin() returns trigger language plpgsql as $$
begin
  if old.user_type = 'super_admin' and old.status = 'active'
    and (tg_op = 'DELETE' or new.user_type <> 'super_admin' or new.status <> 'active')
    and not exists (select from app_user where user_type = 'super_admin' and status = 'active' and id <> old.id) then
    raise exception 'the last active super admin stays' using errcode = 'DB002';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_a_super_admin before update or delete on app_user for each row execute function keep_a_super_admin();

create table user_department (
  user_id uuid not null references app_user on delete cascade,
  department_id uuid not null references department,
  primary key (user_id, department_id)
);
create index user_department_department on user_department (department_id);

-- Leaves only (docs/rules.md#permissions-are-leaves); a group or an unknown key cannot be stored because the API checks the key against the tree.
create table user_grant (
  user_id uuid not null references app_user on delete cascade,
  key text not null,
  granted_at timestamptz not null default now(),
  granted_by uuid default daybook_actor(),
  primary key (user_id, key)
);

create trigger audit after insert or update or delete on user_department for each row execute function audit_change();
create trigger audit after insert or update or delete on user_grant for each row execute function audit_change();

create table session (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text,
  revoked_at timestamptz
);
create index session_by_user on session (user_id) where revoked_at is null;

-- The one-time code that lets the first person in (docs/rules.md#the-first-person); only its hash is kept.
create table setup_code (
  single boolean primary key default true check (single),
  code_hash bytea not null,
  expires_at timestamptz not null
);

create table idempotency_key (
  actor_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status int not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, route, key)
);
create index idempotency_key_age on idempotency_key (created_at);
