-- Clients, their contacts and groups, and the enquiries that become clients.

-- Client codes have at least four digits, and more once those are used up.
create sequence client_code;
create function next_client_code() returns text language sql as $$
  select 'C-' || lpad(n, greatest(4, length(n)), '0') from cast(nextval('client_code') as text) as n
$$;

create table client (
  id uuid primary key,
  code text not null unique default next_client_code(),
  name text not null check (length(name) between 1 and 200),
  -- The sort key of lists: the kana reading if there is one, otherwise the name.
  sort_name text not null,
  legal_name text,
  kind text not null check (kind in ('individual', 'proprietor', 'partnership', 'llp', 'company', 'trust', 'huf', 'aop',
    'government', 'other')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  inactive_on date,
  -- Why the client was last deactivated or reactivated.
  status_reason text,
  crm_id uuid not null references app_user,
  manager_id uuid references app_user,
  default_entity_id uuid not null references billing_entity,
  currency char(3) not null,
  doc_locale text not null check (doc_locale in ('en', 'zh', 'fr', 'ja')),
  payment_terms_days int not null check (payment_terms_days between 0 and 365),
  credit_limit bigint check (credit_limit >= 0),
  tax_treatment text not null check (tax_treatment in ('registered', 'unregistered', 'composition', 'sez', 'overseas',
    'uin_holder', 'exempt', 'eu_b2b', 'consumer')),
  withholding_rate numeric(9, 6) check (withholding_rate between 0 and 100),
  billable boolean not null default true,
  tags text[] not null default '{}',
  notes text,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  -- Whether the client receives reminders.
  reminders text not null default 'on' check (reminders in ('on', 'off', 'paused')),
  -- The last day of the pause.
  reminders_paused_until date,
  -- Locks the client's opening balances. Unlocking requires a reason.
  opening_locked boolean not null default false,
  opening_lock_reason text check (opening_lock_reason <> ''),
  group_id uuid,
  withholding_code_id uuid references withholding_code,
  check ((status = 'inactive') = (inactive_on is not null)),
  check (status = 'active' or status_reason is not null),
  constraint client_reminders_pause check ((reminders = 'paused') = (reminders_paused_until is not null)),
  -- The payer of a group must be one of its clients. Both rows are written in one transaction, in any order.
  constraint client_in_group unique (id, group_id)
);
create index client_by_name on client (sort_name collate "und-x-icu", id);
create index client_by_status_name on client (status, sort_name collate "und-x-icu", id);
-- C-10000 comes after C-9999.
create index client_by_code on client (length(code), code, id);
create index client_by_crm on client (crm_id, sort_name collate "und-x-icu", id);
create index client_by_manager on client (manager_id, sort_name collate "und-x-icu", id);
create index client_by_kind on client (kind, sort_name collate "und-x-icu", id);
create index client_by_entity on client (default_entity_id);
create index client_search on client using gin (search_grams);
create index client_by_reminders on client (reminders, sort_name collate "und-x-icu", id);
create index client_by_group on client (group_id, sort_name collate "und-x-icu", id) where group_id is not null;
create index client_by_withholding on client (withholding_code_id) where withholding_code_id is not null;
call keep_record('client');

create function tell_relationship_manager() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.crm_id is distinct from new.crm_id then
    perform tell(new.crm_id, 'client_assigned', jsonb_build_object('code', new.code, 'name', new.name),
      'client', new.id);
  end if;
  return null;
end $$;
create trigger tell_relationship_manager after insert or update of crm_id on client for each row
  execute function tell_relationship_manager();

create table client_executive (
  client_id uuid not null references client on delete cascade,
  user_id uuid not null references app_user,
  primary key (client_id, user_id)
);
create index client_executive_user on client_executive (user_id, client_id);
-- Parts of a client are audited under the client.
create trigger audit after insert or update or delete on client_executive for each row execute function audit_change();

create table client_department (
  client_id uuid not null references client on delete cascade,
  department_id uuid not null references department,
  primary key (client_id, department_id)
);
create index client_department_department on client_department (department_id, client_id);
create trigger audit after insert or update or delete on client_department for each row execute function audit_change();

create table client_address (
  client_id uuid not null references client on delete cascade,
  no smallint not null,
  kind text not null check (kind in ('billing', 'registered', 'other')),
  line1 text not null,
  line2 text,
  city text,
  region_code text,
  postal text,
  country char(2) not null,
  primary key (client_id, no)
);
create trigger audit after insert or update or delete on client_address for each row execute function audit_change();

create table client_registration (
  client_id uuid not null references client on delete cascade,
  no smallint not null,
  scheme text not null,
  -- Normalised: upper case, no spaces.
  value text not null,
  region text,
  -- Why a tax number is accepted although its checksum is wrong.
  note text check (note <> ''),
  primary key (client_id, no),
  unique (client_id, scheme, value)
);
create index client_registration_value on client_registration (value);
create trigger audit after insert or update or delete on client_registration for each row execute function audit_change();

create table contact (
  id uuid primary key,
  name text not null,
  email text,
  phone text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (email is not null or phone is not null)
);
create index contact_email on contact (email) where email is not null;
create index contact_phone on contact (phone) where phone is not null;
call keep_record('contact');

create table client_contact (
  client_id uuid not null references client on delete cascade,
  contact_id uuid not null references contact on delete cascade,
  no smallint not null,
  roles text[] not null default '{}',
  -- How the contact is proposed when a document is sent; null means by the contact's roles.
  send_invoices text check (send_invoices in ('to', 'cc', 'none')),
  send_proformas text check (send_proformas in ('to', 'cc', 'none')),
  primary key (client_id, contact_id)
);
create index client_contact_contact on client_contact (contact_id);
create trigger audit after insert or update or delete on client_contact for each row execute function audit_change();

-- Clients that belong together, such as a family or a group of companies. One of them may pay for all of them.
create table client_group (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  payer_client_id uuid,
  active boolean not null default true,
  -- A group that once had a client cannot be deleted, because billed documents may name it.
  had_member boolean not null default false,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  constraint client_group_payer foreign key (payer_client_id, id)
    references client (id, group_id) deferrable initially deferred
);
create unique index client_group_name on client_group (lower(name));
create index client_group_list on client_group (name collate "und-x-icu", id);
create index client_group_search on client_group using gin (search_grams);
alter table client add constraint client_group_id_fkey foreign key (group_id) references client_group;
call keep_record('client_group');

-- No active client is in an inactive group. Both sides check this, and each waits for the other.
create function client_joins_group() returns trigger language plpgsql as $$
begin
  update client_group set had_member = true where client_group.id = new.group_id and not client_group.had_member;
  perform from client_group where client_group.id = new.group_id and client_group.active for share;
  if not found and new.status = 'active' then
    raise exception 'an active client cannot be in an inactive group' using errcode = 'DB080', constraint = 'client_group_active';
  end if;
  return null;
end $$;
create trigger client_joins_group after insert or update of group_id, status on client
  for each row when (new.group_id is not null) execute function client_joins_group();

create function client_group_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.had_member then
      raise exception 'a client group that had clients cannot be deleted' using errcode = 'DB082';
    end if;
    return old;
  end if;
  if old.had_member and not new.had_member then
    raise exception 'a client group that had clients cannot be marked as never having had any' using errcode = 'DB001';
  end if;
  if old.active and not new.active
    and exists (select from client where client.group_id = new.id and client.status = 'active') then
    raise exception 'a client group with active clients cannot be deactivated' using errcode = 'DB081';
  end if;
  return new;
end $$;
create trigger client_group_stays before delete on client_group for each row execute function client_group_keeps();
create trigger client_group_keeps after update on client_group for each row execute function client_group_keeps();

-- Checked when a payment settles, because groups change; earlier settlements stay. A taxed advance and a credit note belong to
-- one client's supply and settle only that client's invoices.
create function may_settle_for(payer uuid, client uuid) returns boolean language sql stable as $$
  select exists (select from client member join client_group on client_group.id = member.group_id
    where member.id = client and client_group.payer_client_id = payer)
$$;

create table enquiry (
  id uuid primary key,
  no text not null unique,
  enquiry_date date not null,
  name text not null check (name <> ''),
  company text,
  email text,
  phone text,
  source text not null check (source in ('web', 'referral', 'call', 'walk_in', 'campaign', 'other')),
  referrer_client_id uuid references client,
  expected_value bigint check (expected_value >= 0),
  currency char(3),
  owner_id uuid not null references app_user,
  status text not null default 'new' check (status in ('new', 'contacted', 'qualified', 'proposal_sent', 'on_hold', 'won', 'lost')),
  -- The status that an enquiry on hold returns to.
  held_status text,
  next_action_on date,
  lost_reason text,
  converted_client_id uuid references client,
  deleted_at timestamptz,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (email is not null or phone is not null),
  check (status in ('won', 'lost') or next_action_on is not null),
  check (status <> 'lost' or lost_reason is not null),
  check ((status = 'won') = (converted_client_id is not null)),
  check ((status = 'on_hold') = (held_status is not null)),
  check (deleted_at is null or status <> 'won')
);
create index enquiry_by_date on enquiry (enquiry_date desc, id desc) where deleted_at is null;
create index enquiry_by_status_date on enquiry (status, enquiry_date desc, id desc) where deleted_at is null;
create index enquiry_by_source_date on enquiry (source, enquiry_date desc, id desc) where deleted_at is null;
create index enquiry_by_next_action on enquiry (next_action_on, id) where deleted_at is null and next_action_on is not null;
create index enquiry_by_owner on enquiry (owner_id, enquiry_date desc, id desc) where deleted_at is null;
create index enquiry_by_owner_next_action on enquiry (owner_id, next_action_on, id)
  where deleted_at is null and next_action_on is not null;
create index enquiry_email on enquiry (email) where deleted_at is null and email is not null;
create index enquiry_phone on enquiry (phone) where deleted_at is null and phone is not null;
create index enquiry_converted on enquiry (converted_client_id) where converted_client_id is not null;
create index enquiry_referrer on enquiry (referrer_client_id) where referrer_client_id is not null;
create index enquiry_search on enquiry using gin (search_grams);
call keep_record('enquiry');

-- An enquiry is converted once (docs/rules.md#conversion-happens-once), and stays linked to its client.
create function enquiry_stays_won() returns trigger language plpgsql as $$
begin
  if old.status = 'won' and (new.status <> 'won' or new.converted_client_id <> old.converted_client_id) then
    raise exception 'a converted enquiry cannot change its status or its client' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger enquiry_stays_won before update on enquiry for each row execute function enquiry_stays_won();

create function tell_enquiry_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.owner_id is distinct from new.owner_id then
    perform tell(new.owner_id, 'enquiry_assigned', jsonb_build_object('no', new.no, 'name', new.name),
      'enquiry', new.id);
  end if;
  return null;
end $$;
create trigger tell_enquiry_owner after insert or update of owner_id on enquiry for each row
  execute function tell_enquiry_owner();

create table enquiry_service (
  enquiry_id uuid not null references enquiry on delete cascade,
  service_id uuid not null references service,
  primary key (enquiry_id, service_id)
);

create table enquiry_note (
  id uuid primary key,
  enquiry_id uuid not null references enquiry,
  body text not null check (body <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index enquiry_note_enquiry on enquiry_note (enquiry_id, created_at);
create trigger enquiry_note_append_only before update or delete on enquiry_note for each row execute function refuse_change();
create trigger audit after insert on enquiry_note for each row execute function audit_change('body');
