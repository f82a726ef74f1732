-- Who pays for a group may settle the invoices of all its clients (docs/rules.md#group-settlement).

-- Asked when it settles, since groups change; what was settled stays. A taxed advance and a credit note are of the one
-- client whose supply they name, and settle nobody else's.
create function may_settle_for(payer uuid, client uuid) returns boolean language sql stable as $$
  select exists (select from client member join client_group on client_group.id = member.group_id
    where member.id = client and client_group.payer_client_id = payer)
$$;

create or replace function allocation_moves_balances() returns trigger language plpgsql security definer set search_path = public as $$
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
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  if (target.entity_id, target.currency) <> (source.entity_id, source.currency) then
    raise exception 'entity or currency differ' using errcode = 'DB008';
  end if;
  if tg_op = 'INSERT' and target.client_id <> source.client_id
    and not (source.for_others and may_settle_for(source.client_id, target.client_id)) then
    raise exception 'the invoice is another client''s' using errcode = 'DB008';
  end if;
  update invoice_state set paid = paid + by_money, credited = credited + moved - by_money, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then greatest(settled_on, new.allocated_on) end
    where invoice_id = new.invoice_id;
  if new.receipt_id is null then
    perform credit_note_moves(new.credit_note_id, moved, 0);
  else
    perform receipt_moves(new.receipt_id, moved);
  end if;
  return null;
end $$;

-- What a receipt has settled of each client is what its entries took from that client's receivables, its allocations'
-- and their reversals included, and the rest of it is the advance of who paid; of one that was undone nothing stands.
create or replace function receipt_settles_as_posted() returns trigger language plpgsql as $$
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
