-- Used by every table: the acting person, search, the audit log, counters, and stored replies to repeated requests.

-- The acting person: the API names the person to the transaction (api/src/http/run-write.ts).
create function daybook_actor() returns uuid language sql stable as
  $$ select nullif(current_setting('daybook.actor', true), '')::uuid $$;

-- Must give the same result as `normalise` in api/src/db/search.ts.
create function search_normal(words text) returns text language sql immutable parallel safe strict as $$
  select normalize(regexp_replace(normalize(lower(normalize(words, NFKC)), NFD), '[\u0300-\u036f]', '', 'g'), NFC)
$$;

-- The pieces of text that search uses: pairs of characters, so that two Chinese or Japanese characters are enough to search;
-- single characters outside ASCII; and the first letter of each word, marked ^ (docs/rules.md#search). The API normalises the text first.
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

-- The trigger function of append-only tables; no role of the application can disable it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed or deleted in this way', tg_table_name using errcode = 'DB001';
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
create trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event for each statement execute function refuse_change();

-- Seals the audit log in batches (docs/rules.md#audit-log). The place of an event in the chain is stored outside the event, so
-- that the event is never updated.
create table audit_seal (
  seq bigint primary key,
  event_id bigint not null unique,
  hash bytea not null
);
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function refuse_change();

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

-- Each hash covers the previous one. An aggregate of it chains the audit rows in one pass.
create function hash_onto(chained bytea, own bytea, start bytea) returns bytea language sql immutable parallel safe
  return sha256(coalesce(chained, start) || own);

create aggregate hash_chain(own bytea, start bytea) (sfunc = hash_onto, stype = bytea);

-- Every change of a record writes its audit row in the same transaction, whoever makes the change. The trigger's arguments name
-- secret and derived columns, which are left out. A part of a record is audited under that record: a rate under its code, a
-- file under its document or task. If the changed row has no id of its own, the audit row says which row it is.
create function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document is audited under the document, not under its client.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  which jsonb := '{}';
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where not key = any (hidden) and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where not key = any (hidden) and value is distinct from old_row -> key;
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
        new_row ->> 'task_id', old_row ->> 'task_id'))::uuid,
      jsonb_build_object('before', before, 'after', after) || which, '');
  end if;
  return null;
end $$;

create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.updated_by := daybook_actor();
  return new;
end $$;

-- Gives a record of the application its audit trail and its time of change.
create procedure keep_record(relation regclass, variadic secrets text[] default '{}') language plpgsql as $$
begin
  execute format('create trigger touch before update on %s for each row execute function touch_row()', relation);
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_change(%s)',
    relation, (select coalesce(string_agg(quote_literal(s), ', '), '') from unnest(secrets) as s));
end $$;

-- Widens a check constraint by another allowed condition, whatever it allows by now.
create procedure also_allow(relation regclass, law name, condition text) language plpgsql as $$
declare held text;
begin
  select pg_get_expr(conbin, conrelid) into strict held from pg_constraint where conrelid = relation and conname = law;
  execute format('alter table %s drop constraint %I, add constraint %I check ((%s) or (%s))', relation, law, law, held, condition);
end $$;

-- Counters of documents that the law does not require to be gapless. The transaction that counts locks the row.
create table plain_counter (
  key text primary key,
  next bigint not null
);

create function next_count(counter text) returns bigint language sql as $$
  insert into plain_counter (key, next) values (counter, 2)
  on conflict (key) do update set next = plain_counter.next + 1
  returning next - 1
$$;

-- As next_count, for many numbers at once; returns the last of them.
create function next_counts(counter text, many int) returns bigint language sql as $$
  insert into plain_counter (key, next) values (counter, 1 + many)
  on conflict (key) do update set next = plain_counter.next + many
  returning next - 1
$$;

-- Stored replies by the key of their request (docs/rules.md#idempotency).
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
