-- What clients keep back for the tax office: a section of the law, with its rates by date.
create table withholding_code (
  id uuid primary key,
  section text not null check (section <> ''),
  name text not null check (name <> ''),
  -- Threshold and tiers are minor units of it, and only documents in it are withheld from.
  currency char(3) not null,
  base text not null check (base in ('net', 'gross')),
  -- What threshold and tiers are counted over: each payment, or all of a client in the entity's fiscal year.
  counting text not null check (counting in ('payment', 'year')),
  round_to text not null check (round_to in ('minor', 'whole')),
  round_dir text not null check (round_dir in ('nearest', 'up', 'down')),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
create unique index withholding_code_name on withholding_code (lower(name));
create index withholding_code_list on withholding_code (section, id);
call keep_record('withholding_code');

-- [{above, rate}], each beginning above the one before.
create function withholding_tiers_fit(tiers jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(tiers) = 'array' and not exists (
    select from (
      select (tier ->> 'above')::numeric as above, (tier ->> 'rate')::numeric as rate,
          lag((tier ->> 'above')::numeric, 1, 0) over (order by no) as before
        from jsonb_array_elements(tiers) with ordinality as row (tier, no)) as each
    where (above > before and above = trunc(above) and rate between 0 and 100) is not true)
$$;

-- Holds from its date until the next row's: two can never overlap. A section ends with a rate of 0.
create table withholding_rate (
  withholding_code_id uuid not null references withholding_code on delete cascade,
  valid_from date not null,
  -- Nothing is withheld until more than this is counted.
  threshold bigint not null default 0 check (threshold >= 0),
  rate numeric(9, 6) not null check (rate between 0 and 100),
  tiers jsonb not null default '[]' check (withholding_tiers_fit(tiers)),
  primary key (withholding_code_id, valid_from)
);
create trigger audit after insert or update or delete on withholding_rate for each row execute function audit_change();

alter table client add column withholding_code_id uuid references withholding_code;
create index client_by_withholding on client (withholding_code_id) where withholding_code_id is not null;

alter table invoice
  add column withholding_code_id uuid references withholding_code,
  -- {section, base, rate} that `withheld_expected` was computed with.
  add column withheld_by jsonb;
create index invoice_by_withholding on invoice (withholding_code_id, client_id, entity_id) where withholding_code_id is not null;

-- {section, base, rate} that the withheld part was expected by; `base` is the amount it is of.
alter table allocation add column withheld_by jsonb check (withheld_by is null or withheld_part > 0);

create function withholding_code_is_used(asked uuid) returns boolean language sql stable as $$
  select exists (select from client where client.withholding_code_id = asked)
    or exists (select from invoice where invoice.withholding_code_id = asked)
$$;

-- How a code counts stays once it is used; its section may be named anew, as laws are.
create function freeze_withholding_code() returns trigger language plpgsql as $$
begin
  if (new.currency, new.base, new.counting, new.round_to, new.round_dir)
      is distinct from (old.currency, old.base, old.counting, old.round_to, old.round_dir)
    and withholding_code_is_used(old.id) then
    raise exception 'the withholding code is used' using errcode = 'DB021', constraint = 'withholding_code_' || case
      when new.currency <> old.currency then 'currency' when new.base <> old.base then 'base'
      when new.counting <> old.counting then 'counting' when new.round_to <> old.round_to then 'round_to' else 'round_dir' end;
  end if;
  return new;
end $$;
create trigger freeze_withholding_code before update on withholding_code for each row execute function freeze_withholding_code();

-- A rate changes by a new dated row; one that was in force stays where the code is used. With its code it goes.
create function freeze_withholding_rate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or (old.valid_from <= current_date and withholding_code_is_used(old.withholding_code_id)
      and exists (select from withholding_code where id = old.withholding_code_id)) then
    raise exception 'the withholding code is used' using errcode = 'DB021';
  end if;
  return old;
end $$;
create trigger freeze_withholding_rate before update or delete on withholding_rate for each row
  execute function freeze_withholding_rate();

-- As in 0012; a code's rates belong to the code's trail.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document belongs to the document's trail, not to its client's.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
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
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id'))::uuid, jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;
