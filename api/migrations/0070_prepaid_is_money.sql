-- What an invoice says was paid before is money that the client paid: receipts that its issue allocates to it. It asks
-- for its whole total, and what is printed as payable is what is left of that.

alter table invoice add column advances jsonb not null default '[]' check (jsonb_typeof(advances) = 'array');

create or replace function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable, advances
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - 'id' order by no) from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) - 'id' order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

create or replace function invoice_state_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, issue_date, due_date, currency, number, payable)
    values (new.id, new.entity_id, new.client_id, new.doc_kind, new.issue_date, new.due_date, new.currency,
      coalesce(new.number, ''), new.total)
  on conflict (invoice_id) do update set entity_id = excluded.entity_id, client_id = excluded.client_id,
    doc_kind = excluded.doc_kind, issue_date = excluded.issue_date, due_date = excluded.due_date,
    currency = excluded.currency, number = excluded.number, payable = excluded.payable,
    status = case when new.issued_at is null then 'draft' when new.total = 0 then 'paid' else 'issued' end,
    outstanding = case when new.issued_at is null then 0 else new.total end,
    settled_on = case when new.issued_at is not null and new.total = 0 then new.issue_date end;
  return null;
end $$;

-- At commit an issued document is posted at its total, and what it says was paid before is allocated to it.
create or replace function invoice_receivable_posted() returns trigger language plpgsql as $$
begin
  if new.doc_kind <> 'proforma' and receivable_of('{invoice}', array[new.id]) <> new.total then
    raise exception 'invoice % is not posted at its total', new.id using errcode = 'DB006';
  end if;
  if new.prepaid > (select coalesce(sum(allocation.amount), 0)
      from allocation join receipt on receipt.id = allocation.receipt_id
      where allocation.invoice_id = new.id and allocated_on = new.issue_date and reversed_on is null
        and receipt.voucher_kind <> 'advance_voucher') then
    raise exception 'invoice % says that more was paid before than was', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;

create or replace function advance_not_overdrawn() returns trigger language plpgsql as $$
begin
  if (select is_advance from ledger_account where id = new.account_id) then
    perform check_advances(new.client_id, new.entity_id, new.currency);
  end if;
  return null;
end $$;
create or replace function advance_voucher_whole() returns trigger language plpgsql as $$
begin
  if advance_of('{receipt}', array[new.id]) <> new.advance_taken then
    raise exception 'receipt % took another advance than it posted', new.id using errcode = 'DB006';
  end if;
  perform check_advances(new.client_id, new.entity_id, new.currency);
  return null;
end $$;
-- Nobody spends more of a client's advance than it paid, nor what was taxed as an advance but by its own voucher.
drop function check_advances(uuid, uuid, char(3), boolean);
create function check_advances(client uuid, entity uuid, money char(3)) returns void language plpgsql as $$
declare held bigint; taxed bigint;
begin
  -- Two commands at once would each count on what the other takes.
  perform pg_advisory_xact_lock(hashtextextended(client::text, 1));
  select coalesce(sum(credit - debit), 0) into held from journal_line
    where client_id = client and entity_id = entity and currency = money
      and account_id in (select id from ledger_account where is_advance);
  select coalesce(sum(state.available - state.allocated - state.refunded), 0) into taxed
    from receipt join receipt_state state on state.receipt_id = receipt.id
    where receipt.client_id = client and receipt.entity_id = entity and receipt.currency = money
      and receipt.voucher_kind = 'advance_voucher' and state.state = 'posted';
  if held < taxed then
    raise exception 'the advance of client % is overdrawn by %', client, taxed - held using errcode = 'DB011';
  end if;
end $$;
