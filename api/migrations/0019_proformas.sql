-- Proformas: what a draft said on a day, under a number of its own; asked for before the invoice, and posted nowhere.

create table proforma (
  id uuid primary key,
  -- Its draft, later the invoice; null once the draft is gone or is for somebody else.
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
  -- All that the draft said, as contracts/billing/proformas reads it.
  content jsonb not null,
  -- `valid_until`, or the day before another took its place, or its draft went.
  ends_on date not null,
  converted_at timestamptz,
  sent_at timestamptz,
  search_text text not null default '',
  search_grams text[] generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
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
create trigger audit after insert or update on proforma for each row execute function audit_change('content');
create trigger proforma_no_truncate before truncate on proforma for each statement execute function refuse_change();

-- It says what its draft says now, and the draft's earlier one ends with it.
create function proforma_begins() returns trigger language plpgsql security definer set search_path = public as $$
declare draft invoice;
begin
  select * into draft from invoice where id = new.invoice_id for update;
  if draft.id is null or draft.issued_at is not null or (draft.entity_id, draft.client_id, draft.currency, draft.payable)
    <> (new.entity_id, new.client_id, new.currency, new.payable) then
    raise exception 'a proforma says what its draft says' using errcode = 'DB001';
  end if;
  update proforma set ends_on = least(ends_on, new.issue_date - 1)
    where invoice_id = new.invoice_id and converted_at is null and ends_on >= new.issue_date;
  new.ends_on := new.valid_until;
  new.converted_at := null;
  new.sent_at := null;
  return new;
end $$;
create trigger proforma_begins before insert on proforma for each row execute function proforma_begins();

-- issued → converted | expired: what it says stays, it is converted once, and its end only comes nearer.
create function proforma_moves() returns trigger language plpgsql as $$
declare live text[] := array['invoice_id', 'ends_on', 'converted_at', 'sent_at', 'search_grams'];
begin
  if tg_op = 'DELETE' or to_jsonb(new) - live <> to_jsonb(old) - live
    or new.ends_on > old.ends_on
    or (new.invoice_id is distinct from old.invoice_id and (new.invoice_id is not null or old.converted_at is not null))
    or (new.converted_at is distinct from old.converted_at and (old.converted_at is not null
      or not exists (select from invoice where id = new.invoice_id and issued_at is not null)))
    or (old.converted_at is not null and new.ends_on <> old.ends_on) then
    raise exception 'a proforma is not changed' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger proforma_moves before update or delete on proforma for each row execute function proforma_moves();

-- The issue of its invoice converts it, if it has not ended; a draft that goes, or goes to somebody else, ends it.
create function proforma_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare today date := (select (now() at time zone timezone)::date from billing_entity where id = old.entity_id);
begin
  if tg_op = 'DELETE' or (new.entity_id, new.client_id, new.currency) <> (old.entity_id, old.client_id, old.currency) then
    update proforma set invoice_id = null, ends_on = least(ends_on, today - 1) where invoice_id = old.id;
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
    raise exception 'proforma % did not take its number', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger proforma_whole after insert on proforma deferrable initially deferred
  for each row execute function proforma_whole();

create or replace function document_number_held() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from receipt where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from expense where id = new.document_id and number = new.number and entity_id = new.entity_id)
    and not exists (select from proforma where id = new.document_id and number = new.number and entity_id = new.entity_id) then
    raise exception 'number % was taken by no document', new.number using errcode = 'DB006';
  end if;
  return null;
end $$;

-- What was sent is what is shown from then on.
create table proforma_file (
  proforma_id uuid primary key references proforma,
  sha256 bytea not null references file_content,
  created_at timestamptz not null default now()
);
create index proforma_file_content on proforma_file (sha256);
create trigger proforma_file_append_only before update or delete on proforma_file for each row execute function refuse_change();
create trigger proforma_file_no_truncate before truncate on proforma_file for each statement execute function refuse_change();

-- Files that go out with a mail.
create table email_file (
  message_id uuid not null references email_message,
  no smallint not null,
  name text not null check (name <> ''),
  sha256 bytea not null references file_content,
  primary key (message_id, no)
);
create index email_file_content on email_file (sha256);
create trigger email_file_append_only before update or delete on email_file for each row execute function refuse_change();
create trigger email_file_no_truncate before truncate on email_file for each statement execute function refuse_change();

-- A proforma goes out as an invoice does.
alter table invoice_mail
  alter column invoice_id drop not null,
  add column proforma_id uuid references proforma,
  add check (num_nonnulls(invoice_id, proforma_id) = 1),
  add unique (proforma_id, no);

create or replace function invoice_mail_goes_out() returns trigger language plpgsql security definer set search_path = public as $$
declare live invoice_state; today date;
begin
  if new.proforma_id is not null then
    select (now() at time zone timezone)::date into today from proforma join billing_entity entity on entity.id = entity_id
      where proforma.id = new.proforma_id and converted_at is null for update of proforma;
    if today is null or (select ends_on < today from proforma where id = new.proforma_id)
      or not exists (select from proforma_file where proforma_id = new.proforma_id)
      or new.no <> 1 + (select count(*) from invoice_mail where proforma_id = new.proforma_id) then
      raise exception 'only a proforma that stands goes out, with its file and in turn' using errcode = 'DB001';
    end if;
    update proforma set sent_at = now() where id = new.proforma_id;
    return new;
  end if;
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.number = '' or live.status = 'void'
    or not exists (select from invoice_file where invoice_id = new.invoice_id)
    or new.no <> 1 + (select count(*) from invoice_mail where invoice_id = new.invoice_id) then
    raise exception 'only an issued invoice goes out, with its file and in turn' using errcode = 'DB001';
  end if;
  update invoice_state set sent_at = now() where invoice_id = new.invoice_id;
  return new;
end $$;

create or replace function tell_of_failed_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(mail.created_by, 'mail_failed', jsonb_build_object('number', coalesce(invoice.number, proforma.number), 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    case when mail.invoice_id is null then 'proformas/view-proforma/' || proforma.id
      else 'invoices/view-invoice/' || invoice.id end)
  from invoice_mail mail left join invoice on invoice.id = mail.invoice_id left join proforma on proforma.id = mail.proforma_id
  where mail.message_id = new.id;
  return null;
end $$;
