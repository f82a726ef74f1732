-- The withholding register and the tax registers, where something else happens at the same moment or comes back later.

-- Brings the register up to what a receipt withholds now. What shrinks first gives its certificates back, the latest first. A certificate
-- that is being entered for the same tax is waited for, and then given back.
create or replace function withholding_follows_receipt(asked uuid) returns void language plpgsql security definer set search_path = public as $$
declare shrunk record; proof record; surplus bigint;
begin
  if (select withheld from receipt where id = asked) = 0 then
    return;
  end if;
  for shrunk in
    select entry.id, entry.certified, coalesce(now_held.amount, 0) as amount, now_held.base, now_held.rate
    from withholding_entry entry left join withheld_of_receipt(asked) now_held using (client_id, section)
    where entry.receipt_id = asked order by entry.id for no key update of entry
  loop
    surplus := shrunk.certified - shrunk.amount;
    for proof in select id, amount from certificate_match where entry_id = shrunk.id and released_at is null
      order by created_at desc, id desc
    loop
      exit when surplus <= 0;
      update certificate_match set released_at = now(), released_by = daybook_actor() where id = proof.id;
      surplus := surplus - proof.amount;
    end loop;
    update withholding_entry entry set amount = shrunk.amount, base = shrunk.base, rate = shrunk.rate
      where entry.id = shrunk.id and (entry.amount, entry.base, entry.rate) is distinct from (shrunk.amount, shrunk.base, shrunk.rate);
  end loop;
  insert into withholding_entry (receipt_id, client_id, section, entity_id, currency, amount, base, rate, deducted_on, fy, quarter,
      quarter_ends_on, state)
    select asked, held.client_id, held.section, receipt.entity_id, receipt.currency, held.amount, held.base, held.rate,
      receipt.receipt_date, '', 1, receipt.receipt_date, 'claimed'
    from withheld_of_receipt(asked) held join receipt on receipt.id = asked
    on conflict (receipt_id, client_id, section) do nothing;
end $$;

-- Nothing is posted in a closed period, by any route (docs/rules.md#periods). An entry is posted at the moment at which it is sure that
-- nobody closes its period: what waited for the export of a tax register is thus later than the export.
create or replace function journal_entry_in_open_period() returns trigger language plpgsql as $$
begin
  perform require_open_day(new.entity_id, new.entry_date, new.source_type);
  new.posted_at := clock_timestamp();
  return new;
end $$;

-- How the buyer was treated for tax when the document was issued: the tables of a return depend on it, and the client's own may change.
alter table invoice add column buyer_treatment text;
alter table credit_note add column buyer_treatment text;

create function treated_as_at_issue() returns trigger language plpgsql as $$
begin
  select tax_treatment into new.buyer_treatment from client where id = new.client_id;
  return new;
end $$;
create trigger invoice_treated_as before insert or update on invoice
  for each row when (new.issued_at is not null) execute function treated_as_at_issue();
create trigger credit_note_treated_as before insert or update on credit_note
  for each row when (new.issued_at is not null) execute function treated_as_at_issue();

-- What is stored already gets today's treatment. The laws refuse changes of issued documents, so they are lifted for these statements
-- alone; nobody else writes these tables until the migration has ended.
alter table invoice disable trigger user;
update invoice set buyer_treatment = client.tax_treatment from client where client.id = invoice.client_id and invoice.issued_at is not null;
alter table invoice enable trigger user;
alter table credit_note disable trigger user;
update credit_note set buyer_treatment = client.tax_treatment
  from client where client.id = credit_note.client_id and credit_note.issued_at is not null;
alter table credit_note enable trigger user;
alter table invoice add constraint invoice_treated check (issued_at is null or buyer_treatment is not null);
alter table credit_note add constraint credit_note_treated check (issued_at is null or buyer_treatment is not null);
