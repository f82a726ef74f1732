-- A proforma whose invoice is void stands again, and another draft of the client may make it the invoice.
alter table proforma add column voided_invoice_id uuid references invoice;
create index proforma_of_voided_invoice on proforma (voided_invoice_id) where voided_invoice_id is not null;

-- As in 0019; besides that its invoice lets it go when it is void, and a draft takes what has none.
create or replace function proforma_moves() returns trigger language plpgsql as $$
declare
  live text[] := array['invoice_id', 'voided_invoice_id', 'ends_on', 'converted_at', 'sent_at', 'search_grams'];
  is_let_go boolean := tg_op = 'UPDATE' and old.converted_at is not null and new.converted_at is null
    and new.invoice_id is null and new.voided_invoice_id = old.invoice_id
    and exists (select from invoice_state where invoice_id = old.invoice_id and status = 'void');
  is_taken_again boolean := tg_op = 'UPDATE' and old.invoice_id is null and new.voided_invoice_id is not null
    and old.ends_on >= (select (now() at time zone timezone)::date from billing_entity where id = old.entity_id)
    and exists (select from invoice where id = new.invoice_id and issued_at is null
      and (entity_id, client_id, currency) = (old.entity_id, old.client_id, old.currency));
begin
  if tg_op = 'DELETE' or to_jsonb(new) - live <> to_jsonb(old) - live
    or new.ends_on > old.ends_on
    or (new.invoice_id is distinct from old.invoice_id and not is_let_go and not is_taken_again
      and (new.invoice_id is not null or old.converted_at is not null))
    or (new.voided_invoice_id is distinct from old.voided_invoice_id and not is_let_go)
    or (new.converted_at is distinct from old.converted_at and not is_let_go and (old.converted_at is not null
      or not exists (select from invoice where id = new.invoice_id and issued_at is not null)))
    or (old.converted_at is not null and new.ends_on <> old.ends_on) then
    raise exception 'a proforma is not changed' using errcode = 'DB001';
  end if;
  return new;
end $$;

-- As in 0019; what stands again after a void waits for another draft when this one goes.
create or replace function proforma_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = old.entity_id);
begin
  if tg_op = 'DELETE' or (new.entity_id, new.client_id, new.currency) <> (old.entity_id, old.client_id, old.currency) then
    update proforma set invoice_id = null,
        ends_on = case when voided_invoice_id is null then least(ends_on, today - 1) else ends_on end
      where invoice_id = old.id;
  elsif old.issued_at is null and new.issued_at is not null then
    update proforma set converted_at = now() where invoice_id = new.id and ends_on >= today;
  end if;
  return coalesce(new, old);
end $$;

create function proforma_let_go() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update proforma set converted_at = null, invoice_id = null, voided_invoice_id = new.invoice_id
    where invoice_id = new.invoice_id and converted_at is not null;
  return null;
end $$;
create trigger proforma_let_go after update of status on invoice_state for each row
  when (new.status = 'void' and old.status <> 'void') execute function proforma_let_go();

update proforma set converted_at = null, invoice_id = null, voided_invoice_id = state.invoice_id
  from invoice_state state
  where state.invoice_id = proforma.invoice_id and state.status = 'void' and proforma.converted_at is not null;
