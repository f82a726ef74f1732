-- Laws between a document, its live state and the ledger, checked at commit.

-- Another fiscal year would begin the series anew, with numbers that are given already.
create function fix_fiscal_year() returns trigger language plpgsql as $$
begin
  if new.fy_start <> old.fy_start and exists (select from number_series where entity_id = old.id) then
    raise exception 'the series has begun' using errcode = 'DB020', constraint = 'billing_entity_fy_start';
  end if;
  return new;
end $$;
create trigger fix_fiscal_year before update on billing_entity for each row execute function fix_fiscal_year();

-- Nobody spends more of a client's advance than it paid: not an allocation of money that a document has named as
-- prepaid, not the return of a receipt that was used so. The document itself may come before the receipt that says so.
create function advance_not_overdrawn() returns trigger language plpgsql as $$
declare held bigint;
begin
  if new.account_id <> (select id from ledger_account where system_key = 'client_advance')
    or (select source_type from journal_entry where id = new.entry_id) = 'invoice' then
    return null;
  end if;
  -- Two commands at once would each count on what the other takes.
  perform pg_advisory_xact_lock(hashtextextended(new.client_id::text, 1));
  select coalesce(sum(credit - debit), 0) into held from journal_line
    where client_id = new.client_id and entity_id = new.entity_id and currency = new.currency
      and account_id = new.account_id;
  if held < 0 then
    raise exception 'the advance of client % is overdrawn by %', new.client_id, -held using errcode = 'DB011';
  end if;
  return null;
end $$;
create constraint trigger advance_not_overdrawn after insert on journal_line deferrable initially deferred
  for each row when (new.client_id is not null and new.debit > 0) execute function advance_not_overdrawn();

create function receivable_of(types text[], sources uuid[]) returns bigint language sql stable as $$
  select coalesce(sum(line.debit - line.credit), 0)::bigint
  from journal_entry entry
  join journal_line line on line.entry_id = entry.id
  join ledger_account account on account.id = line.account_id
  where entry.source_type = any (types) and entry.source_id = any (sources) and account.system_key = 'receivable'
$$;

create function invoice_receivable_posted() returns trigger language plpgsql as $$
begin
  if new.doc_kind <> 'proforma' and receivable_of('{invoice}', array[new.id]) <> new.payable then
    raise exception 'invoice % is not posted at what it asks for', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_receivable_posted after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null) execute function invoice_receivable_posted();

create function invoice_void_mirrored() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry posted where posted.source_type = 'invoice' and posted.source_id = new.invoice_id
      and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'invoice % is void and still posted', new.invoice_id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger invoice_void_mirrored after update on invoice_state deferrable initially deferred
  for each row when (new.status = 'void') execute function invoice_void_mirrored();

-- What a receipt has settled is what its entries took from receivables, its allocations' and their reversals included.
create function receipt_settles_as_posted() returns trigger language plpgsql as $$
declare settled bigint := (select allocated from receipt_state where receipt_id = new.receipt_id);
begin
  if receivable_of('{receipt,allocation,reversal}',
      new.receipt_id || array(select id from allocation where receipt_id = new.receipt_id)) <> -settled then
    raise exception 'receipt % settles other than it posted', new.receipt_id using errcode = 'DB006';
  end if;
  if new.state <> 'posted' and exists (select from journal_entry posted
      where posted.source_type = 'receipt' and posted.source_id = new.receipt_id
        and not exists (select from journal_entry mirror where mirror.reversal_of = posted.id)) then
    raise exception 'receipt % is % and still posted', new.receipt_id, new.state using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger receipt_settles_as_posted after insert or update on receipt_state
  deferrable initially deferred for each row execute function receipt_settles_as_posted();
