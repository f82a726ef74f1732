-- What the firm and its staff owe each other: staff advances, cash that people hold, and the vouchers that move them.

-- No manual journal may touch such an account, because documents keep it whole.
alter table ledger_account add column kept_by_documents boolean not null default false;
insert into ledger_account (code, name, type, subledger, system_key, kept_by_documents) values
  ('1015', 'Cash with staff', 'asset', 'user', 'staff_cash', true),
  ('1400', 'Staff advances', 'asset', 'user', 'staff_advance', true);
update ledger_account set kept_by_documents = true where system_key = 'staff_payable';

create function journal_leaves_documents_alone() returns trigger language plpgsql as $$
begin
  if (select kept_by_documents from ledger_account where id = new.account_id)
    and (select source_type from journal_entry where id = new.entry_id) = 'journal' then
    raise exception 'a manual journal cannot touch an account that documents keep whole' using errcode = 'DB101';
  end if;
  return new;
end $$;
create trigger journal_leaves_documents_alone before insert on journal_line
  for each row execute function journal_leaves_documents_alone();

call also_allow('journal_entry', 'journal_entry_source_type_check', $$source_type = 'staff'$$);
call also_allow('notification', 'notification_kind_check',
  $$kind in ('cash_offered', 'cash_confirmed', 'cash_unconfirmed', 'expenses_reimbursed', 'staff_advance_given')$$);
call also_allow('number_format', 'number_format_doc_kind_check', $$doc_kind = 'staff_voucher'$$);
insert into number_format (entity_id, doc_kind, prefix, format)
  select id, 'staff_voucher', 'STV', '{PFX}/{FY:25-26}/{SEQ:4}' from billing_entity;

alter table billing_entity
  -- Whether cash that a person receives stays with that person in the books; otherwise it is in the firm's cash at once.
  add column keeps_staff_cash boolean not null default false,
  -- Above this amount of cash, in the base currency, a person is shown as holding too much; null: no limit.
  add column staff_cash_limit bigint check (staff_cash_limit >= 0);

create table staff_voucher (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  -- advance: given to the person. advance_return: given back. settlement: of expenses that the person paid. hand_over: of cash
  -- that the person holds.
  kind text not null check (kind in ('advance', 'advance_return', 'settlement', 'hand_over')),
  -- The other side: the firm's money, or the advance or cash of the person; for a hand-over where the cash goes.
  account text not null check (account in ('bank', 'cash', 'advance', 'staff_cash')),
  user_id uuid not null references app_user,
  -- Who receives the cash.
  to_user_id uuid references app_user,
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  voucher_date date not null,
  reference text,
  note text,
  -- A hand-over is offered first, and posted when the receiver confirms it.
  status text not null check (status in ('offered', 'withdrawn', 'posted', 'reversed')),
  number text,
  seq bigint,
  fy text,
  -- The amount in the base currency: cash in another currency leaves at the amount at which it is carried.
  base_amount bigint check (base_amount >= 0),
  posted_at timestamptz,
  posted_by uuid references app_user,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  reversed_on date,
  reversal_reason text,
  -- When the people concerned were reminded of a hand-over that nobody confirmed.
  reminded_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor(),
  check (case kind when 'settlement' then true when 'hand_over' then account in ('bank', 'staff_cash')
    else account in ('bank', 'cash') end),
  check ((to_user_id is not null) = (kind = 'hand_over' and account = 'staff_cash')),
  check (to_user_id <> user_id),
  check ((status in ('posted', 'reversed')) = (number is not null)),
  check (num_nulls(number, seq, fy, base_amount, posted_at, posted_by) in (0, 6)),
  check ((status = 'reversed') = (reversed_at is not null)),
  check (num_nulls(reversed_at, reversed_by, reversed_on, nullif(reversal_reason, '')) in (0, 4)),
  check (reversed_on >= voucher_date),
  constraint staff_voucher_reversed_by_another check (reversed_by is null or reversed_by not in (user_id, coalesce(to_user_id, user_id))),
  -- Nobody gives money of the firm to themselves, and nobody confirms cash that they hand over or that is for someone else.
  constraint staff_voucher_by_another check (posted_by <> user_id),
  constraint staff_voucher_confirmed_by_receiver check (kind <> 'hand_over' or posted_by = to_user_id or to_user_id is null)
);
create index staff_voucher_by_person on staff_voucher (user_id, voucher_date desc, id desc);
create index staff_voucher_by_receiver on staff_voucher (to_user_id, voucher_date desc, id desc) where to_user_id is not null;
create index staff_voucher_by_date on staff_voucher (voucher_date desc, id desc);
create index staff_voucher_offered on staff_voucher (created_at) where status = 'offered';
call keep_record('staff_voucher');
create trigger staff_voucher_no_truncate before truncate on staff_voucher for each statement execute function refuse_change();

