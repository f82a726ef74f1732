-- Reminders and statements: what a client is sent about all that it owes a billing entity.

-- How the contact is addressed; null means as for invoices.
alter table client_contact
  add send_reminders text check (send_reminders in ('to', 'cc', 'none')),
  add send_statements text check (send_statements in ('to', 'cc', 'none'));

-- The same content as `body`, for mail programs that show HTML; null for a mail of plain text.
alter table email_message add html text;

-- The domains of the recipients, and when the last attempt began: no domain gets more than so many mails a minute.
create function mail_domains(addresses text) returns text[] language sql immutable
  return array(select distinct lower(found[1]) from regexp_matches(addresses, '@([^,@[:space:]]+)', 'g') as found);
alter table email_message add domains text[] not null generated always as (mail_domains(recipient || ', ' || cc)) stored,
  add attempted_at timestamptz;
create index email_message_attempted on email_message (attempted_at) where attempted_at is not null;

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

-- How a billing entity reminds its clients. Its `id` is that of the billing entity.
create table reminder_setting (
  id uuid primary key references billing_entity on delete cascade,
  -- propose: the worklist shows what would go out; send: the background work sends it.
  mode text not null default 'off' check (mode in ('off', 'propose', 'send')),
  -- The hour of the run, in the zone of the billing entity.
  hour smallint not null default 9 check (hour between 0 and 23),
  -- Its working days; null: Monday to Friday.
  calendar_id uuid references holiday_calendar,
  -- Nobody is reminded of this amount or less, in the base currency; null: the limit for small differences.
  remind_from bigint check (remind_from >= 0),
  -- The tax code of the fees.
  fee_tax_code_id uuid references tax_code,
  version int not null default 1,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  updated_at timestamptz not null default now(), updated_by uuid default daybook_actor()
);
create index reminder_setting_calendar on reminder_setting (calendar_id) where calendar_id is not null;
create index reminder_setting_fee_tax_code on reminder_setting (fee_tax_code_id) where fee_tax_code_id is not null;
call keep_record('reminder_setting');

-- The levels of a billing entity, in the order of their days. Levels after the due date are numbered from 1; a note before it has
-- the number 0, the one before that -1, and so on.
create table reminder_level (
  id uuid primary key default gen_random_uuid(),
  entity_id uuid not null references reminder_setting on delete cascade,
  no smallint not null,
  name text not null check (length(name) between 1 and 80),
  -- Days after the due date; negative: before it.
  offset_days smallint not null check (offset_days between -60 and 730),
  channel text not null default 'mail' check (channel in ('mail', 'letter', 'call')),
  -- The fewest days since the last reminder of any level.
  min_days smallint not null default 7 check (min_days between 1 and 365),
  -- {language: {subject, body}}; the usual text of the level where a language is missing.
  templates jsonb not null default '{}',
  attach_statement boolean not null default false,
  attach_invoices boolean not null default false,
  -- Proposed as a pending item, in the base currency; null: none.
  fee bigint check (fee > 0),
  unique (entity_id, no),
  constraint reminder_level_days unique (entity_id, offset_days) deferrable,
  constraint reminder_level_no check ((no > 0) = (offset_days >= 0))
);
create trigger audit after insert or update or delete on reminder_level for each row execute function audit_change();

-- A billing entity begins with a note and three levels, and with reminders off.
create function reminder_levels_begin() returns trigger language plpgsql security definer set search_path = public as $$
declare names text[] := case new.doc_locale
  when 'fr' then array['Avant l’échéance', 'Première relance', 'Deuxième relance', 'Dernière relance']
  when 'zh' then array['到期前提示', '第一次催款', '第二次催款', '最后一次催款']
  when 'ja' then array['期日前のお知らせ', '第1回督促', '第2回督促', '最終督促']
  else array['Before the due date', 'First reminder', 'Second reminder', 'Final reminder'] end;
begin
  insert into reminder_setting (id) values (new.id);
  insert into reminder_level (entity_id, no, name, offset_days, attach_statement, attach_invoices)
    select new.id, no, names[no + 1], days, no > 1, no = 1
    from unnest(array[0, 1, 2, 3], array[-3, 7, 21, 35]) as level (no, days);
  return null;
end $$;
create trigger reminder_levels_begin after insert on billing_entity for each row execute function reminder_levels_begin();

insert into reminder_setting (id) select id from billing_entity;
insert into reminder_level (entity_id, no, name, offset_days, attach_statement, attach_invoices)
  select entity.id, level.no, (case entity.doc_locale
      when 'fr' then array['Avant l’échéance', 'Première relance', 'Deuxième relance', 'Dernière relance']
      when 'zh' then array['到期前提示', '第一次催款', '第二次催款', '最后一次催款']
      when 'ja' then array['期日前のお知らせ', '第1回督促', '第2回督促', '最終督促']
      else array['Before the due date', 'First reminder', 'Second reminder', 'Final reminder'] end)[level.no + 1],
    level.days, level.no > 1, level.no = 1
  from billing_entity entity, unnest(array[0, 1, 2, 3], array[-3, 7, 21, 35]) as level (no, days);

-- A reminder as it was given: by mail, as a letter to print, or as a call that the responsible person is to make.
create table reminder (
  id uuid primary key,
  entity_id uuid not null references billing_entity,
  -- The client, or the payer of its group.
  client_id uuid not null references client,
  level smallint not null,
  day date not null,
  channel text not null check (channel in ('mail', 'letter', 'call')),
  -- The job or the nightly run that gave it; null if a person gave it alone.
  run_id uuid,
  mail_id uuid unique references client_mail,
  letter bytea references file_content,
  -- What it listed: {rows: [{invoiceId, no, dueOn, currency, asked}], totals: [{currency, amount}]}.
  content jsonb not null,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  -- However many servers try, and however often.
  constraint reminder_once unique (entity_id, client_id, level, day),
  constraint reminder_by_channel check ((mail_id is not null) = (channel = 'mail') and (letter is not null) = (channel = 'letter'))
);
create index reminder_of_client on reminder (client_id, day desc, id desc);
create index reminder_by_day on reminder (day, entity_id, id);
create index reminder_of_run on reminder (run_id) where run_id is not null;
create index reminder_letter on reminder (letter) where letter is not null;
create trigger audit after insert on reminder for each row execute function audit_change('content');
create trigger reminder_append_only before update or delete on reminder for each row execute function refuse_change();
create trigger reminder_no_truncate before truncate on reminder for each statement execute function refuse_change();

-- The run of a billing entity on a day. A server that takes it over goes on after the last client.
create table reminder_run (
  id uuid primary key default gen_random_uuid(),
  entity_id uuid not null references billing_entity,
  day date not null,
  mode text not null check (mode in ('propose', 'send')),
  -- Clients up to this one are done, in the order of their ids.
  done_through uuid,
  given int not null default 0,
  failed int not null default 0,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint reminder_run_once unique (entity_id, day)
);
create index reminder_run_open on reminder_run (entity_id) where ended_at is null;

call also_allow('notification', 'notification_kind_check', $$ kind in ('reminders_sent') $$);
insert into job_kind values ('reminder_send', 'reminders_sent', 'job');

-- What the last run of a billing entity proposed, for the worklist.
create table reminder_proposal (
  entity_id uuid not null references billing_entity on delete cascade,
  client_id uuid not null references client on delete cascade,
  level smallint not null,
  day date not null,
  primary key (entity_id, client_id)
);
create index reminder_proposal_of_client on reminder_proposal (client_id);
