-- The credit limit of a client, where a billing entity refuses to issue above it.

alter table billing_entity add column credit_limit text not null default 'warn' check (credit_limit in ('warn', 'block'));

-- Why an admin issued the invoice above the limit.
alter table invoice add column credit_limit_reason text check (credit_limit_reason <> '');

-- By currency, what a client owes to all billing entities, less its receipts and credit notes that are not allocated yet.
create function client_exposure(of_client uuid) returns table (currency char(3), balance bigint) language sql stable as $$
  select part.currency, sum(part.amount)::bigint from (
    select state.currency, state.outstanding as amount from invoice_state state
      where state.client_id = of_client and state.outstanding > 0
    union all
    select receipt.currency, state.allocated + state.refunded - state.available
    from receipt join receipt_state state on state.receipt_id = receipt.id
      where receipt.client_id = of_client and state.status = 'posted' and state.available > state.allocated + state.refunded
    union all
    select state.currency, -state.available from credit_note_state state
      where state.client_id = of_client and state.available > 0) part
  group by part.currency
$$;

-- Until commit, no other invoice of these clients is issued within a limit.
create function hold_credit(of_clients uuid[]) returns void language plpgsql security definer set search_path = public as $$
begin
  perform from client_facts where client_id = any(of_clients) order by client_id for no key update;
end $$;

-- Checked at commit, when the invoice owes and what was prepaid is allocated. The lock is a statement of its own: of two invoices
-- issued at once, the second waits for the first and then counts it. An invoice in another currency than the client's is not limited.
create function invoice_within_credit() returns trigger language plpgsql security definer set search_path = public as $$
declare most bigint;
begin
  select client.credit_limit into most from client join billing_entity entity on entity.id = new.entity_id
    where client.id = new.client_id and client.currency = new.currency and entity.credit_limit = 'block';
  if most is null then
    return null;
  end if;
  perform hold_credit(array[new.client_id]);
  if (select balance from client_exposure(new.client_id) where currency = new.currency) > most then
    raise exception 'the invoice exceeds the credit limit of its client' using errcode = 'DB120';
  end if;
  return null;
end $$;
create constraint trigger invoice_within_credit after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null and new.opening_on is null
    and new.credit_limit_reason is null) execute function invoice_within_credit();

call also_allow('notification', 'notification_kind_check', $$ kind = 'credit_limit_reached' $$);
