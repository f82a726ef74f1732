-- Proformas, the files and mails of all documents, and jobs for many invoices.

-- A proforma is the content of a draft at one moment, under a number of its own. It is issued before the invoice, and posts nothing.
create table proforma (
  id uuid primary key,
  -- Its draft, later the invoice; null once the draft is deleted or has another client, entity or currency.
  invoice_id uuid references invoice,
  entity_id uuid not null references billing_entity,
  client_id uuid not null references client,
  number text not null,
  seq bigint not null,
  fy text not null,
  issue_date date not null,
  valid_until date not null,
  currency char(3) not null,
  payable bigint not null check (payable >= 0),
  -- The complete content of the draft, in the shape of contracts/src/billing/proformas/proformas.ts.
  content jsonb not null,
  -- The end of its validity: `valid_until`, or the day before another proforma replaced it or its draft was deleted.
  ends_on date not null,
  converted_at timestamptz,
  sent_at timestamptz,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- The invoice that was voided: the proforma is valid again, and another draft of the client may become its invoice.
  voided_invoice_id uuid references invoice,
  check (valid_until >= issue_date),
  check (ends_on <= valid_until),
  check ((content ->> 'payable')::bigint = payable),
  check ((content ->> 'total')::bigint
    = (content ->> 'net')::bigint + (content ->> 'tax')::bigint + (content ->> 'rounding')::bigint)
);
create index proforma_of_invoice on proforma (invoice_id) where invoice_id is not null;
create index proforma_by_date on proforma (issue_date, id);
create index proforma_by_end on proforma (valid_until, id);
create index proforma_by_client on proforma (client_id, issue_date, id);
create index proforma_by_client_end on proforma (client_id, valid_until, id);
create index proforma_by_entity on proforma (entity_id, issue_date, id);
create index proforma_by_entity_end on proforma (entity_id, valid_until, id);
create index proforma_by_currency on proforma (currency, issue_date, id);
create index proforma_by_currency_end on proforma (currency, valid_until, id);
create index proforma_open on proforma (issue_date, id) where converted_at is null;
create index proforma_open_end on proforma (valid_until, id) where converted_at is null;
create index proforma_converted on proforma (issue_date, id) where converted_at is not null;
create index proforma_search on proforma using gin (search_grams);
create index proforma_of_voided_invoice on proforma (voided_invoice_id) where voided_invoice_id is not null;
create trigger audit after insert or update on proforma for each row execute function audit_change('content');
create trigger proforma_no_truncate before truncate on proforma for each statement execute function refuse_change();

-- It has the current content of its draft, and ends the draft's earlier proforma.
create function proforma_begins() returns trigger language plpgsql security definer set search_path = public as $$
declare draft invoice;
begin
  select * into draft from invoice where id = new.invoice_id for update;
  if draft.id is null or draft.issued_at is not null or (draft.entity_id, draft.client_id, draft.currency, draft.payable)
    <> (new.entity_id, new.client_id, new.currency, new.payable) then
    raise exception 'a proforma must be for a draft with the same entity, client, currency and amount' using errcode = 'DB001';
  end if;
  update proforma set ends_on = least(ends_on, new.issue_date - 1)
    where invoice_id = new.invoice_id and converted_at is null and ends_on >= new.issue_date;
  new.ends_on := new.valid_until;
  new.converted_at := null;
  new.sent_at := null;
  return new;
end $$;
create trigger proforma_begins before insert on proforma for each row execute function proforma_begins();

-- issued → converted | expired. The content is fixed, the conversion happens once, and the end can only move earlier. When its
-- invoice is voided, the proforma is released, and another draft may take it.
create function proforma_moves() returns trigger language plpgsql as $$
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
    raise exception 'a proforma cannot be deleted, nor changed except to end, convert, release or reassign it' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger proforma_moves before update or delete on proforma for each row execute function proforma_moves();

-- The issue of its invoice converts a proforma that has not ended. Deleting the draft, or changing its client, entity or
-- currency, ends it; a proforma released by a void keeps its validity and waits for another draft.
create function proforma_follows() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger proforma_follows before delete on invoice for each row execute function proforma_follows();
create trigger proforma_follows_draft after update of entity_id, client_id, currency, issued_at on invoice
  for each row execute function proforma_follows();

create function proforma_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from document_number where document_id = new.id and number = new.number and seq = new.seq) then
    raise exception 'proforma % has a number that was not drawn from its series', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger proforma_whole after insert on proforma deferrable initially deferred
  for each row execute function proforma_whole();

create function proforma_let_go() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update proforma set converted_at = null, invoice_id = null, voided_invoice_id = new.invoice_id
    where invoice_id = new.invoice_id and converted_at is not null;
  return null;
