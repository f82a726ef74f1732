-- A super admin erases a client: contact data, notes, files, texts and drafts go, and what the law keeps stays: issued documents
-- with the mails that carried them, the books, and the audit log (docs/rules.md#erasure-of-a-client).

alter table client add column erased_at timestamptz;

-- Only erase_client() writes it.
create table client_erasure (
  client_id uuid primary key references client on delete cascade,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(),
  created_by uuid not null default daybook_actor() references app_user,
  -- The transaction, while it erases: it alone may take back what is otherwise kept for ever.
  within xid8 default pg_current_xact_id()
);
create index client_erasure_by on client_erasure (created_by);
create trigger audit after insert on client_erasure for each row execute function audit_change('within', 'reason');

-- Whether this transaction is erasing a client. The setting alone gives nothing; it spares every other transaction the look-up.
create function erasing() returns boolean language plpgsql stable as $$
begin
  if coalesce(current_setting('daybook.erasing', true), '') = '' then
    return false;
  end if;
  return exists (select from client_erasure where within = pg_current_xact_id_if_assigned());
end $$;

-- The audit log says what went, and never what it said.
create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  hidden text[] := array['search_text', 'search_grams', 'updated_at', 'updated_by', 'created_at', 'created_by'] || tg_argv;
  -- The live part of a document is audited under the document, not under its client.
  own_id text := case when tg_table_name like '%\_state' then replace(tg_table_name, '_state', '_id') end;
  which jsonb := '{}';
  before jsonb := old_row - hidden;
  after jsonb := new_row - hidden;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row - hidden)
      where value is distinct from new_row -> key;
    select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row - hidden)
      where value is distinct from old_row -> key;
  end if;
  if before <> '{}' or after <> '{}' then
    if erasing() then
      before := '{}';
      after := '{}';
    elsif tg_op = 'UPDATE' and own_id is null and not new_row ? 'id' then
      select jsonb_build_object('of', jsonb_object_agg(key, value)) into which from jsonb_each(old_row)
        where key in ('no', 'kind', 'line1', 'contact_id', 'attachment_id');
    end if;
    -- A part of a client or person without an id of its own is audited under the client or person.
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      (coalesce(new_row ->> own_id, new_row ->> 'id', old_row ->> 'id', new_row ->> 'client_id', old_row ->> 'client_id',
        new_row ->> 'user_id', old_row ->> 'user_id', new_row ->> 'tax_code_id', old_row ->> 'tax_code_id',
        new_row ->> 'withholding_code_id', old_row ->> 'withholding_code_id',
        new_row ->> 'receipt_id', new_row ->> 'invoice_id', new_row ->> 'credit_note_id',
        old_row ->> 'receipt_id', old_row ->> 'invoice_id', old_row ->> 'credit_note_id',
        new_row ->> 'task_id', old_row ->> 'task_id', new_row ->> 'enquiry_id', old_row ->> 'enquiry_id'))::uuid,
      jsonb_build_object('before', before, 'after', after) || which, '');
  end if;
  return null;
end $$;

