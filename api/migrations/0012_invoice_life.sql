-- What happens to an invoice besides being paid: it is sent, approved, written off, converted.

-- Widens a check of a list of words, whatever the list has become since.
create procedure also_allow(relation regclass, law name, condition text) language plpgsql as $$
declare held text;
begin
  select pg_get_expr(conbin, conrelid) into strict held from pg_constraint where conrelid = relation and conname = law;
  execute format('alter table %s drop constraint %I, add constraint %I check ((%s) or (%s))', relation, law, law, held, condition);
end $$;
call also_allow('notification', 'notification_kind_check', $$kind in ('mail_failed')$$);

-- What was sent is what is shown from then on: the bytes of the first sending (ruling 19).
create table invoice_file (
  invoice_id uuid primary key references invoice,
  content bytea not null,
  pdf_sha256 bytea not null generated always as (sha256(content)) stored,
  created_at timestamptz not null default now()
);
create trigger invoice_file_append_only before update or delete on invoice_file for each row execute function refuse_change();
create trigger invoice_file_no_truncate before truncate on invoice_file for each statement execute function refuse_change();

-- One message to several people: `recipient` and `cc` are lists of addresses, parted by commas.
alter table email_message
  add column cc text not null default '',
  add column reply_to text,
  add column file_of uuid references invoice_file,
  add column file_name text,
  -- Whom the mail server refused while it took the mail for the others.
  add column refused text[] not null default '{}';

-- The n-th time that an invoice went out, so that two who send at once send once.
create table invoice_mail (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  no smallint not null check (no > 0),
  message_id uuid not null unique references email_message,
  sent_to text[] not null check (cardinality(sent_to) > 0),
  copied_to text[] not null default '{}',
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  unique (invoice_id, no)
);
create trigger audit after insert on invoice_mail for each row execute function audit_change();
create trigger invoice_mail_append_only before update or delete on invoice_mail for each row execute function refuse_change();
create trigger invoice_mail_no_truncate before truncate on invoice_mail for each statement execute function refuse_change();

-- Only what is issued and stands goes out, with its file, one sending after the other.
create function invoice_mail_goes_out() returns trigger language plpgsql security definer set search_path = public as $$
declare live invoice_state;
begin
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.number = '' or live.status = 'void'
    or not exists (select from invoice_file where invoice_id = new.invoice_id)
    or new.no <> 1 + (select count(*) from invoice_mail where invoice_id = new.invoice_id) then
    raise exception 'only an issued invoice goes out, with its file and in turn' using errcode = 'DB001';
  end if;
  update invoice_state set sent_at = now() where invoice_id = new.invoice_id;
  return new;
end $$;
create trigger invoice_mail_goes_out before insert on invoice_mail for each row execute function invoice_mail_goes_out();

-- Who sent it is told when it did not arrive.
create function tell_of_failed_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(mail.created_by, 'mail_failed', jsonb_build_object('number', invoice.number, 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    'invoices/view-invoice/' || invoice.id)
  from invoice_mail mail join invoice on invoice.id = mail.invoice_id where mail.message_id = new.id;
  return null;
end $$;
create trigger tell_of_failed_mail after update on email_message for each row
  when (old.failed_at is null and new.failed_at is not null or cardinality(new.refused) > cardinality(old.refused))
  execute function tell_of_failed_mail();
