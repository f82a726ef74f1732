-- Settlement: allocations of receipts and credit notes, refunds and write-offs change the balances of both sides.
-- Checked at commit: each side has settled exactly what its entries posted.

-- The date on which an invoice was settled: the latest date of what settles it, in whatever order it was entered.
create function settled_on(invoice uuid) returns date language sql stable as $$
  select max(day) from (
    select allocated_on as day from allocation where invoice_id = invoice and reversed_on is null
    union all select written_off_on from write_off where invoice_id = invoice and reversed_on is null) settled
$$;

create function receipt_moves(receipt uuid, moved bigint) returns void language plpgsql
  security definer set search_path = public as $$
begin
  update receipt_state set allocated = allocated + moved
    where receipt_id = receipt and status = 'posted' and allocated + refunded + moved <= available;
  if not found then
    raise exception 'the receipt is not posted, or less than this is unallocated' using errcode = 'DB009';
  end if;
end $$;
revoke execute on function receipt_moves from public;

create function credit_note_moves(note uuid, by_allocation bigint, by_refund bigint) returns void language plpgsql
  security definer set search_path = public as $$
begin
  update credit_note_state set applied = applied + by_allocation, refunded = refunded + by_refund,
    available = available - by_allocation - by_refund,
    status = credit_note_status(total, applied + by_allocation, refunded + by_refund)
    where id = note and status not in ('draft', 'void') and available >= by_allocation + by_refund;
  if not found then
    raise exception 'the credit note is not issued, or less than this is available' using errcode = 'DB009';
  end if;
end $$;
revoke execute on function credit_note_moves from public;