end $$;
create trigger proforma_let_go after update of status on invoice_state for each row
  when (new.status = 'void' and old.status <> 'void') execute function proforma_let_go();

-- The file that was first sent, which is shown from then on.
create table proforma_file (
  proforma_id uuid primary key references proforma,
  sha256 bytea not null references file_content,
  created_at timestamptz not null default now()
);
create index proforma_file_content on proforma_file (sha256);
create trigger proforma_file_append_only before update or delete on proforma_file for each row execute function refuse_change();
create trigger proforma_file_no_truncate before truncate on proforma_file for each statement execute function refuse_change();

-- A number is taken only by a document that has it at commit.
create function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt_refund refund join receipt on receipt.id = refund.receipt_id
      where refund.id = new.document_id and refund.number = new.number and receipt.entity_id = new.entity_id)
    and not exists (select from expense where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from proforma where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % must belong to a document of its entity', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger document_number_held after insert on document_number deferrable initially deferred
  for each row when (new.doc_kind <> 'credit_note') execute function document_number_held();

create function credit_note_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_note where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % must belong to a credit note of its entity', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger credit_note_number_held after insert on document_number deferrable initially deferred
  for each row when (new.doc_kind = 'credit_note') execute function credit_note_number_held();

-- The file that was first sent, which is shown from then on (docs/rules.md#frozen-and-live-parts).
create table invoice_file (
  invoice_id uuid primary key references invoice,
  content bytea not null,
  pdf_sha256 bytea not null generated always as (sha256(content)) stored,
  created_at timestamptz not null default now()
);
alter table email_message add constraint email_message_file_of_fkey foreign key (file_of) references invoice_file;
create trigger invoice_file_append_only before update or delete on invoice_file for each row execute function refuse_change();
create trigger invoice_file_no_truncate before truncate on invoice_file for each statement execute function refuse_change();

-- One row for each sending, numbered, so that concurrent requests send once.
create table invoice_mail (
  id uuid primary key,
  invoice_id uuid references invoice,
  no smallint not null check (no > 0),
  message_id uuid not null unique references email_message,
  sent_to text[] not null check (cardinality(sent_to) > 0),
  copied_to text[] not null default '{}',
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  proforma_id uuid references proforma,
  receipt_id uuid references receipt,
  credit_note_id uuid references credit_note,
  unique (invoice_id, no),
  unique (proforma_id, no),
  constraint invoice_mail_of_one check (num_nonnulls(invoice_id, proforma_id, receipt_id, credit_note_id) = 1),
  unique (receipt_id, no),
  unique (credit_note_id, no)
);
create trigger audit after insert on invoice_mail for each row execute function audit_change();
create trigger invoice_mail_append_only before update or delete on invoice_mail for each row execute function refuse_change();
create trigger invoice_mail_no_truncate before truncate on invoice_mail for each statement execute function refuse_change();

-- Only an issued, valid document is sent, with its file, one mail after another.
create function invoice_mail_goes_out() returns trigger language plpgsql security definer set search_path = public as $$
declare live invoice_state; today date;
begin
  if new.proforma_id is not null then
    select (now() at time zone timezone)::date into today from proforma join billing_entity entity on entity.id = entity_id
      where proforma.id = new.proforma_id and converted_at is null for update of proforma;
    if today is null or (select ends_on < today from proforma where id = new.proforma_id)
      or not exists (select from proforma_file where proforma_id = new.proforma_id)
      or new.no <> 1 + (select count(*) from invoice_mail where proforma_id = new.proforma_id) then
      raise exception 'only a valid proforma with a file can be sent, and its mails must be numbered in order' using errcode = 'DB001';
    end if;
    update proforma set sent_at = now() where id = new.proforma_id;
    return new;
  end if;
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.number = '' or live.status = 'void'
    or not exists (select from invoice_file where invoice_id = new.invoice_id)
    or new.no <> 1 + (select count(*) from invoice_mail where invoice_id = new.invoice_id) then
    raise exception 'only an issued invoice with a file can be sent, unless it is void, and its mails must be numbered in order' using errcode = 'DB001';
  end if;
  update invoice_state set sent_at = now() where invoice_id = new.invoice_id;
  return new;
end $$;
create trigger invoice_mail_goes_out before insert on invoice_mail for each row
  when (num_nonnulls(new.invoice_id, new.proforma_id) = 1) execute function invoice_mail_goes_out();

create function receipt_mail_goes_out() returns trigger language plpgsql security definer set search_path = public as $$
declare stands boolean;
begin
  if new.receipt_id is not null then
    select live.status = 'posted' and receipt.mode <> 'opening' into stands
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
    raise exception 'only a valid receipt or credit note, no opening balance, can be sent, with a file and numbered in order' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger receipt_mail_goes_out before insert on invoice_mail for each row
  when (num_nonnulls(new.receipt_id, new.credit_note_id) = 1) execute function receipt_mail_goes_out();

-- Files attached to a document or task, such as an order, a time sheet, a bank slip or the agreement about a credit.
create table document_attachment (
  attachment_id uuid primary key references attachment,
  invoice_id uuid references invoice on delete cascade,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  receipt_id uuid references receipt,
  credit_note_id uuid references credit_note on delete cascade,
  -- Removed from an issued document: the file and the reason are stored.
  removed_at timestamptz,
  removed_by uuid references app_user,
  removal_reason text check (removal_reason <> ''),
  task_id uuid references task,
  constraint document_attachment_removed check (num_nonnulls(removed_at, removed_by, removal_reason) in (0, 3)),
  constraint document_attachment_of_one check (num_nonnulls(invoice_id, receipt_id, credit_note_id, task_id) = 1)
);
create index document_attachment_of_invoice on document_attachment (invoice_id, created_at);
create index document_attachment_of_receipt on document_attachment (receipt_id, created_at) where receipt_id is not null;
create index document_attachment_of_credit_note on document_attachment (credit_note_id, created_at) where credit_note_id is not null;
create index document_attachment_of_task on document_attachment (task_id, created_at) where task_id is not null;
create trigger document_attachment_no_truncate before truncate on document_attachment
  for each statement execute function refuse_change();
create trigger audit after insert or update or delete on document_attachment for each row execute function audit_change();

-- A file can be deleted from a draft or an open task. On an issued document or a finished task it can be removed once, and
-- nothing else about it changes.
create function document_attachment_stays() returns trigger language plpgsql as $$
declare live text[] := array['removed_at', 'removed_by', 'removal_reason'];
begin
  if tg_op = 'UPDATE' then
    if old.removed_at is not null or new.removed_at is null or to_jsonb(new) - live <> to_jsonb(old) - live then
      raise exception 'a file of a document cannot be changed except to remove it, once' using errcode = 'DB001';
    end if;
    return new;
  end if;
  if old.receipt_id is not null
    or exists (select from invoice where invoice.id = old.invoice_id and invoice.issued_at is not null)
    or exists (select from credit_note where credit_note.id = old.credit_note_id and credit_note.issued_at is not null)
    or exists (select from task where task.id = old.task_id and task.status in ('completed', 'cancelled')) then
    raise exception 'a file of an issued document or finished task cannot be deleted' using errcode = 'DB001';
  end if;
  return old;
end $$;
create trigger document_attachment_stays before update or delete on document_attachment
  for each row execute function document_attachment_stays();

-- The mail of an issued recurring invoice. It is written and sent after the numbers are taken, so that no issue waits for it.
-- The row is deleted when the mail is sent; a refused mail stays with its refusal.
create table recurring_letter (
  invoice_id uuid primary key references invoice,
  not_before timestamptz not null default now(),
  failures int not null default 0,
  -- {code, params}
  refusal jsonb
);
create index recurring_letter_waits on recurring_letter (not_before) where refusal is null;

-- When the mail of a recurring invoice is refused, the people of the series are notified, unless the invoice was voided.
create function tell_of_letter() returns trigger language plpgsql as $$
begin
  perform tell(person, 'mail_failed', jsonb_build_object('number', invoice.number, 'to', client.name),
      'invoice', invoice.id)
    from invoice join client on client.id = invoice.client_id, people_of_series(invoice.series_id) as person
    where invoice.id = new.invoice_id;
  return null;
end $$;
create trigger tell_of_letter after update of refusal on recurring_letter for each row
  when (old.refusal is null and new.refusal ->> 'code' <> 'STATE_NOT_ALLOWED') execute function tell_of_letter();

-- When a mail fails, its sender is notified; for a mail sent automatically, the people of the series.
create function tell_of_failed_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(person.id, 'mail_failed', jsonb_build_object(
      'number', coalesce(invoice.number, proforma.number, receipt.number, credit_note.number), 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    case when mail.proforma_id is not null then 'proforma' when mail.receipt_id is not null then 'receipt'
      when mail.credit_note_id is not null then 'credit_note' else 'invoice' end,
    coalesce(mail.proforma_id, mail.receipt_id, mail.credit_note_id, mail.invoice_id))
  from invoice_mail mail left join invoice on invoice.id = mail.invoice_id left join proforma on proforma.id = mail.proforma_id
    left join receipt on receipt.id = mail.receipt_id left join credit_note on credit_note.id = mail.credit_note_id,
    lateral (select mail.created_by where mail.created_by is not null
      union all select people_of_series(invoice.series_id) where mail.created_by is null) as person (id)
  where mail.message_id = new.id;
  return null;
end $$;
create trigger tell_of_failed_mail after update on email_message for each row
  when (old.failed_at is null and new.failed_at is not null or cardinality(new.refused) > cardinality(old.refused))
  execute function tell_of_failed_mail();

-- A job does one step for many invoices in the background, one by one (docs/decisions/014-jobs-do-the-single-command.md).
create table invoice_job (
  id uuid primary key,
  kind text not null check (kind in ('issue', 'send', 'pdf')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  -- The person whose permissions and scope apply when an item is processed.
  created_by uuid not null default daybook_actor() references app_user,
  started_at timestamptz,
  ended_at timestamptz,
  constraint invoice_job_ended check ((status in ('done', 'cancelled')) = (ended_at is not null))
);
create index invoice_job_own on invoice_job (created_by, created_at desc, id desc);
create index invoice_job_open on invoice_job (created_at, id) where ended_at is null;
create index invoice_job_ended_at on invoice_job (ended_at);
create trigger audit after insert or update on invoice_job for each row execute function audit_change();

create function invoice_job_moves() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a job that has ended cannot be changed' using errcode = 'DB001';
  end if;
  if new.status = 'done' and exists (select from invoice_job_item item where item.job_id = new.id and item.status = 'waiting') then
    raise exception 'a job with waiting items cannot be marked as done' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger invoice_job_moves before update on invoice_job for each row execute function invoice_job_moves();

-- A job notifies its author when it ends, because the author has moved on to other work. A job that its author cancelled notifies nobody.
create function tell_of_invoice_job() returns trigger language plpgsql as $$
begin
  insert into notification (user_id, kind, params, record_kind, record_id)
  select new.created_by, case new.kind when 'issue' then 'invoices_issued' when 'send' then 'invoices_sent' else 'invoices_collected' end,
    jsonb_build_object('done', count(*) filter (where item.status <> 'refused'), 'refused', count(*) filter (where item.status = 'refused')),
    'invoice_job', new.id
  from invoice_job_item item where item.job_id = new.id;
  return null;
end $$;
create trigger tell_of_invoice_job after update of status on invoice_job for each row
  when (new.status = 'done') execute function tell_of_invoice_job();

create table invoice_job_item (
  job_id uuid not null references invoice_job on delete cascade,
  -- The order in which items are processed, and so numbered.
  no int not null check (no > 0),
  -- No foreign key: a draft may be deleted before its turn, and its item is then refused.
  invoice_id uuid not null,
  -- What the person saw: the version of the draft, or how often the invoice had been sent.
  seen int,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'refused', 'skipped')),
  -- {code, params, fields}, as in the reply to a single command.
  refusal jsonb,
  -- How often the database failed on this item.
  failures int not null default 0,
  -- The PDF of a collecting job, until it is purged.
  sha256 bytea references file_content,
  file_name text,
  done_at timestamptz,
  primary key (job_id, no),
  unique (job_id, invoice_id),
  constraint invoice_job_item_done check ((status = 'waiting') = (done_at is null)),
  constraint invoice_job_item_refused check ((status = 'refused') = (refusal is not null)),
  constraint invoice_job_item_file check ((sha256 is null) = (file_name is null))
);
create index invoice_job_item_waiting on invoice_job_item (job_id, no) where status = 'waiting';
create index invoice_job_item_file on invoice_job_item (sha256) where sha256 is not null;

-- A result is final; only its file is deleted after a time.
create function invoice_job_item_moves() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' and (new.status, new.refusal, new.done_at) is distinct from (old.status, old.refusal, old.done_at) then
    raise exception 'the result of an item of a job cannot be changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger invoice_job_item_moves before update on invoice_job_item for each row execute function invoice_job_item_moves();

-- The status of the job follows its items: it starts with the first and ends with the last.
create function invoice_job_follows() returns trigger language plpgsql as $$
begin
  if old.status = 'waiting' and new.status <> 'waiting' then
    update invoice_job set
      started_at = coalesce(started_at, clock_timestamp()),
      status = case when waits then 'running' else 'done' end,
      ended_at = case when waits then null else clock_timestamp() end
    from (select exists (select from invoice_job_item item where item.job_id = new.job_id and item.status = 'waiting') as waits) rest
    where id = new.job_id and ended_at is null and (status = 'waiting' or not waits);
  end if;
  return null;
end $$;
create trigger invoice_job_follows after update on invoice_job_item for each row execute function invoice_job_follows();
