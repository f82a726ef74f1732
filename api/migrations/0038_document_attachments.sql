-- Files beside any document: an order, a bank's slip, what a credit was agreed with. One table for invoices, receipts and credit notes.
alter table invoice_attachment rename to document_attachment;
alter table document_attachment
  alter column invoice_id drop not null,
  add column receipt_id uuid references receipt,
  add column credit_note_id uuid references credit_note on delete cascade,
  -- Taken off an issued document: the file stays, and so does why.
  add column removed_at timestamptz,
  add column removed_by uuid references app_user,
  add column removal_reason text check (removal_reason <> ''),
  add constraint document_attachment_of_one check (num_nonnulls(invoice_id, receipt_id, credit_note_id) = 1),
  add constraint document_attachment_removed check (num_nonnulls(removed_at, removed_by, removal_reason) in (0, 3));
alter index invoice_attachment_of rename to document_attachment_of_invoice;
create index document_attachment_of_receipt on document_attachment (receipt_id, created_at) where receipt_id is not null;
create index document_attachment_of_credit_note on document_attachment (credit_note_id, created_at) where credit_note_id is not null;
-- What servers of the release before read and write.
create view invoice_attachment as select attachment_id, invoice_id, created_at, created_by from document_attachment;

drop trigger audit on document_attachment;
drop trigger invoice_attachment_fixed on document_attachment;
drop trigger invoice_attachment_stays on document_attachment;
drop function invoice_attachment_stays();
alter trigger invoice_attachment_no_truncate on document_attachment rename to document_attachment_no_truncate;
create trigger audit after insert or update or delete on document_attachment for each row execute function audit_change();

-- It goes from a draft; a file of an issued document is taken off once, and is otherwise as it was added.
create function document_attachment_stays() returns trigger language plpgsql as $$
declare live text[] := array['removed_at', 'removed_by', 'removal_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.removed_at is not null or new.removed_at is null or to_jsonb(new) - live <> to_jsonb(old) - live then
      raise exception 'a file of a document is not changed' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if old.receipt_id is not null
    or exists (select from invoice where invoice.id = old.invoice_id and invoice.issued_at is not null)
    or exists (select from credit_note where credit_note.id = old.credit_note_id and credit_note.issued_at is not null) then
    raise exception 'a file of an issued document stays' using errcode = 'DB001';
  end if;
  return old;
end $$;
create trigger document_attachment_stays before update or delete on document_attachment
  for each row execute function document_attachment_stays();

-- As in 0033; a file belongs to the trail of the document that it is beside.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document belongs to the document's trail, not to its client's.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where not key = any (hidden) and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where not key = any (hidden) and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    -- A part of a client or a person without an id of its own belongs to their trail.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id', new_row ->> 'credit_note_id',
        old_row ->> 'receipt_id', old_row ->> 'invoice_id', old_row ->> 'credit_note_id'))::uuid, jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;
