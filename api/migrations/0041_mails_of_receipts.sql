-- Receipts and credit notes go out by mail as invoices do; the message keeps the paper that went.
alter table invoice_mail
  drop constraint invoice_mail_check,
  add column receipt_id uuid references receipt,
  add column credit_note_id uuid references credit_note,
  add constraint invoice_mail_of_one check (num_nonnulls(invoice_id, proforma_id, receipt_id, credit_note_id) = 1),
  add unique (receipt_id, no),
  add unique (credit_note_id, no);

create function receipt_mail_goes_out() returns trigger language plpgsql security definer set search_path = public as $$
declare stands boolean;
begin
  if new.receipt_id is not null then
    select live.state = 'posted' and receipt.mode <> 'opening' into stands
      from receipt_state live join receipt on receipt.id = live.receipt_id
      where live.receipt_id = new.receipt_id for update of live;
  else
    select live.status not in ('draft', 'void') into stands from credit_note_state live
      where live.id = new.credit_note_id for update of live;
  end if;
  if stands is not true
    or not exists (select from email_file where email_file.message_id = new.message_id and email_file.attachment_id is null)
    or new.no <> 1 + (select count(*) from invoice_mail earlier
      where earlier.receipt_id = new.receipt_id or earlier.credit_note_id = new.credit_note_id) then
    raise exception 'only what is issued and stands goes out, with its file and in turn' using errcode = 'DB001';
  end if;
  return new;
end $$;
drop trigger invoice_mail_goes_out on invoice_mail;
create trigger invoice_mail_goes_out before insert on invoice_mail for each row
  when (num_nonnulls(new.invoice_id, new.proforma_id) = 1) execute function invoice_mail_goes_out();
create trigger receipt_mail_goes_out before insert on invoice_mail for each row
  when (num_nonnulls(new.receipt_id, new.credit_note_id) = 1) execute function receipt_mail_goes_out();

-- As in 0019, of every kind of document.
create or replace function tell_of_failed_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(mail.created_by, 'mail_failed', jsonb_build_object(
      'number', coalesce(invoice.number, proforma.number, receipt.number, credit_note.number), 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    case when mail.proforma_id is not null then 'proformas/view-proforma/' || proforma.id
      when mail.receipt_id is not null then 'receipts/view-receipts/' || receipt.id
      when mail.credit_note_id is not null then 'credit_nots/view-credit-note/' || credit_note.id
      else 'invoices/view-invoice/' || invoice.id end)
  from invoice_mail mail left join invoice on invoice.id = mail.invoice_id left join proforma on proforma.id = mail.proforma_id
    left join receipt on receipt.id = mail.receipt_id left join credit_note on credit_note.id = mail.credit_note_id
  where mail.message_id = new.id;
  return null;
end $$;