-- The limits of a settlement (docs/rules.md#settlement): both balances change with the allocation, and their checks refuse what exceeds either.
create function allocation_moves_balances() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
  by_money bigint := case when new.receipt_id is null then 0 else moved end;
  target invoice_state; source record;
begin
  if new.receipt_id is null then
    select entity_id, client_id, currency, false as for_others into source from credit_note where id = new.credit_note_id;
  else
    select entity_id, client_id, currency, advance_tax is null as for_others into source
      from receipt where id = new.receipt_id;
  end if;
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'the invoice is not open, or less than this is outstanding' using errcode = 'DB007';
  end if;
  if (target.entity_id, target.currency) <> (source.entity_id, source.currency) then
    raise exception 'the entity or currency differs from that of the invoice' using errcode = 'DB008';
  end if;
  if tg_op = 'INSERT' and target.client_id <> source.client_id
    and not (source.for_others and may_settle_for(source.client_id, target.client_id)) then
    raise exception 'a receipt or credit note cannot settle this invoice of another client' using errcode = 'DB008';
  end if;
  update invoice_state set paid = paid + by_money, credited = credited + moved - by_money, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then settled_on(new.invoice_id) end
    where invoice_id = new.invoice_id;
  if new.receipt_id is null then
    perform credit_note_moves(new.credit_note_id, moved, 0);
  else
    perform receipt_moves(new.receipt_id, moved);
  end if;
  return null;
end $$;
create trigger allocation_moves_balances after insert or update on allocation
  for each row execute function allocation_moves_balances();

-- Everything that settles an invoice, in the base currency.
create view invoice_settlement as
  select invoice_id, invoice_base as base, reversed_on from allocation
  union all
  select invoice_id, base, reversed_on from write_off;

-- Checked at commit: what a receipt has settled for each client is what its entries (including those of its allocations and
-- their reversals) took from that client's receivables. The remainder is the payer's advance. A reversed receipt has no balance left.
create function receipt_settles_as_posted() returns trigger language plpgsql as $$
declare held receipt_state; sources uuid[];
begin
  select * into held from receipt_state where receipt_id = new.receipt_id;
  sources := held.receipt_id || array(select id from allocation where receipt_id = held.receipt_id)
    || array(select id from receipt_refund where receipt_id = held.receipt_id);
  if exists (
      select from (
        select state.client_id, sum(part.amount) as amount
        from allocation part join invoice_state state on state.invoice_id = part.invoice_id
        where part.receipt_id = held.receipt_id and part.reversed_at is null
        group by state.client_id
      ) settled
      full join (
        select line.client_id, sum(line.credit - line.debit) as amount
        from journal_entry entry
        join journal_line line on line.entry_id = entry.id
        join ledger_account account on account.id = line.account_id
        where entry.source_type in ('receipt', 'allocation', 'reversal') and entry.source_id = any (sources)
          and account.system_key = 'receivable'
        group by line.client_id
      ) posted using (client_id)
      where coalesce(settled.amount, 0) <> coalesce(posted.amount, 0))
    or advance_of('{receipt,allocation,reversal,refund}', sources)
      <> (case held.status when 'posted' then held.available - held.allocated - held.refunded else 0 end) then
    raise exception 'the balances of receipt % differ from what its entries posted', held.receipt_id using errcode = 'DB006';
  end if;
  if held.status <> 'posted' and exists (select from journal_entry posted
      where posted.source_type in ('receipt', 'deposit') and posted.source_id = held.receipt_id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'every entry of receipt % must be reversed, because it is %', held.receipt_id, held.status using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_settles_as_posted after insert or update on receipt_state
  deferrable initially deferred for each row execute function receipt_settles_as_posted();

-- Checked at commit: what a credit note has settled is what its entries took from receivables, and the remainder is the
-- client's advance. A void one has no balance left. A refund has an entry of its own, so that a closed period is refused on the date of the refund.
create function credit_note_settles_as_posted() returns trigger language plpgsql as $$
declare held credit_note_state; sources uuid[];
begin
  select * into held from credit_note_state where id = new.id;
  sources := held.id || array(select id from allocation where credit_note_id = held.id)
    || array(select id from credit_note_refund where credit_note_id = held.id);
  if receivable_of('{credit_note,allocation,reversal,refund,void}', sources) <> -held.applied
    or advance_of('{credit_note,allocation,reversal,refund,void}', sources) <> held.available then
    raise exception 'the balances of credit note % differ from what its entries posted', held.id using errcode = 'DB006';
  end if;
  if held.status = 'void' and exists (select from journal_entry posted
      where posted.source_type = 'credit_note' and posted.source_id = held.id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'every entry of the void credit note % must be reversed', held.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_settles_as_posted after update on credit_note_state
  deferrable initially deferred for each row when (new.status <> 'draft') execute function credit_note_settles_as_posted();

-- A write-off has the same limits as an allocation: the balance changes with it, and no more is written off than is outstanding.
create function write_off_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end; target invoice_state;
begin
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'the invoice is not open, or less than this is outstanding' using errcode = 'DB007';
  end if;
  update invoice_state set written_off = written_off + moved, outstanding = outstanding - moved,
    tolerated = tolerated + case when new.allocation_id is null then 0 else moved end,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then settled_on(new.invoice_id) end
    where invoice_id = new.invoice_id;
  return null;
end $$;
create trigger write_off_moves_balance after insert or update on write_off
  for each row execute function write_off_moves_balance();

-- A write-off made with a payment covers everything that the payment left outstanding, on the same date and within the billing entity's limit.
create function write_off_of_rest() returns trigger language plpgsql as $$
declare bound record;
begin
  select part.invoice_id = new.invoice_id and part.receipt_id is not null and part.reversed_at is null
      and part.allocated_on = new.written_off_on and live.outstanding = 0 as follows,
    entity.write_off_limit > 0 and entity.write_off_limit
      >= case live.currency when entity.base_currency then new.amount else new.base end as within
    into bound from allocation part
    join invoice_state live on live.invoice_id = part.invoice_id
    join billing_entity entity on entity.id = live.entity_id
    where part.id = new.allocation_id;
  if bound.follows is not true then
    raise exception 'a write-off with a payment must cover all that the payment leaves outstanding, on the same date' using errcode = 'DB001';
  end if;
  if not bound.within then
    raise exception 'a write-off with a payment cannot exceed the limit of the billing entity' using errcode = 'DB013';
  end if;
  return null;
end $$;
create trigger write_off_of_rest after insert on write_off for each row when (new.allocation_id is not null)
  execute function write_off_of_rest();

-- When an allocation is taken back, its write-off must be taken back too. Its date may be later than that of a bounce that was entered afterwards.
create function write_off_goes_with_allocation() returns trigger language plpgsql as $$
begin
  if exists (select from write_off where allocation_id = new.id and reversed_on is null) then
    raise exception 'the write-off made with allocation % must be reversed together with it', new.id using errcode = 'DB001';
  end if;
  return null;
end $$;
create constraint trigger write_off_goes_with_allocation after update on allocation deferrable initially deferred
  for each row when (new.reversed_at is not null) execute function write_off_goes_with_allocation();

create function refund_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform credit_note_moves(new.credit_note_id, 0, case when tg_op = 'INSERT' then new.amount else -new.amount end);
  return null;
end $$;
create trigger refund_moves_balance after insert or update on credit_note_refund
  for each row execute function refund_moves_balance();

create function receipt_refund_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end;
begin
  update receipt_state set refunded = refunded + moved
    where receipt_id = new.receipt_id and status = 'posted' and allocated + refunded + moved <= available;
  if not found then
    raise exception 'the receipt is not posted, or less than this is unallocated' using errcode = 'DB009';
  end if;
  if tg_op = 'UPDATE' then
    return null;
  end if;
  -- A cheque that may still bounce is not paid back.
  if (select mode from receipt where id = new.receipt_id) = 'cheque'
    and (select cleared_on from receipt_state where receipt_id = new.receipt_id) is null then
    raise exception 'a cheque cannot be refunded before it has cleared' using errcode = 'DB001';
  end if;
  if new.refunded_on < (select receipt_date from receipt where id = new.receipt_id) then
    raise exception 'a refund cannot be dated before its receipt' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger receipt_refund_moves after insert or update on receipt_refund
  for each row execute function receipt_refund_moves();

create function write_off_as_posted() returns trigger language plpgsql as $$
begin
  if receivable_of('{write_off,reversal}', array[new.id])
    <> -(select case when reversed_on is null then amount else 0 end from write_off where id = new.id) then
    raise exception 'write-off % differs from what its entries posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger write_off_as_posted after insert or update on write_off deferrable initially deferred
  for each row execute function write_off_as_posted();
