-- Expenses: what was spent, by whom, and what a client is charged for it; and the files that prove it.

insert into ledger_account (code, name, type, subledger, system_key) values
  ('1350', 'Input tax', 'asset', 'none', 'input_tax'),
  ('2400', 'Payable to staff', 'liability', 'user', 'staff_payable'),
  ('5410', 'Travel', 'expense', 'none', null),
  ('5420', 'Office and supplies', 'expense', 'none', null),
  ('5430', 'Postage and courier', 'expense', 'none', null),
  ('5440', 'Software and subscriptions', 'expense', 'none', null),
  ('5450', 'Professional fees', 'expense', 'none', null),
  ('5460', 'Government fees', 'expense', 'none', null),
  ('5490', 'Other expenses', 'expense', 'none', null);
alter table ledger_account add constraint ledger_account_id_type unique (id, type);

-- A person's account names the person, as a client's names the client.
create function journal_line_with_user() returns trigger language plpgsql as $$
begin
  if (new.user_id is not null) is distinct from (select subledger = 'user' from ledger_account where id = new.account_id) then
    raise exception 'account and person do not fit' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger journal_line_with_user before insert on journal_line for each row execute function journal_line_with_user();
create index journal_line_user on journal_line (user_id, entity_id, entry_date, entry_id) where user_id is not null;

-- What is in a file, kept once however often it is sent; in pieces, so that nobody holds a whole one in memory.
create table file_content (
  sha256 bytea primary key check (length(sha256) = 32),
  -- What the bytes are, whatever the file was called.
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic')),
  size int not null check (size between 1 and 26214400)
);

create table file_piece (
  sha256 bytea not null references file_content on delete cascade,
  no smallint not null,
  bytes bytea not null,
  primary key (sha256, no)
);
-- Photos and PDFs are compressed already.
alter table file_piece alter column bytes set storage external;

create table attachment (
  id uuid primary key,
  sha256 bytea not null references file_content,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index attachment_content on attachment (sha256);
create trigger audit after insert or update or delete on attachment for each row execute function audit_change();
create trigger file_content_fixed before update on file_content
  for each row when (old is distinct from new) execute function refuse_change();
create trigger file_piece_fixed before update on file_piece for each row execute function refuse_change();
create trigger attachment_fixed before update on attachment for each row execute function refuse_change();

-- Above it a file is asked for, in minor units of the base currency; null: never.
alter table billing_entity add column expense_file_limit bigint check (expense_file_limit >= 0);

create table expense_category (
  id uuid primary key,
  name text not null check (name <> ''),
  account_id uuid not null,
  account_type text not null default 'expense' check (account_type = 'expense'),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  foreign key (account_id, account_type) references ledger_account (id, type)
);
create unique index expense_category_name on expense_category (lower(name));
create index expense_category_list on expense_category (name collate "und-x-icu", id);
call keep_record('expense_category');

create table expense (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  -- The entity's base currency; amounts in its minor units.
  currency char(3) not null,
  expense_date date not null,
  category_id uuid not null references expense_category,
  description text not null check (description <> ''),
  supplier text,
  reference text,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  gross bigint not null check (gross > 0),
  -- Whether the tax is the firm's to reclaim; otherwise it is part of the cost.
  tax_recoverable boolean not null,
  paid_by text not null check (paid_by in ('bank', 'cash', 'person')),
  -- Whose expense it is; where a person paid, that person is owed it.
  claimant_id uuid not null references app_user,
  client_id uuid references client,
  task_id uuid references task,
  billable boolean not null default false,
  -- Paid for the client in the client's name: charged as it was paid, without tax of the firm's.
  pure_agent boolean not null default false,
  charge_amount bigint check (charge_amount >= 0),
  tax_code_id uuid references tax_code,
  attachment_id uuid references attachment,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'reimbursed', 'rejected')),
  rejection_reason text,
  number text,
  seq bigint,
  fy text,
  approved_at timestamptz,
  approved_by uuid references app_user,
  posted_on date,
  reimbursed_at timestamptz,
  reimbursed_by uuid references app_user,
  reimbursed_on date,
  reimbursed_from text check (reimbursed_from in ('bank', 'cash')),
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  foreign key (entity_id, currency) references billing_entity (id, base_currency),
  check (gross = net + tax),
  check (task_id is null or client_id is not null),
  check (billable = (charge_amount is not null) and billable = (tax_code_id is not null)),
  check (not billable or client_id is not null),
  check (not pure_agent or (billable and charge_amount = gross and not tax_recoverable)),
  check ((state = 'rejected') = (rejection_reason is not null)),
  check ((state in ('approved', 'reimbursed')) = (number is not null)),
  check (num_nulls(number, seq, fy, approved_at, approved_by, posted_on) in (0, 6)),
  -- Nobody approves what they claim.
  check (approved_by <> claimant_id),
  check (posted_on >= expense_date),
  check ((state = 'reimbursed') = (reimbursed_at is not null)),
  check (num_nulls(reimbursed_at, reimbursed_by, reimbursed_on, reimbursed_from) in (0, 4)),
  check (reimbursed_on >= posted_on),
  check (state <> 'reimbursed' or paid_by = 'person')
);
create index expense_by_date on expense (expense_date desc, id desc);
create index expense_by_state on expense (state, expense_date desc, id desc);
create index expense_by_claimant on expense (claimant_id, expense_date desc, id desc);
create index expense_by_client on expense (client_id, expense_date desc, id desc) where client_id is not null;
create index expense_by_category on expense (category_id, expense_date desc, id desc);
create index expense_by_entity on expense (entity_id, expense_date desc, id desc);
create index expense_task on expense (task_id) where task_id is not null;
create index expense_attachment on expense (attachment_id) where attachment_id is not null;
create index expense_search on expense using gin (search_grams);
call keep_record('expense');

