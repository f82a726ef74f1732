-- What happens to a receipt besides being allocated.

-- A cheque is in hand, then with the bank, then cleared; until it is cleared it may bounce, and is handed in again as a
-- receipt of its own.
call also_allow('journal_entry', 'journal_entry_source_type_check', $$source_type in ('deposit')$$);
alter table receipt add column again_of_id uuid unique references receipt;
alter table receipt_state
  add column deposited_on date,
  add column cleared_on date,
  add constraint receipt_state_cheque_steps check (cleared_on is null or coalesce(cleared_on >= deposited_on, false)),
  add constraint receipt_state_cleared_stands check (state <> 'bounced' or cleared_on is null);

create function cheque_moves() returns trigger language plpgsql as $$
declare cheque receipt;
begin
  select * into cheque from receipt where id = new.receipt_id;
  if cheque.mode <> 'cheque' or old.state <> 'posted' or new.state <> 'posted'
    or coalesce(old.deposited_on <> new.deposited_on, old.deposited_on is not null)
    or coalesce(old.cleared_on <> new.cleared_on, old.cleared_on is not null)
    or new.deposited_on < greatest(cheque.receipt_date, cheque.instrument_date) then
    raise exception 'this step does not follow in the life of a cheque' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger cheque_moves before update on receipt_state for each row
  when ((old.deposited_on, old.cleared_on) is distinct from (new.deposited_on, new.cleared_on)) execute function cheque_moves();

-- The bank has what the cheque is over, from the day on which it was handed in.
create function deposit_as_posted() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(line.debit - line.credit), 0) from journal_entry entry
      join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id and account.system_key = 'bank'
      where entry.source_type = 'deposit' and entry.source_id = new.receipt_id and entry.entry_date = new.deposited_on)
    <> (select amount from receipt where id = new.receipt_id) then
    raise exception 'the cheque of receipt % is deposited other than it is posted', new.receipt_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger deposit_as_posted after update on receipt_state deferrable initially deferred
  for each row when (old.deposited_on is null and new.deposited_on is not null) execute function deposit_as_posted();

-- Only what bounced is handed in again, once, and it is the same cheque.
create function cheque_again() returns trigger language plpgsql as $$
declare before receipt;
begin
  select * into before from receipt where id = new.again_of_id;
  if (select state from receipt_state where receipt_id = new.again_of_id) is distinct from 'bounced'
    or (before.entity_id, before.client_id, before.currency, before.mode, before.amount, before.instrument_no,
        before.instrument_bank, before.instrument_date)
      is distinct from (new.entity_id, new.client_id, new.currency, new.mode, new.amount, new.instrument_no,
        new.instrument_bank, new.instrument_date)
    or new.receipt_date < (select reversed_on from receipt_state where receipt_id = new.again_of_id) then
    raise exception 'only a bounced cheque is handed in again' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger cheque_again before insert on receipt for each row when (new.again_of_id is not null)
  execute function cheque_again();

-- What is not allocated may go back to the client.
call also_allow('journal_entry', 'journal_entry_source_type_check', $$source_type in ('refund')$$);
create table receipt_refund (
  id uuid primary key,
  receipt_id uuid not null references receipt,
  amount bigint not null check (amount > 0),
  -- In the base currency: what it takes of the receipt, at the receipt's rate; the money went at the day's.
  base bigint not null check (base >= 0),
  refunded_on date not null,
  mode text not null check (mode in ('cash', 'cheque', 'bank', 'upi', 'card')),
  fx_rate numeric(18, 10) not null default 1 check (fx_rate > 0),
  reference text,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index receipt_refund_of on receipt_refund (receipt_id);
create trigger audit after insert on receipt_refund for each row execute function audit_change();
create trigger receipt_refund_append_only before update or delete on receipt_refund
  for each row execute function refuse_change();
create trigger receipt_refund_no_truncate before truncate on receipt_refund for each statement execute function refuse_change();

-- What went back is not there to be undone.
alter table receipt_state
  add column refunded bigint not null default 0 check (refunded >= 0),
  add constraint receipt_state_within_money check (allocated + refunded <= available),
  add constraint receipt_state_refunded_stands check (state = 'posted' or refunded = 0);

create or replace function receipt_moves(receipt uuid, moved bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  update receipt_state set allocated = allocated + moved
    where receipt_id = receipt and state = 'posted' and allocated + refunded + moved <= available;
  if not found then
    raise exception 'more than the receipt still holds' using errcode = 'DB009';
  end if;
end $$;

create function receipt_refund_moves() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update receipt_state set refunded = refunded + new.amount
    where receipt_id = new.receipt_id and state = 'posted' and allocated + refunded + new.amount <= available;
  if not found then
    raise exception 'more than the receipt still holds' using errcode = 'DB009';
  end if;
  -- What may still bounce does not go back.
  if (select mode from receipt where id = new.receipt_id) = 'cheque'
    and (select cleared_on from receipt_state where receipt_id = new.receipt_id) is null then
    raise exception 'the cheque has not cleared' using errcode = 'DB001';
  end if;
  if new.refunded_on < (select receipt_date from receipt where id = new.receipt_id) then
    raise exception 'a refund comes after its receipt' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger receipt_refund_moves after insert on receipt_refund for each row execute function receipt_refund_moves();

-- What a receipt has settled is what its entries took from receivables, its allocations' and their reversals included,
-- and the rest of it is the client's advance; of one that was undone nothing stands.
create or replace function receipt_settles_as_posted() returns trigger language plpgsql as $$
declare held receipt_state; sources uuid[];
begin
  select * into held from receipt_state where receipt_id = new.receipt_id;
  sources := held.receipt_id || array(select id from allocation where receipt_id = held.receipt_id)
    || array(select id from receipt_refund where receipt_id = held.receipt_id);
  if receivable_of('{receipt,allocation,reversal}', sources) <> -held.allocated
    or advance_of('{receipt,allocation,reversal,refund}', sources)
      <> (case held.state when 'posted' then held.available - held.allocated - held.refunded else 0 end) then
    raise exception 'receipt % settles other than it posted', held.receipt_id using errcode = 'DB006';
  end if;
  if held.state <> 'posted' and exists (select from journal_entry posted
      where posted.source_type in ('receipt', 'deposit') and posted.source_id = held.receipt_id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'receipt % is % and still posted', held.receipt_id, held.state using errcode = 'DB006';
  end if;
  return null;
end $$;

-- A refund is posted as one, so that a locked period is refused on its own date.
create or replace function credit_note_settles_as_posted() returns trigger language plpgsql as $$
declare held credit_note_state; sources uuid[];
begin
  select * into held from credit_note_state where id = new.id;
  sources := held.id || array(select id from allocation where credit_note_id = held.id)
    || array(select id from credit_note_refund where credit_note_id = held.id);
  if receivable_of('{credit_note,allocation,reversal,refund,void}', sources) <> -held.applied
    or advance_of('{credit_note,allocation,reversal,refund,void}', sources) <> held.available then
    raise exception 'credit note % settles other than it posted', held.id using errcode = 'DB006';
  end if;
  if held.status = 'void' and exists (select from journal_entry posted
      where posted.source_type = 'credit_note' and posted.source_id = held.id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'credit note % is void and still posted', held.id using errcode = 'DB006';
  end if;
  return null;
end $$;
