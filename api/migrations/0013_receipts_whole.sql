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

-- What a receipt has settled is what its entries took from receivables, its allocations' and their reversals included;
-- of one that was undone nothing stands.
create or replace function receipt_settles_as_posted() returns trigger language plpgsql as $$
declare held receipt_state;
begin
  select * into held from receipt_state where receipt_id = new.receipt_id;
  if receivable_of('{receipt,allocation,reversal}',
      held.receipt_id || array(select id from allocation where receipt_id = held.receipt_id)) <> -held.allocated then
    raise exception 'receipt % settles other than it posted', held.receipt_id using errcode = 'DB006';
  end if;
  if held.state <> 'posted' and exists (select from journal_entry posted
      where posted.source_type in ('receipt', 'deposit') and posted.source_id = held.receipt_id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'receipt % is % and still posted', held.receipt_id, held.state using errcode = 'DB006';
  end if;
  return null;
end $$;
