-- Reminders and statements: what a client is sent about all that it owes a billing entity.

-- How the contact is addressed; null means as for invoices.
alter table client_contact
  add send_reminders text check (send_reminders in ('to', 'cc', 'none')),
  add send_statements text check (send_statements in ('to', 'cc', 'none'));

-- The same content as `body`, for mail programs that show HTML; null for a mail of plain text.
alter table email_message add html text;

-- One row for each mail about a client's account, as proof of what was sent to whom. Its files are in `email_file`, and the
-- addresses that the mail server refused in `email_message`.
create table client_mail (
  id uuid primary key,
  kind text not null check (kind in ('reminder', 'statement')),
  entity_id uuid not null references billing_entity,
  -- The client, or the payer of its group.
  client_id uuid not null references client,
  -- The date of the mail, in the time zone of the billing entity.
  day date not null,
  -- The number of the reminder level.
  level smallint,
  -- The job or the nightly run that sent it; null if a person sent it alone.
  run_id uuid,
  message_id uuid not null unique references email_message,
  sent_to text[] not null check (cardinality(sent_to) > 0),
  copied_to text[] not null default '{}',
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  html text not null check (html <> ''),
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  constraint client_mail_level check ((kind = 'reminder') = (level is not null))
);
create index client_mail_of_client on client_mail (client_id, day desc, id desc);
create index client_mail_by_day on client_mail (entity_id, day, id);
create index client_mail_of_run on client_mail (run_id) where run_id is not null;
create trigger audit after insert on client_mail for each row execute function audit_change('html');
create trigger client_mail_append_only before update or delete on client_mail for each row execute function refuse_change();
create trigger client_mail_no_truncate before truncate on client_mail for each statement execute function refuse_change();

-- When such a mail fails, its sender is notified; for a mail sent automatically, the client's relationship manager.
create function tell_of_failed_client_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(coalesce(mail.created_by, client.crm_id), 'mail_failed', jsonb_build_object('number', mail.subject, 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    'client', mail.client_id)
  from client_mail mail join client on client.id = mail.client_id where mail.message_id = new.id;
  return null;
end $$;
create trigger tell_of_failed_client_mail after update on email_message for each row
  when (old.failed_at is null and new.failed_at is not null or cardinality(new.refused) > cardinality(old.refused))
  execute function tell_of_failed_client_mail();
