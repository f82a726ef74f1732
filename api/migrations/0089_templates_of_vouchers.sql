-- Vouchers of expenses, of staff and of refunds keep the document template of their issue, as invoices and receipts do.

alter table expense add column template_id uuid references document_template;
alter table staff_voucher add column template_id uuid references document_template;
alter table receipt_refund add column template_id uuid references document_template;
create index expense_template on expense (template_id) where template_id is not null;
create index staff_voucher_template on staff_voucher (template_id) where template_id is not null;
create index receipt_refund_template on receipt_refund (template_id) where template_id is not null;

create function template_at(of_entity uuid, moment timestamptz) returns uuid language sql stable as $$
  select id from document_template where entity_id = of_entity and created_at <= moment order by no desc limit 1
$$;

-- What was issued before looks as it did on its day.
alter table expense disable trigger user;
update expense set template_id = template_at(entity_id, approved_at)
  where number is not null and entity_id in (select entity_id from document_template);
alter table expense enable trigger user;
alter table staff_voucher disable trigger user;
update staff_voucher set template_id = template_at(entity_id, posted_at)
  where number is not null and entity_id in (select entity_id from document_template);
alter table staff_voucher enable trigger user;
alter table receipt_refund disable trigger user;
update receipt_refund set template_id = template_at(receipt.entity_id, receipt_refund.created_at) from receipt
  where receipt.id = receipt_id and receipt_refund.number is not null and receipt.entity_id in (select entity_id from document_template);
alter table receipt_refund enable trigger user;
drop function template_at(uuid, timestamptz);

-- After the triggers that judge a change by what the caller wrote: triggers run in the order of their names.
create trigger template_is_kept before update on expense for each row
  when (old.number is null and new.number is not null) execute function keep_template();
create trigger template_is_kept before insert on staff_voucher for each row
  when (new.number is not null) execute function keep_template();
create trigger template_is_kept_later before update on staff_voucher for each row
  when (old.number is null and new.number is not null) execute function keep_template();

create function keep_template_of_refund() returns trigger language plpgsql as $$
begin
  new.template_id := (select template.id from document_template template join receipt on receipt.entity_id = template.entity_id
    where receipt.id = new.receipt_id order by template.no desc limit 1);
  return new;
end $$;
create trigger template_is_kept before insert on receipt_refund for each row
  when (new.number is not null) execute function keep_template_of_refund();
