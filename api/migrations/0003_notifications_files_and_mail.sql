-- Notifications, stored files, and outgoing mail.

-- The notifications of a person: listed under the bell, and shown at once in open tabs.
create table notification (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('task_assigned', 'task_to_review', 'task_sent_back', 'enquiry_assigned',
    'client_assigned', 'rights_changed', 'handed_over', 'books_wrong', 'mail_failed', 'invoice_to_approve', 'invoice_approved',
    'invoice_sent_back', 'expense_to_approve', 'expense_approved', 'expense_rejected', 'expense_reimbursed', 'expense_reversed',
    'invoices_issued', 'invoices_sent', 'invoices_collected', 'task_mentioned', 'series_failed', 'series_missed')),
  params jsonb not null default '{}',
  -- The record that it links to; `record_kind` is a kind of contracts/src/entities.ts.
  record_kind text,
  record_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  constraint notification_record check ((record_kind is null) = (record_id is null))
);
create index notification_list on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;

-- Every server listens for this and notifies the person's open tabs.
create function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_event', json_build_object('userId', new.user_id, 'event', 'notification')::text);
  return null;
end $$;
create trigger tell_of_notification after insert on notification for each row execute function tell_of_notification();

-- A change does not notify the person who made it. `daybook.quiet` is set when one notification covers many changes, as in a
-- hand-over, or when demo data is filled in.
create function tell(person uuid, kind text, params jsonb, record_kind text, record_id uuid) returns void language sql as $$
  insert into notification (user_id, kind, params, record_kind, record_id)
  select person, kind, params, record_kind, record_id
  where person is not null and person is distinct from daybook_actor()
    and coalesce(current_setting('daybook.quiet', true), '') <> 'on'
$$;

-- The content of files. Identical content is stored once, and in pieces, so that no process holds a whole file in memory.
create table file_content (
  sha256 bytea primary key check (length(sha256) = 32),
  -- The type detected from the content, whatever the file was called.
  type text not null check (type in (
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.ms-excel', 'application/msword', 'application/vnd.ms-powerpoint', 'application/x-ole-storage',
    'application/zip', 'application/json', 'application/xml', 'text/plain')),
  size int not null check (size between 1 and 26214400)
);
create trigger file_content_fixed before update on file_content
  for each row when (old is distinct from new) execute function refuse_change();

create table file_piece (
  sha256 bytea not null references file_content on delete cascade,
  no smallint not null,
  bytes bytea not null,
  primary key (sha256, no)
);
alter table file_piece alter column bytes set storage external;
create trigger file_piece_fixed before update on file_piece for each row execute function refuse_change();

create table attachment (
  id uuid primary key,
  sha256 bytea not null references file_content,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor()
);
create index attachment_content on attachment (sha256);
create trigger audit after insert or update or delete on attachment for each row execute function audit_change();
create trigger attachment_fixed before update on attachment for each row execute function refuse_change();

-- Mail is sent after the commit, at least once; the key prevents a repeated request from storing the same mail twice.
create table email_message (
  id uuid primary key,
  message_key text not null unique,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  -- One message to several people: `recipient` and `cc` are comma-separated lists of addresses.
  cc text not null default '',
  reply_to text,
  file_of uuid,
  file_name text,
  -- The recipients that the mail server refused while it accepted the mail for the others.
  refused text[] not null default '{}'
);
create index email_message_due on email_message (next_attempt_at) where sent_at is null and failed_at is null;

-- The files sent with a mail.
create table email_file (
  message_id uuid not null references email_message,
  no smallint not null,
  name text not null check (name <> ''),
  sha256 bytea not null references file_content,
  -- An attachment of the document that is sent with it.
  attachment_id uuid references attachment,
  primary key (message_id, no)
);
create index email_file_content on email_file (sha256);
create index email_file_attachment on email_file (attachment_id) where attachment_id is not null;
create trigger email_file_append_only before update or delete on email_file for each row execute function refuse_change();
create trigger email_file_no_truncate before truncate on email_file for each statement execute function refuse_change();