-- The expenses that a settlement pays, each whole.
create table staff_voucher_expense (
  voucher_id uuid not null references staff_voucher deferrable initially deferred,
  expense_id uuid not null references expense,
  amount bigint not null check (amount > 0),
  primary key (voucher_id, expense_id)
);
create index staff_voucher_expense_of on staff_voucher_expense (expense_id);
create trigger staff_voucher_expense_append_only before update or delete on staff_voucher_expense
  for each row execute function refuse_change();
create trigger staff_voucher_expense_no_truncate before truncate on staff_voucher_expense
  for each statement execute function refuse_change();

create function staff_voucher_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['status', 'number', 'seq', 'fy', 'base_amount', 'posted_at', 'posted_by', 'reversed_at', 'reversed_by',
    'reversed_on', 'reversal_reason', 'reminded_at', 'version', 'updated_at', 'updated_by'];
begin
  if tg_op = 'DELETE' then
    raise exception 'a staff voucher cannot be deleted' using errcode = 'DB001';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> (case new.kind when 'hand_over' then 'offered' else 'posted' end) then
      raise exception 'a hand-over must begin as an offer, and any other staff voucher is posted at once' using errcode = 'DB001';
    end if;
    if new.kind <> 'hand_over' and new.currency <> (select base_currency from billing_entity where id = new.entity_id) then
      raise exception 'only cash in hand can be in another currency than the books' using errcode = 'DB008';
    end if;
    return new;
  end if;
  if to_jsonb(new) - live <> to_jsonb(old) - live
    or (old.status, new.status) not in (('offered', 'offered'), ('offered', 'posted'), ('offered', 'withdrawn'), ('posted', 'reversed'))
    or (old.status = 'posted' and (new.number, new.seq, new.fy, new.base_amount, new.posted_at, new.posted_by)
      <> (old.number, old.seq, old.fy, old.base_amount, old.posted_at, old.posted_by)) then
    raise exception 'a staff voucher cannot go from % to % with these changes', old.status, new.status using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger staff_voucher_moves before insert or update or delete on staff_voucher
  for each row execute function staff_voucher_moves();

-- What a voucher posts: debits are positive.
create function staff_voucher_posts(voucher staff_voucher) returns table (system_key text, user_id uuid, amount bigint)
  language sql stable as $$
  select case side.key when 'advance' then 'staff_advance' else side.key end, side.person, side.amount from (values
    (case voucher.kind when 'advance' then 'advance' when 'settlement' then 'staff_payable' else voucher.account end,
      case voucher.kind when 'advance_return' then null when 'hand_over' then voucher.to_user_id else voucher.user_id end,
      voucher.amount),
    (case voucher.kind when 'advance_return' then 'advance' when 'hand_over' then 'staff_cash' else voucher.account end,
      case when voucher.kind <> 'advance' and (voucher.kind <> 'settlement' or voucher.account in ('advance', 'staff_cash'))
        then voucher.user_id end,
      -voucher.amount)) side (key, person, amount)
$$;

-- Checked at commit: a posted voucher has its number and its entry, a settlement lists the expenses that it pays, and a reversed
-- voucher has no balance in the ledger.
create function staff_voucher_whole() returns trigger language plpgsql as $$
declare listed bigint; total bigint;
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq
      and doc_kind = 'staff_voucher') then
    raise exception 'staff voucher % has a number that was not drawn from its series', new.id using errcode = 'DB006';
  end if;
  if exists (
    select from (
      select posts.system_key, posts.user_id, new.currency, posts.amount, new.voucher_date as day from staff_voucher_posts(new) posts
      union all
      select account.system_key, line.user_id, line.currency, line.credit - line.debit, line.entry_date
      from journal_entry entry join journal_line line on line.entry_id = entry.id
        join ledger_account account on account.id = line.account_id
      where entry.source_type = 'staff' and entry.source_id = new.id) part
    group by system_key, user_id, currency, day having sum(amount) <> 0) then
    raise exception 'staff voucher % differs from what it posted', new.id using errcode = 'DB006';
  end if;
  if new.status = 'reversed' and not exists (select from journal_entry posted
      join journal_entry mirror on mirror.reversal_of = posted.id and mirror.entry_date = new.reversed_on
      where posted.source_type = 'staff' and posted.source_id = new.id) then
    raise exception 'the entry of the reversed staff voucher % must be reversed', new.id using errcode = 'DB006';
  end if;
  select count(*), coalesce(sum(named.amount), 0) into listed, total
    from staff_voucher_expense named join expense on expense.id = named.expense_id
    where named.voucher_id = new.id and expense.entity_id = new.entity_id and expense.claimant_id = new.user_id
      and expense.gross = named.amount
      and (new.status = 'reversed' or (expense.staff_voucher_id = new.id and expense.reimbursed_on = new.voucher_date
        and expense.reimbursed_from = new.account));
  if (new.kind = 'settlement') <> (listed between 1 and 100) or (new.kind = 'settlement' and total <> new.amount)
    or listed <> (select count(*) from staff_voucher_expense where voucher_id = new.id)
    or (new.status = 'reversed' and exists (select from expense where staff_voucher_id = new.id)) then
    raise exception 'staff voucher % must list the expenses of its person that it settles, each whole', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger staff_voucher_whole after insert or update on staff_voucher deferrable initially deferred
  for each row when (new.status in ('posted', 'reversed')) execute function staff_voucher_whole();

