-- A claim is withdrawn by whoever made it while nobody decided on it, and one that was approved by mistake is reversed:
-- what it posted is mirrored, and nothing of it waits to be billed.

call also_allow('expense', 'expense_state_check', $$state in ('reversed')$$);
alter table expense
  add column reversed_at timestamptz,
  add column reversed_by uuid references app_user,
  add column reversed_on date,
  add column reversal_reason text,
  drop constraint expense_check6,
  add constraint expense_numbered check ((state in ('approved', 'reimbursed', 'reversed')) = (number is not null)),
  add constraint expense_reversed check ((state = 'reversed') = (reversed_at is not null)),
  add constraint expense_reversed_whole check (num_nulls(reversed_at, reversed_by, reversed_on, nullif(reversal_reason, '')) in (0, 4)),
  add constraint expense_reversed_after check (reversed_on >= posted_on),
  -- Nor does anybody undo what was approved of theirs.
  add constraint expense_reversed_by_another check (reversed_by <> claimant_id);

create or replace function expense_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['state', 'rejection_reason', 'number', 'seq', 'fy', 'approved_at', 'approved_by', 'posted_on',
    'reimbursed_at', 'reimbursed_by', 'reimbursed_on', 'reimbursed_from', 'reversed_at', 'reversed_by', 'reversed_on',
    'reversal_reason', 'version', 'search_text', 'search_grams', 'updated_at', 'updated_by'];
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
      ('submitted', 'draft'), ('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'reimbursed'),
      ('approved', 'reversed'))
    or ((new.state <> 'draft' or old.state = 'submitted') and to_jsonb(new) - live <> to_jsonb(old) - live)
    or (new.state in ('reimbursed', 'reversed')
      and (new.number, new.approved_by, new.posted_on) <> (old.number, old.approved_by, old.posted_on)) then
    raise exception 'an expense does not go from % to % like this', old.state, new.state using errcode = 'DB001';
  end if;
  if new.state = 'submitted' and new.attachment_id is null
    and (select expense_file_limit < new.gross from billing_entity where id = new.entity_id) then
    raise exception 'expense % needs a file', new.id using errcode = '23514';
  end if;
  return new;
end $$;

-- At commit an approved expense holds its number, is posted, and waits to be billed if it is; a reimbursed one is owed no
-- more, and of a reversed one nothing stands.
create or replace function expense_whole() returns trigger language plpgsql as $$
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
    where entry.source_type in ('expense', 'reversal') and entry.source_id = new.id
      and account.system_key = 'staff_payable' and line.user_id = new.claimant_id;
  if owed <> (case when new.state = 'approved' and new.paid_by = 'person' then new.gross else 0 end) then
    raise exception 'expense % is posted as owing %', new.id, owed using errcode = 'DB006';
  end if;
  if new.state <> 'reversed' then
    if new.billable and not exists (select from pending_item where source = 'expense' and source_id = new.id) then
      raise exception 'expense % waits for no invoice', new.id using errcode = 'DB006';
    end if;
    return null;
  end if;
  if exists (select from journal_entry posted where posted.source_type = 'expense' and posted.source_id = new.id
      and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'expense % is reversed and still posted', new.id using errcode = 'DB006';
  end if;
  if exists (select from pending_item where source = 'expense' and source_id = new.id and state <> 'written_off') then
    raise exception 'expense % is reversed and still billed', new.id using errcode = 'DB050';
  end if;
  return null;
end $$;
drop trigger expense_whole on expense;
create constraint trigger expense_whole after update on expense deferrable initially deferred
  for each row when (new.state in ('approved', 'reimbursed', 'reversed')) execute function expense_whole();

call also_allow('notification', 'notification_kind_check',
  $$kind in ('expense_to_approve', 'expense_approved', 'expense_rejected', 'expense_reimbursed', 'expense_reversed')$$);
