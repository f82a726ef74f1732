-- What is to be billed: expenses, pending items, and the pending total of each client.

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
  -- The entity's base currency; amounts are in its minor units.
  currency char(3) not null,
  expense_date date not null,
  category_id uuid not null references expense_category,
  description text not null check (description <> ''),
  supplier text,
  reference text,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  gross bigint not null check (gross > 0),
  -- Whether the firm can reclaim the tax; otherwise the tax is part of the cost.
  tax_recoverable boolean not null,
  paid_by text not null check (paid_by in ('bank', 'cash', 'person')),
  -- The person whose expense it is. If a person paid, the firm owes this person the amount.
  claimant_id uuid not null references app_user,
  client_id uuid references client,
  task_id uuid references task,
  billable boolean not null default false,
  -- A disbursement: paid in the client's name, and charged exactly as it was paid, without the firm's tax.
  pure_agent boolean not null default false,
  charge_amount bigint check (charge_amount >= 0),
  tax_code_id uuid references tax_code,
  attachment_id uuid references attachment,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'approved', 'reimbursed', 'rejected', 'reversed')),
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
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversed_on date,
  reversal_reason text,
  foreign key (entity_id, currency) references billing_entity (id, base_currency),
  check (gross = net + tax),
  check (task_id is null or client_id is not null),
  check (billable = (charge_amount is not null) and billable = (tax_code_id is not null)),
  check (not billable or client_id is not null),
  check (not pure_agent or (billable and charge_amount = gross and not tax_recoverable)),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check (num_nulls(number, seq, fy, approved_at, approved_by, posted_on) in (0, 6)),
  -- Nobody approves their own expense.
  check (approved_by <> claimant_id),
  check (posted_on >= expense_date),
  check ((status = 'reimbursed') = (reimbursed_at is not null)),
  check (num_nulls(reimbursed_at, reimbursed_by, reimbursed_on, reimbursed_from) in (0, 4)),
  check (reimbursed_on >= posted_on),
  check (status <> 'reimbursed' or paid_by = 'person'),
  constraint expense_numbered check ((status in ('approved', 'reimbursed', 'reversed')) = (number is not null)),
  constraint expense_reversed check ((status = 'reversed') = (reversed_at is not null)),
  constraint expense_reversed_whole check (num_nulls(reversed_at, reversed_by, reversed_on, nullif(reversal_reason, '')) in (0, 4)),
  constraint expense_reversed_after check (reversed_on >= posted_on),
  -- Nobody reverses their own approved expense.
  constraint expense_reversed_by_another check (reversed_by <> claimant_id)
);
create index expense_by_date on expense (expense_date desc, id desc);
create index expense_by_status on expense (status, expense_date desc, id desc);
create index expense_by_claimant on expense (claimant_id, expense_date desc, id desc);
create index expense_by_client on expense (client_id, expense_date desc, id desc) where client_id is not null;
create index expense_by_category on expense (category_id, expense_date desc, id desc);
create index expense_by_entity on expense (entity_id, expense_date desc, id desc);
create index expense_task on expense (task_id) where task_id is not null;
create index expense_attachment on expense (attachment_id) where attachment_id is not null;
create index expense_search on expense using gin (search_grams);
call keep_record('expense');
create trigger expense_no_truncate before truncate on expense for each statement execute function refuse_change();