-- The way of an expense; its content stays from the moment it is submitted.
create function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['state', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'version', 'search_text', 'search_grams',
    'updated_at', 'updated_by'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'an expense begins as a draft' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.state not in ('draft', 'rejected') then
      raise exception 'an expense that is % stays', old.state using errcode = 'DB001';
    end if;
    return old;
  end if;
  if (old.state, new.state) not in (('draft', 'draft'), ('rejected', 'draft'), ('draft', 'submitted'),
      ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'reimbursed'))
    or (new.state <> 'draft' and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (new.state = 'reimbursed' and (new.number, new.approved_by, new.posted_on) <> (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense does not go from % to % like this', old.state, new.state using errcode = 'DB001';
  end if;
  if new.state = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % needs a file', new.id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger expense_moves before insert or update or delete on expense for each row execute function expense_moves();
create trigger expense_no_truncate before truncate on expense for each statement execute function refuse_change();

-- At commit an approved expense holds its number, is posted, and waits to be billed if it is; a reimbursed one is owed no more.
create function expense_whole() returns trigger language plpgsql as $$
declare owed bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'expense % did not take its number', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'expense' and source_id = new.id) then
    raise exception 'expense % was not posted', new.id using errcode = 'DB006';
  end if;
  select coalesce(sum(line.credit - line.debit), 0) into owed
    from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
    where entry.source_type = 'expense' and entry.source_id = new.id and account.system_key = 'staff_payable'
      and line.user_id = new.claimant_id;
  if owed <> (case when new.state = 'approved' and new.paid_by = 'person' then new.gross else 0 end) then
    raise exception 'expense % is posted as owing %', new.id, owed using errcode = 'DB006';
  end if;
  if new.billable and not exists (select from pending_item where source = 'expense' and source_id = new.id) then
    raise exception 'expense % waits for no invoice', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger expense_whole after update on expense deferrable initially deferred
  for each row when (new.state in ('approved', 'reimbursed')) execute function expense_whole();

-- What was paid for a client is billed as it was paid.
alter table pending_item
  add column kind text not null default 'fee' check (kind in ('fee', 'disbursement')),
  add check (kind = 'fee' or amount = original_amount);

-- A number is taken only by a document that holds it at commit.
create or replace function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from expense where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % was taken by no document', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
