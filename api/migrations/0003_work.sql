-- Enquiries and tasks.

-- Counters of documents that no law asks to be gapless: the row is locked by the transaction that counts.
create table plain_counter (
  key text primary key,
  next bigint not null
);

create function next_count(counter text) returns bigint language sql as $$
  insert into plain_counter (key, next) values (counter, 2)
  on conflict (key) do update set next = plain_counter.next + 1
  returning next - 1
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
  -- Where an enquiry on hold goes back to.
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

-- An enquiry is converted once (docs/rules.md#conversion-happens-once): what it became stays.
create function enquiry_stays_won() returns trigger language plpgsql as $$
begin
  if old.status = 'won' and (new.status <> 'won' or new.converted_client_id <> old.converted_client_id) then
    raise exception 'an enquiry is converted once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger enquiry_stays_won before update on enquiry for each row execute function enquiry_stays_won();

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

create table task (
  id uuid primary key,
  no text not null unique,
  title text not null check (length(title) between 1 and 200),
  client_id uuid references client,
  internal boolean not null default false,
  service_id uuid references service,
  period_from date,
  period_to date,
  reviewer_id uuid references app_user,
  review_required boolean not null default false,
  start_on date,
  target_on date,
  due_on date not null,
  priority smallint not null default 3 check (priority between 1 and 4),
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'waiting_client', 'in_review', 'on_hold',
    'completed', 'cancelled')),
  -- Where a task on hold goes back to.
  held_status text,
  status_reason text,
  billable boolean not null default false,
  -- In the currency of its billing entity.
  fee bigint check (fee >= 0),
  billing_entity_id uuid references billing_entity,
  estimate_min int check (estimate_min >= 0),
  description text,
  filed_on date,
  ack_no text,
  completed_at timestamptz,
  completed_by uuid references app_user,
  deleted_at timestamptz,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (internal or client_id is not null),
  check (not (internal and billable)),
  check (not billable or (fee is not null and billing_entity_id is not null and service_id is not null)),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'on_hold') = (held_status is not null)),
  check (period_to >= period_from)
);
create index task_by_work on task (((status in ('completed', 'cancelled'))::int), due_on, id) where deleted_at is null;
create index task_by_due on task (due_on, id) where deleted_at is null;
create index task_by_status_due on task (status, due_on, id) where deleted_at is null;
create index task_by_client_due on task (client_id, due_on, id) where deleted_at is null;
create index task_by_priority on task (priority, due_on, id) where deleted_at is null;
create index task_by_no on task (no, id) where deleted_at is null;
create index task_reviewer on task (reviewer_id) where deleted_at is null;
create index task_search on task using gin (search_grams);
call keep_record('task');

create table task_assignee (
  task_id uuid not null references task on delete cascade,
  user_id uuid not null references app_user,
  primary key (task_id, user_id)
);
create index task_assignee_user on task_assignee (user_id, task_id);
create trigger audit after insert or update or delete on task_assignee for each row execute function audit_change();

create table task_checklist_item (
  id uuid primary key,
  task_id uuid not null references task on delete cascade,
  no smallint not null,
  title text not null check (title <> ''),
  mandatory boolean not null default false,
  done_at timestamptz,
  done_by uuid references app_user,
  unique (task_id, no) deferrable initially deferred,
  check ((done_at is null) = (done_by is null))
);
create trigger audit after insert or update or delete on task_checklist_item for each row execute function audit_change();

create table task_note (
  id uuid primary key,
  task_id uuid not null references task,
  body text not null check (body <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index task_note_task on task_note (task_id, created_at);
create trigger task_note_append_only before update or delete on task_note for each row execute function refuse_change();