-- The allowed changes of status; the content is fixed once the expense is submitted.
create function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['status', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'reversed_at', 'reversed_by', 'reversed_on',
    'reversal_reason', 'version', 'search_text', 'search_grams', 'updated_at', 'updated_by'];
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'an expense must begin as a draft' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status not in ('draft', 'rejected') then
      raise exception 'an expense that is % cannot be deleted', old.status using errcode = 'DB001';
    end if;
    return old;
  end if;
  if (old.status, new.status) not in (('draft', 'draft'), ('rejected', 'draft'), ('draft', 'submitted'),
      ('submitted', 'draft'), ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'reimbursed'),
      ('approved', 'reversed'))
    or ((new.status <> 'draft' or old.status = 'submitted') and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (new.status in ('reimbursed', 'reversed')
      and (new.number, new.approved_by, new.posted_on) <> (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense cannot go from % to % with these changes', old.status, new.status using errcode = 'DB001';
  end if;
  if new.status = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % is above the limit of its entity and cannot be submitted without a file', new.id using errcode = 'DB015', constraint = 'expense_file';
  end if;
  return new;
end $$;
create trigger expense_moves before insert or update or delete on expense for each row execute function expense_moves();

-- Checked at commit: an approved expense has its number, is posted, and is pending if it is billable. Nothing is owed on a
-- reimbursed expense, and a reversed one has no balance in the ledger.
create function expense_whole() returns trigger language plpgsql as $$
declare owed bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'expense % has a number that was not drawn from its series', new.id using errcode = 'DB006';
  end if;
  if not exists (select from journal_entry where source_type = 'expense' and source_id = new.id) then
    raise exception 'expense % must have a journal entry', new.id using errcode = 'DB006';
  end if;
  select coalesce(sum(line.credit - line.debit), 0) into owed
    from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id
    where entry.source_type in ('expense', 'reversal') and entry.source_id = new.id
      and account.system_key = 'staff_payable' and line.user_id = new.claimant_id;
  if owed <> (case when new.status = 'approved' and new.paid_by = 'person' then new.gross else 0 end) then
    raise exception 'expense % has a balance of % with its claimant, which differs from what is owed', new.id, owed using errcode = 'DB006';
  end if;
  if new.status <> 'reversed' then
    if new.billable and not exists (select from pending_item where source = 'expense' and source_id = new.id) then
      raise exception 'expense % is billable and must have a pending item', new.id using errcode = 'DB006';
    end if;
    return null;
  end if;
  if exists (select from journal_entry posted where posted.source_type = 'expense' and posted.source_id = new.id
      and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'every entry of the reversed expense % must be reversed', new.id using errcode = 'DB006';
  end if;
  if exists (select from pending_item where source = 'expense' and source_id = new.id and status <> 'written_off') then
    raise exception 'the pending item of the reversed expense % must be written off', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger expense_whole after update on expense deferrable initially deferred
  for each row when (new.status in ('approved', 'reimbursed', 'reversed')) execute function expense_whole();

-- Finished work that is to be billed; a piece of work has at most one item.
create table pending_item (
  id uuid primary key,
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  source text not null check (source in ('task', 'expense', 'package', 'manual', 'time')),
  source_id uuid,
  service_id uuid references service,
  description text not null check (description <> ''),
  qty numeric(14, 4) not null default 1 check (qty > 0),
  -- Minor units of `currency`. `amount` is what will be billed, `original_amount` the original price of the work.
  amount bigint not null check (amount >= 0),
  original_amount bigint not null check (original_amount >= 0),
  reason text,
  tax_code_id uuid not null references tax_code,
  ready_on date not null,
  status text not null default 'open' check (status in ('open', 'held', 'invoiced', 'written_off')),
  invoice_id uuid references invoice on delete set null,
  version int not null default 1,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  -- A disbursement was paid in the client's name, and is billed exactly as it was paid.
  kind text not null default 'fee' check (kind in ('fee', 'disbursement')),
  -- Why the item is held.
  hold_reason text,
  check (amount = original_amount or reason is not null),
  check ((status = 'invoiced') = (invoice_id is not null)),
  check (source = 'manual' or source_id is not null),
  check (kind = 'fee' or amount = original_amount),
  constraint pending_item_held_with_reason check ((status = 'held') = (coalesce(hold_reason, '') <> ''))
);
create unique index pending_item_source on pending_item (source, source_id) where source_id is not null;
create index pending_item_by_waiting on pending_item (((status in ('invoiced', 'written_off'))::int), ready_on, id);
create index pending_item_by_ready on pending_item (ready_on, id);
create index pending_item_by_status_ready on pending_item (status, ready_on, id);
create index pending_item_by_client on pending_item (client_id, status, ready_on, id);
create index pending_item_invoice on pending_item (invoice_id) where invoice_id is not null;
create index pending_item_search on pending_item using gin (search_grams);
create index pending_item_by_entity on pending_item (entity_id, ready_on, id);
create index pending_item_by_currency on pending_item (currency, ready_on, id);
call keep_record('pending_item');

-- Deleting a draft makes its items open again.
create function release_pending_items() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update pending_item set status = 'open', invoice_id = null, version = version + 1 where invoice_id = old.id;
  return old;
end $$;
create trigger release_pending_items before delete on invoice for each row execute function release_pending_items();

-- An item must be open again before another document can bill it.
create function pending_item_one_bill() returns trigger language plpgsql as $$
begin
  if old.invoice_id is not null and new.invoice_id is not null and new.invoice_id <> old.invoice_id then
    raise exception 'item % must be released before another invoice can bill it', old.id using errcode = 'DB050';
  end if;
  return new;
end $$;
create trigger pending_item_one_bill before update of invoice_id on pending_item
  for each row execute function pending_item_one_bill();

-- Checked at commit: each line bills an item that belongs to its own document. The items of a voided document may belong to
-- another.
create function invoice_line_bills_its_item() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        left join pending_item item on item.id = line.pending_item_id
      where line.id = new.id and line.pending_item_id is not null and live.status <> 'void'
        and item.invoice_id is distinct from line.invoice_id) then
    raise exception 'line % cannot bill an item that does not belong to its invoice', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger invoice_line_bills_its_item after insert or update on invoice_line deferrable initially deferred
  for each row when (new.pending_item_id is not null) execute function invoice_line_bills_its_item();

-- Checked at commit: an item is released only if no valid document still bills it, or a credit note gave it back.
create function pending_item_given_back() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id
        join pending_item item on item.id = line.pending_item_id
      where line.pending_item_id = old.id and line.invoice_id = old.invoice_id and live.status <> 'void'
        and item.invoice_id is distinct from old.invoice_id)
    and not exists (select from credit_note_line line join credit_note_state state on state.id = line.credit_note_id
      where line.pending_item_id = old.id and line.invoice_id = old.invoice_id and state.status not in ('draft', 'void')) then
    raise exception 'item % cannot be released while its invoice bills it', old.id using errcode = 'DB050';
  end if;
  return null;
end $$;
create constraint trigger pending_item_given_back after update of invoice_id on pending_item deferrable initially deferred
  for each row when (old.invoice_id is not null and new.invoice_id is distinct from old.invoice_id)
  execute function pending_item_given_back();

-- Checked at commit: an invoice bills only items of its client or of another client in the same group. It is checked only when
-- the invoice takes the item, because groups change. An item of an issued invoice may always return to it, whatever became of the group.
create function pending_item_billed_to() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.invoice_id is not null then
    return null;
  end if;
  if exists (select from invoice
        join client billed on billed.id = invoice.client_id
        join client worked_for on worked_for.id = new.client_id
      where invoice.id = new.invoice_id
        and not (invoice.issued_at is not null
          and exists (select from invoice_line where invoice_id = invoice.id and pending_item_id = new.id))
        and ((invoice.entity_id, invoice.currency) <> (new.entity_id, new.currency)
          or (billed.id <> worked_for.id and coalesce(billed.group_id <> worked_for.group_id, true)))) then
    raise exception 'item % must have its invoice''s entity and currency, and its client or one of the same group', new.id using errcode = 'DB008';
  end if;
  return null;
end $$;
create constraint trigger pending_item_billed_to after insert or update of invoice_id on pending_item
  deferrable initially deferred for each row when (new.invoice_id is not null) execute function pending_item_billed_to();

-- A line has the kind of the item that it bills. A disbursement is billed at the amount paid, outside the scope of tax.
create function invoice_line_as_it_was_paid() returns trigger language plpgsql as $$
declare item pending_item;
begin
  select * into item from pending_item where pending_item.id = new.pending_item_id;
  if item.kind <> new.kind
    or (item.kind = 'disbursement' and (new.amount, new.net, new.tax, new.category) <> (item.amount, item.amount, 0, 'O')) then
    raise exception 'line % must have the kind of item %, and bill a disbursement as it was paid, outside the scope of tax', new.no, item.id using errcode = 'DB051';
  end if;
  return new;
end $$;
create trigger invoice_line_as_it_was_paid before insert or update on invoice_line
  for each row when (new.pending_item_id is not null) execute function invoice_line_as_it_was_paid();

-- A disbursement cannot change while it is billed.
create function pending_item_as_it_was_paid() returns trigger language plpgsql as $$
begin
  raise exception 'item % is a billed disbursement, so its kind and amount cannot change', new.id using errcode = 'DB051';
end $$;
create trigger pending_item_as_it_was_paid before update of kind, amount on pending_item for each row
  when (old.kind = 'disbursement' and old.invoice_id is not null and (new.kind, new.amount) <> (old.kind, old.amount))
  execute function pending_item_as_it_was_paid();

-- The pending total by client, billing entity and currency. With many thousand items, summing them for each page would be too slow.
create table pending_total (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references client,
  entity_id uuid not null references billing_entity,
  currency char(3) not null,
  -- The group of the client, so that totals of groups need only these rows.
  group_id uuid references client_group,
  items int not null check (items >= 0),
  amount bigint not null,
  held_items int not null check (held_items between 0 and items),
  held_amount bigint not null,
  -- The earliest date on which one of the items became ready.
  oldest_on date not null,
  unique (client_id, entity_id, currency)
);
create index pending_total_by_oldest on pending_total (oldest_on, id);
create index pending_total_by_amount on pending_total (currency, amount, id);
create index pending_total_by_group on pending_total (group_id) include
  (entity_id, currency, items, amount, held_items, held_amount, oldest_on, client_id) where group_id is not null;

-- The first update locks the row, so that nobody else changes items of the same total while the oldest one is looked up.
create function pending_item_waits() returns trigger language plpgsql security definer set search_path = public as $$
declare
  moved record;
  in_group uuid;
begin
  for moved in
    select client_id, entity_id, currency, sum(items) as items, sum(moving.amount) as amount, sum(held) as held,
      sum(held * abs(moving.amount)) as held_amount, min(came) as came, min(went) as went
    from (
      select new.client_id, new.entity_id, new.currency, 1 as items, new.amount, (new.status = 'held')::int as held,
        new.ready_on as came, null::date as went
      where tg_op <> 'DELETE' and new.status in ('open', 'held')
      union all
      select old.client_id, old.entity_id, old.currency, -1, -old.amount, -(old.status = 'held')::int, null, old.ready_on
      where tg_op <> 'INSERT' and old.status in ('open', 'held')
    ) moving
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update pending_total work set items = work.items + moved.items, amount = work.amount + moved.amount,
        held_items = work.held_items + moved.held, held_amount = work.held_amount + moved.held_amount,
        oldest_on = least(work.oldest_on, moved.came)
      where (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency);
    if not found then
      -- A concurrent change of the client's group waits for this, or is already done.
      select client.group_id into in_group from client where client.id = moved.client_id for key share;
      insert into pending_total as work (client_id, entity_id, currency, group_id, items, amount, held_items, held_amount, oldest_on)
        values (moved.client_id, moved.entity_id, moved.currency, in_group, moved.items, moved.amount, moved.held,
          moved.held_amount, moved.came)
        on conflict (client_id, entity_id, currency) do update set items = work.items + excluded.items,
          amount = work.amount + excluded.amount, held_items = work.held_items + excluded.held_items,
          held_amount = work.held_amount + excluded.held_amount, oldest_on = least(work.oldest_on, excluded.oldest_on);
    end if;
    if moved.went is not null and moved.went is distinct from moved.came then
      delete from pending_total work where work.items = 0
        and (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency);
      -- The earliest item of each status, by the index on clients. None is left if one statement removes all items; the triggers
      -- of its other rows then follow.
      update pending_total work set oldest_on = coalesce(least(
          (select min(item.ready_on) from pending_item item where item.client_id = work.client_id and item.status = 'open'
            and item.entity_id = work.entity_id and item.currency = work.currency),
          (select min(item.ready_on) from pending_item item where item.client_id = work.client_id and item.status = 'held'
            and item.entity_id = work.entity_id and item.currency = work.currency)), work.oldest_on)
        where (work.client_id, work.entity_id, work.currency) = (moved.client_id, moved.entity_id, moved.currency)
          and work.oldest_on = moved.went;
    end if;
  end loop;
  return null;
end $$;
create trigger pending_item_waits after insert or delete or
  update of client_id, entity_id, currency, amount, status, ready_on on pending_item
  for each row execute function pending_item_waits();

create function client_takes_work_along() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update pending_total set group_id = new.group_id where pending_total.client_id = new.id;
  return null;
end $$;
create trigger client_takes_work_along after update of group_id on client for each row
  when (old.group_id is distinct from new.group_id) execute function client_takes_work_along();

-- The same totals computed from the items, for the ledger checks.
create view waiting_of_items as
  select client_id, entity_id, currency, count(*)::int as items, sum(amount)::bigint as amount,
    (count(*) filter (where status = 'held'))::int as held_items,
    coalesce(sum(amount) filter (where status = 'held'), 0)::bigint as held_amount, min(ready_on) as oldest_on
  from pending_item where status in ('open', 'held') group by 1, 2, 3;