-- No expense is added to a voucher afterwards.
create function staff_voucher_expense_belongs() returns trigger language plpgsql as $$
begin
  if (select amount from staff_voucher where id = new.voucher_id)
    is distinct from (select sum(amount) from staff_voucher_expense where voucher_id = new.voucher_id) then
    raise exception 'staff voucher % must be the sum of its expenses', new.voucher_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger staff_voucher_expense_belongs after insert on staff_voucher_expense deferrable initially deferred
  for each row execute function staff_voucher_expense_belongs();

-- No command takes more from a person's advance or cash than there is on its day and on every later one. A reversal may: the
-- money was never there.
create function staff_account_covers() returns trigger language plpgsql as $$
declare lowest bigint;
begin
  if (select system_key in ('staff_advance', 'staff_cash') from ledger_account where id = new.account_id)
    and (select reversal_of is null from journal_entry where id = new.entry_id) then
    -- Two concurrent commands would each rely on the same money, so one waits for the other.
    perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 23));
    select min(held) into lowest from (
      select entry_date, sum(sum(debit - credit)) over (order by entry_date) as held from journal_line
      where user_id = new.user_id and entity_id = new.entity_id and account_id = new.account_id and currency = new.currency
      group by entry_date) day
      where entry_date >= new.entry_date;
    if lowest < 0 then
      raise exception 'the advance or cash of person % is overdrawn: % is missing', new.user_id, -lowest using errcode = 'DB100';
    end if;
  end if;
  return null;
end $$;
create constraint trigger staff_account_covers after insert on journal_line deferrable initially deferred
  for each row when (new.user_id is not null and new.credit > 0) execute function staff_account_covers();

-- The voucher that paid an expense back; an expense reimbursed before there were vouchers has none.
alter table expense add column staff_voucher_id uuid references staff_voucher deferrable initially deferred,
  drop constraint expense_reimbursed_from_check,
  add constraint expense_reimbursed_from_check check (reimbursed_from in ('bank', 'cash', 'advance', 'staff_cash')),
  add constraint expense_voucher_pays check (staff_voucher_id is null or status = 'reimbursed');
create index expense_staff_voucher on expense (staff_voucher_id) where staff_voucher_id is not null;
create index expense_owed on expense (claimant_id, entity_id, posted_on) where status = 'approved' and paid_by = 'person';

-- Since when the expense has been owed: since its posting, or since its last reimbursement was reversed.
create function expense_owed_since(asked uuid) returns date language sql stable as $$
  select greatest(expense.posted_on,
    (select max(voucher.reversed_on) from staff_voucher_expense named join staff_voucher voucher on voucher.id = named.voucher_id
      where named.expense_id = asked),
    (select max(entry_date) from journal_entry where source_type = 'reversal' and source_id = asked))
  from expense where id = asked
$$;

create or replace function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['status', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'staff_voucher_id', 'reversed_at', 'reversed_by',
    'reversed_on', 'reversal_reason', 'version', 'search_text', 'search_grams', 'updated_at', 'updated_by'];
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
      ('reimbursed', 'approved'), ('approved', 'reversed'))
    or ((new.status <> 'draft' or old.status = 'submitted') and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (old.status in ('approved', 'reimbursed')
      and (new.number, new.approved_by, new.posted_on) is distinct from (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense cannot go from % to % with these changes', old.status, new.status using errcode = 'DB001';
  end if;
  if new.status = 'reimbursed'
    and (new.staff_voucher_id is null or new.reimbursed_on < expense_owed_since(new.id)) then
    raise exception 'an expense is reimbursed by a staff voucher, and not before it is owed' using errcode = 'DB001';
  end if;
  if new.status = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % is above the limit of its entity and cannot be submitted without a file', new.id using errcode = 'DB015', constraint = 'expense_file';
  end if;
  return new;
end $$;

create or replace function expense_whole() returns trigger language plpgsql as $$
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
  owed := owed - new.gross * (select count(*) from staff_voucher_expense named
    join staff_voucher voucher on voucher.id = named.voucher_id
    where named.expense_id = new.id and voucher.status = 'posted');
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

create or replace function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt_refund refund join receipt on receipt.id = refund.receipt_id
      where refund.id = new.document_id and refund.number = new.number and receipt.entity_id = new.entity_id)
    and not exists (select from expense where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from proforma where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from staff_voucher where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % must belong to a document of its entity', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
