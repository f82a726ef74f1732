-- Packages: what the firm sells at one price. What a package holds and costs is kept as versions that never change, so that clients
-- who have one keep what they were sold.

create table package (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) between 1 and 2000),
  -- Bills the clients who have it.
  entity_id uuid not null references billing_entity,
  -- The days on which a client can begin with it.
  valid_from date,
  valid_to date,
  active boolean not null default true,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint package_valid check (valid_to >= valid_from)
);
create unique index package_name on package (lower(name));
create index package_list on package (name collate "und-x-icu", id);
create index package_search on package using gin (search_grams);
create index package_entity on package (entity_id);
call keep_record('package');

create table package_version (
  id uuid primary key,
  package_id uuid not null references package on delete cascade,
  no smallint not null check (no > 0),
  cycle text not null check (cycle in ('once', 'monthly', 'quarterly', 'half_yearly', 'yearly')),
  currency char(3) not null,
  -- Of a whole cycle, in minor units, without tax.
  price bigint not null check (price >= 0),
  -- The transaction that made it, in which alone its parts are written.
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  unique (package_id, no)
);
create trigger audit after insert on package_version for each row execute function audit_change('xid');
create trigger package_version_stays before update on package_version for each row execute function refuse_change();

-- The price from a later day on.
create table package_price (
  version_id uuid not null references package_version on delete cascade,
  valid_from date not null,
  price bigint not null check (price >= 0),
  primary key (version_id, valid_from)
);

-- What the price pays for: the lines of the invoice. The shares add up to the price of the version.
create table package_service (
  version_id uuid not null references package_version on delete cascade,
  no smallint not null,
  service_id uuid not null references service,
  qty numeric(14,4) not null check (qty > 0),
  share bigint not null check (share >= 0),
  primary key (version_id, no)
);
create index package_service_of on package_service (service_id);

create table package_recurring_task (
  version_id uuid not null references package_version on delete cascade,
  no smallint not null,
  category_id uuid not null references recurring_task_category,
  primary key (version_id, no),
  constraint package_recurring_task_once unique (version_id, category_id)
);
create index package_recurring_task_of on package_recurring_task (category_id);

create table package_task (
  version_id uuid not null references package_version on delete cascade,
  no smallint not null,
  category_id uuid not null references task_category,
  -- From the day on which the client begins to the start of the task.
  offset_days smallint not null default 0 check (offset_days between 0 and 730),
  primary key (version_id, no)
);
create index package_task_of on package_task (category_id);

create function package_part_stays() returns trigger language plpgsql as $$
begin
  -- A part is written with its version, and goes only with it.
  if tg_op = 'UPDATE' or tg_op = 'INSERT' and not exists (
    select from package_version where id = new.version_id and xid = pg_current_xact_id())
    or tg_op = 'DELETE' and exists (select from package_version where id = old.version_id) then
    raise exception 'the parts of a version of a package cannot be changed' using errcode = 'DB001';
  end if;
  return coalesce(new, old);
end $$;
create trigger part_stays before insert or update or delete on package_price for each row execute function package_part_stays();
create trigger part_stays before insert or update or delete on package_service for each row execute function package_part_stays();
create trigger part_stays before insert or update or delete on package_recurring_task for each row execute function package_part_stays();
create trigger part_stays before insert or update or delete on package_task for each row execute function package_part_stays();

create function package_version_adds_up() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(share), -1) from package_service where version_id = new.id) <> new.price then
    raise exception 'the shares of the services must add up to the price of the package' using errcode = 'DB006';
  end if;
  if new.cycle = 'once' and (exists (select from package_price where version_id = new.id)
      or exists (select from package_recurring_task where version_id = new.id)) then
    raise exception 'a package that is sold once has one price and no recurring tasks' using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger package_version_adds_up after insert on package_version deferrable initially deferred
  for each row execute function package_version_adds_up();