create or replace function audit_series_part() returns trigger language plpgsql security definer set search_path = public as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  before jsonb;
  after jsonb;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(old_row)
    where key not in ('created_at', 'created_by') and value is distinct from new_row -> key;
  select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(new_row)
    where key not in ('created_at', 'created_by') and value is distinct from old_row -> key;
  if before <> '{}' or after <> '{}' then
    if erasing() then
      before := '{}';
      after := '{}';
    end if;
    insert into audit_event (actor_id, request_id, action, entity, entity_id, body, hash)
    values (daybook_actor(), nullif(current_setting('daybook.request', true), ''),
      coalesce(nullif(current_setting('daybook.action', true), ''), lower(tg_op)), tg_table_name,
      coalesce(new_row ->> 'series_id', old_row ->> 'series_id')::uuid,
      jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;

-- The laws that keep texts and files for ever give way to an erasure, and to nothing else.
drop trigger client_note_stays on client_note;
create trigger client_note_stays before update or delete on client_note
  for each row when (not erasing()) execute function client_note_stays();
drop trigger client_file_stays on client_file;
create trigger client_file_stays before update or delete on client_file
  for each row when (not erasing()) execute function client_file_stays();
drop trigger document_attachment_stays on document_attachment;
create trigger document_attachment_stays before update or delete on document_attachment
  for each row when (not erasing()) execute function document_attachment_stays();
drop trigger task_note_stays on task_note;
create trigger task_note_stays before update or delete on task_note
  for each row when (not erasing()) execute function task_note_stays();
drop trigger time_stays_of_its_task on time_entry;
create trigger time_stays_of_its_task before update or delete on time_entry
  for each row when (not erasing()) execute function time_stays_of_its_task();
drop trigger follow_up_stays on follow_up;
create trigger follow_up_stays before update on follow_up
  for each row when (not erasing()) execute function follow_up_stays();
drop trigger follow_up_step_append_only on follow_up_step;
create trigger follow_up_step_append_only before update or delete on follow_up_step
  for each row when (not erasing()) execute function stays_unless_merged();
drop trigger promise_stays on promise;
create trigger promise_stays before update on promise
  for each row when (not erasing()) execute function promise_stays();
drop trigger promise_change_append_only on promise_change;
create trigger promise_change_append_only before update or delete on promise_change
  for each row when (not erasing()) execute function refuse_change();
drop trigger dispute_ends on dispute;
create trigger dispute_ends before update on dispute
  for each row when (not erasing()) execute function dispute_ends();
drop trigger reminder_append_only on reminder;
create trigger reminder_append_only before update or delete on reminder
  for each row when (not erasing()) execute function refuse_change();
drop trigger client_mail_append_only on client_mail;
create trigger client_mail_append_only before update or delete on client_mail
  for each row when (not erasing()) execute function stays_unless_merged();
drop trigger invoice_mail_append_only on invoice_mail;
create trigger invoice_mail_append_only before update or delete on invoice_mail
  for each row when (not erasing()) execute function refuse_change();
drop trigger email_file_append_only on email_file;
create trigger email_file_append_only before update or delete on email_file
  for each row when (not erasing()) execute function refuse_change();
drop trigger enquiry_note_append_only on enquiry_note;
create trigger enquiry_note_append_only before update or delete on enquiry_note
  for each row when (not erasing()) execute function refuse_change();
drop trigger enquiry_stays_merged on enquiry;
create trigger enquiry_stays_merged before update on enquiry
  for each row when (not erasing()) execute function enquiry_stays_merged();
drop trigger postdated_cheque_no_delete on postdated_cheque;
create trigger postdated_cheque_no_delete before delete on postdated_cheque
  for each row when (not erasing()) execute function refuse_change();

-- What was never changed or deleted before is so now, and the audit log says so.
do $$
declare relation text;
begin
  foreach relation in array array['follow_up', 'follow_up_step', 'reminder', 'client_mail', 'invoice_mail'] loop
    execute format('create trigger audit_erasure after update or delete on %I
      for each row when (erasing()) execute function audit_change()', relation);
  end loop;
  foreach relation in array array['task_note', 'enquiry_note'] loop
    execute format('create trigger audit_erasure after delete on %I
      for each row when (erasing()) execute function audit_change()', relation);
  end loop;
end $$;

-- That a mail went out with a document is proof and stays. Its text goes.
alter table invoice_mail add column erased_at timestamptz, alter body drop not null,
  add constraint invoice_mail_erased check ((body is null) = (erased_at is not null));
-- An enquiry stays for its figures, and nobody can be reached by it any more.
alter table enquiry add column erased_at timestamptz, drop constraint enquiry_check,
  add constraint enquiry_reachable check (num_nonnulls(email, phone) > 0 or erased_at is not null);

-- What is still open with a client, so that its data cannot be erased yet.
create function obstacles_to_erasure(of_client uuid) returns table (kind text, count bigint) language sql stable as $$
  select kind, count(*) from (
    select 'invoices' as kind from invoice_state where client_id = of_client and outstanding > 0
    union all select 'receipts' from receipt_state where client_id = of_client and used_up_on is null
    union all select 'credit_notes' from credit_note_state where client_id = of_client and available > 0
    union all select 'postdated_cheques' from postdated_cheque where client_id = of_client and status = 'waiting'
    union all select 'pending_invoices' from pending_item item
      where client_id = of_client and (status in ('open', 'held')
        or exists (select from invoice where invoice.id = item.invoice_id and issued_at is null))
    union all select 'expenses' from expense where client_id = of_client and status in ('draft', 'submitted')
    union all select case kind when 'task' then 'recurring_tasks' else 'recurring_invoices' end from series
      where client_id = of_client and status in ('active', 'paused')
    union all select 'tasks' from task
      where client_id = of_client and deleted_at is null and status not in ('completed', 'cancelled')
    union all select 'client_groups' from client_group where payer_client_id = of_client
    union all select 'jobs' from job_item item join job on job.id = item.job_id
      where job.ended_at is null and item.status = 'waiting' and item.subject = of_client
    union all select 'imports' from import_row part join import on import.id = part.import_id
      join job on job.id in (import.job_id, import.undo_job_id)
      where part.record_id = of_client and job.ended_at is null) as open
  group by kind order by kind
$$;

-- An erased client takes nothing new. It keeps who looks after it, because that says who sees its documents.
create function client_stays_erased() returns trigger language plpgsql as $$
declare live text[] := array['crm_id', 'manager_id', 'group_id', 'default_entity_id', 'version', 'updated_at', 'updated_by',
  'search_grams'];
begin
  if to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'client % is erased and does not change', old.code using errcode = 'DB130';
  end if;
  return new;
end $$;
create trigger client_stays_erased before update on client
  for each row when (old.erased_at is not null) execute function client_stays_erased();

-- A certificate of tax that it withheld may still come: the books need it.
-- The foreign key is checked before these triggers and waits for an erasure that is going on, so they see its result.
create function erased_client_takes_nothing() returns trigger language plpgsql as $$
begin
  if exists (select from client join made on made.client_id = client.id where client.erased_at is not null) then
    raise exception 'an erased client takes no new row of %', tg_table_name using errcode = 'DB130';
  end if;
  return null;
end $$;
create function goes_to_no_erased_client() returns trigger language plpgsql as $$
begin
  if exists (select from client where client.id = new.client_id and client.erased_at is not null) then
    raise exception 'a row of % cannot go to an erased client', tg_table_name using errcode = 'DB130';
  end if;
  return null;
end $$;
do $$
declare relation text;
begin
  foreach relation in array array['client_address', 'client_contact', 'client_document', 'client_file', 'client_note',
    'client_registration', 'client_reminders', 'series', 'task', 'invoice', 'credit_note', 'receipt', 'postdated_cheque', 'proforma',
    'pending_item', 'expense', 'opening_withheld', 'follow_up', 'follow_up_step', 'promise', 'reminder',
    'statement_schedule', 'client_mail'] loop
    execute format('create trigger erased_client_takes_nothing after insert on %I
      referencing new table as made for each statement execute function erased_client_takes_nothing()', relation);
    execute format('create trigger goes_to_no_erased_client after update of client_id on %I
      for each row when (new.client_id is distinct from old.client_id) execute function goes_to_no_erased_client()', relation);
  end loop;
end $$;

-- The enquiries that a client came from, with those merged into them.
create function enquiries_of_client(of_client uuid) returns setof uuid language sql stable as $$
  with recursive own as (
    select id from enquiry where converted_client_id = of_client
    union select enquiry.id from enquiry join own on enquiry.merged_into_id = own.id)
  select id from own
$$;

-- The rows of what is held on a client that other rows may name by their ids.
create function ids_of_client(of_client uuid) returns setof uuid language sql stable as $$
  select of_client
  union all select contact_id from client_contact where client_id = of_client
  union all select id from client_document where client_id = of_client
  union all select id from client_file where client_id = of_client
  union all select id from client_note where client_id = of_client
  union all select id from series where client_id = of_client
  union all select id from task where client_id = of_client
  union all select note.id from task_note note join task on task.id = note.task_id where task.client_id = of_client
  union all select entry.id from time_entry entry join task on task.id = entry.task_id where task.client_id = of_client
  union all select id from invoice where client_id = of_client
  union all select id from credit_note where client_id = of_client
  union all select id from receipt where client_id = of_client
  union all select id from postdated_cheque where client_id = of_client
  union all select id from proforma where client_id = of_client
  union all select id from pending_item where client_id = of_client
  union all select id from expense where client_id = of_client
  union all select id from withholding_certificate where client_id = of_client
  union all select id from follow_up where client_id = of_client
  union all select id from follow_up_step where client_id = of_client
  union all select id from promise where client_id = of_client
  union all select dispute.id from dispute join invoice on invoice.id = dispute.invoice_id where invoice.client_id = of_client
  union all select id from reminder where client_id = of_client
  union all select id from statement_schedule where client_id = of_client
  union all select id from client_mail where client_id = of_client
  union all select enquiries_of_client(of_client)
$$;

-- The parts of an erasure. Outside erase_client() the rights and laws above refuse what they do. A dash stands for a text that may
-- not be empty.

-- People of other clients stay with those. Returns the addresses and telephone numbers that nobody has any more.
create function erase_people(of_client uuid) returns text[] language plpgsql as $$
declare
  people uuid[] := array(select contact_id from client_contact where client_id = of_client);
  reached text[];
begin
  perform from contact where id = any (people) order by id for update;
  delete from client_contact where client_id = of_client;
  people := array(select id from contact where id = any (people)
    and not exists (select from client_contact where contact_id = contact.id));
  update follow_up set contact_id = null where contact_id = any (people);
  reached := array(select unnest(array[email, phone]) from contact where id = any (people)
    union select unnest(array[lower(email), phone]) from enquiry where id in (select enquiries_of_client(of_client)));
  delete from contact where id = any (people);
  delete from client_address where client_id = of_client;
  delete from client_registration where client_id = of_client;
  return array(select text from unnest(reached) as text where text is not null
    and not exists (select from contact where text in (email, phone)) and not exists (select from app_user where text in (email, phone)));
end $$;

-- Files go but for those of issued documents and of the books.
create function erase_files(of_client uuid) returns void language plpgsql as $$
declare gone uuid[];
begin
  with own as (delete from client_file where client_id = of_client returning attachment_id),
  registered as (delete from client_document where client_id = of_client returning attachment_id),
  attached as (delete from document_attachment where task_id in (select id from task where client_id = of_client)
      or enquiry_id in (select enquiries_of_client(of_client))
      or invoice_id in (select id from invoice where client_id = of_client and issued_at is null)
      or credit_note_id in (select id from credit_note where client_id = of_client and issued_at is null)
    returning attachment_id)
  select array_agg(attachment_id) into gone from (table own union all table registered union all table attached) as every
    where attachment_id is not null;
  update email_file set attachment_id = null where attachment_id = any (gone);
  delete from attachment where id = any (gone);
end $$;

create function erase_mails(of_client uuid, addresses text[]) returns void language plpgsql as $$
declare gone uuid[] := array(select message_id from client_mail where client_id = of_client
  union select id from email_message where lower(recipient) = any (addresses)
    and not exists (select from invoice_mail where message_id = email_message.id)
    and not exists (select from client_mail where message_id = email_message.id and client_id <> of_client));
  sent uuid[] := array(select id from invoice_mail
    where invoice_id in (select id from invoice where client_id = of_client)
      or receipt_id in (select id from receipt where client_id = of_client)
      or credit_note_id in (select id from credit_note where client_id = of_client)
      or proforma_id in (select id from proforma where client_id = of_client));
begin
  delete from reminder where client_id = of_client;
  delete from client_mail where client_id = of_client;
  delete from refused_address where (message_id = any (gone) or address = any (addresses))
    and not exists (select from contact where email = address);
  delete from email_file where message_id = any (gone);
  delete from email_message where id = any (gone)
    and not exists (select from refused_address where message_id = email_message.id);
  -- The mark on the address of another client's contact needs its mail.
  update email_message set recipient = '', cc = '', subject = '', body = '', html = null, refused = '{}',
    failed_at = case when sent_at is null then coalesce(failed_at, now()) end where id = any (gone);
  update invoice_mail set body = null, erased_at = now() where id = any (sent) and erased_at is null;
  -- The record of the document says who had it; the outbox need not. A mail that waits is not sent.
  update email_message set recipient = '', cc = '', subject = '', body = '', html = null,
    failed_at = case when sent_at is null then coalesce(failed_at, now()) end
    where id in (select message_id from invoice_mail where id = any (sent));
end $$;

create function erase_follow_up(of_client uuid) returns void language plpgsql as $$
begin
  update follow_up set note = case when note is not null then '–' end, person = null, contact_id = null
    where client_id = of_client and num_nonnulls(note, person, contact_id) > 0;
  update follow_up_step set note = null where client_id = of_client and note is not null;
  update promise set note = null where client_id = of_client and note is not null;
  update promise_change set note = null
    where promise_id in (select id from promise where client_id = of_client) and note is not null;
  update dispute set reason = '–', end_note = case when end_note is not null then '–' end
    where invoice_id in (select id from invoice where client_id = of_client);
  update client_follow_up set next_on = null where client_id = of_client and next_on is not null;
  delete from client_reminders where client_id = of_client;
  delete from reminder_proposal where client_id = of_client;
  delete from statement_schedule where client_id = of_client;
end $$;

-- What was done stays, with its days and hours; what people wrote about it goes.
create function erase_work(of_client uuid) returns void language plpgsql as $$
declare
  tasks uuid[] := array(select id from task where client_id = of_client);
  rules uuid[] := array(select id from series where client_id = of_client);
begin
  delete from task_mention where note_id in (select id from task_note where task_id = any (tasks));
  delete from task_note where task_id = any (tasks);
  delete from task_checklist_item where task_id = any (tasks);
  delete from task_former where task_id = any (tasks);
  update time_entry set note = null where task_id = any (tasks) and note is not null;
  update task set title = no, description = null, status_reason = null, search_text = search_normal(no),
    duplicate_reason = case when duplicate_reason is not null then '–' end where id = any (tasks);
  update series set title = '–', status_reason = null, search_text = '' where id = any (rules);
  update series_exception set reason = '–' where series_id = any (rules);
  update series_run set reason = '–' where series_id = any (rules) and reason is not null;
  update recurring_task set description = null, checklist = '[]' where series_id = any (rules);
  update recurring_invoice set terms = null, notes = null, po_no = null where series_id = any (rules);
  update recurring_invoice_line set description = '–' where series_id = any (rules);
  update pending_item set description = '–', search_text = '', reason = case when reason is not null then '–' end
    where client_id = of_client and status = 'written_off';
end $$;

-- Drafts were never posted. Their pending items were an obstacle, so none opens again.
create function erase_drafts(of_client uuid) returns void language plpgsql as $$
declare
  unissued uuid[] := array(select id from credit_note where client_id = of_client and issued_at is null);
  drafts uuid[] := array(select id from invoice where client_id = of_client and issued_at is null);
begin
  delete from credit_note_line where credit_note_id = any (unissued);
  delete from credit_note_invoice where credit_note_id = any (unissued);
  delete from credit_note where id = any (unissued);
  delete from invoice_line where invoice_id = any (drafts);
  delete from invoice where id = any (drafts);
  delete from postdated_cheque where client_id = of_client and status = 'withdrawn';
end $$;

create function erase_enquiries(of_client uuid) returns void language plpgsql as $$
declare own uuid[] := array(select enquiries_of_client(of_client));
begin
  delete from enquiry_note where enquiry_id = any (own);
  delete from enquiry_sender where enquiry_id = any (own);
  delete from enquiry_former where enquiry_id = any (own);
  update enquiry set name = no, company = null, email = null, phone = null, tax_id = null, lost_note = null,
    search_text = search_normal(no), erased_at = now() where id = any (own);
end $$;

-- The text of a part of an address, such as "Dupont & Fils" of "Dupont+%26+Fils".
create function address_text(part text) returns text language plpgsql immutable as $$
begin
  return (select convert_from(string_agg(case when found.piece[1] ~ '^%..$' then decode(substr(found.piece[1], 2), 'hex')
      else convert_to(found.piece[1], 'UTF8') end, '' order by found.no), 'UTF8')
    from regexp_matches(replace(part, '+', ' '), '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as found (piece, no));
exception when character_not_in_repertoire then
  return part;
end $$;

-- What was copied from the client elsewhere: by the ids of what was held, by its names, and by what nobody else has: addresses,
-- telephone and tax numbers.
create function erase_copies(of_client uuid, known uuid[], names text[], own text[]) returns void language plpgsql as $$
begin
  delete from client_change where client_id = of_client;
  delete from import_row where record_id = of_client or cells && own;
  update job_item set payload = '{}', refusal = case when refusal is not null then jsonb_build_object('code', refusal -> 'code') end,
    sha256 = null, file_name = null where subject = any (known) and status <> 'waiting';
  delete from notification where record_id = any (known)
    or exists (select from jsonb_each_text(params) as param where param.value = any (names || own));
  delete from saved_view where exists (select from unnest(of_client::text || own) as text where strpos(address_text(query), text) > 0)
    or exists (select from unnest(names) as text where strpos(' ' || lower(name || ' ' ||
      coalesce(address_text(substring(query from '(?:^|&)q=([^&]*)')), '')) || ' ', ' ' || lower(text) || ' ') > 0);
  -- A request that is sent again is refused instead of being done again.
  update idempotency_key set reply = 'null' where exists (
    select from regexp_matches(reply::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as found (id)
      where found.id[1]::uuid = any (known));
end $$;

-- Whoever is writing documents of the client ends first, so that the obstacles are those of the moment. The client comes last, as
-- wherever documents are posted.
create function lock_for_erasure(of_client uuid) returns void language plpgsql security definer set search_path = public as $$
begin
  perform from invoice where client_id = of_client and issued_at is null order by id for update;
  perform from credit_note where client_id = of_client and issued_at is null order by id for update;
  perform from invoice_state where client_id = of_client order by invoice_id for update;
  perform from receipt_state where client_id = of_client order by receipt_id for update;
  perform from credit_note_state where client_id = of_client order by id for update;
  perform from postdated_cheque where client_id = of_client order by id for update;
  perform from pending_item where client_id = of_client order by id for update;
  perform from expense where client_id = of_client order by id for update;
  perform from series where client_id = of_client order by id for update;
  perform from task where client_id = of_client order by id for update;
  perform from client where id = of_client for update;
end $$;

create function erase_client(of_client uuid, because text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  known uuid[];
  names text[];
  numbers text[];
  reached text[];
  own client;
begin
  if not exists (select from app_user where id = daybook_actor() and user_type = 'super_admin' and status = 'active') then
    raise exception 'only a super admin erases a client' using errcode = 'DB001';
  end if;
  perform lock_for_erasure(of_client);
  select * into own from client where id = of_client;
  if own.id is null or own.erased_at is not null then
    raise exception 'client % is erased already, or does not exist', of_client using errcode = 'DB130';
  end if;
  if exists (select from obstacles_to_erasure(of_client)) then
    raise exception 'client % is not settled', own.code using errcode = 'DB131';
  end if;
  insert into client_erasure (client_id, reason) values (of_client, because);
  perform set_config('daybook.erasing', 'on', true), set_config('daybook.quiet', 'on', true);
  known := array(select ids_of_client(of_client));
  names := array_remove(array[own.name, own.sort_name, own.legal_name, own.old_code], null)
    || array(select name from merged_client where client_id = of_client);
  numbers := array(select value from client_registration where client_id = of_client);
  reached := erase_people(of_client);
  perform erase_files(of_client);
  delete from client_note where client_id = of_client;
  perform erase_mails(of_client, reached);
  perform erase_follow_up(of_client);
  perform erase_drafts(of_client);
  perform erase_work(of_client);
  perform erase_enquiries(of_client);
  perform erase_copies(of_client, known, names, numbers || reached);
  update client set name = code, sort_name = code, legal_name = null, old_code = null, notes = null, tags = '{}',
    opening_lock_reason = null, credit_limit = null, reminders = 'off', reminders_paused_until = null, status = 'inactive',
    inactive_on = coalesce(inactive_on, (select (now() at time zone timezone)::date from billing_entity where id = default_entity_id)),
    status_reason = because, search_text = search_normal(code), version = version + 1, erased_at = now()
    where id = of_client;
  update merged_client set name = code where client_id = of_client;
  update client_erasure set within = null where client_id = of_client;
  perform set_config('daybook.erasing', '', true), set_config('daybook.quiet', '', true);
end $$;
