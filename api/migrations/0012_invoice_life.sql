-- What happens to an invoice besides being paid: it is sent, approved, written off, converted.

-- Widens a check of a list of words, whatever the list has become since.
create procedure also_allow(relation regclass, law name, condition text) language plpgsql as $$
declare held text;
begin
  select pg_get_expr(conbin, conrelid) into strict held from pg_constraint where conrelid = relation and conname = law;
  execute format('alter table %s drop constraint %I, add constraint %I check ((%s) or (%s))', relation, law, law, held, condition);
end $$;
call also_allow('notification', 'notification_kind_check', $$kind in ('mail_failed')$$);

-- What was sent is what is shown from then on: the bytes of the first sending (docs/rules.md#frozen-and-live-parts).
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

-- Where a document stands beyond its balances: a draft with its approval. `standing` is what people call its status.
alter table invoice_state
  add column stage text,
  add column standing text not null generated always as
    (case when stage is not null then stage when status = 'paid' and written_off > 0 then 'written_off' else status end) stored,
  add constraint invoice_state_stage check (stage is null or (stage in ('pending_approval', 'approved') and status = 'draft'));
drop index invoice_state_by_status;
create index invoice_state_by_standing on invoice_state (standing, issue_date desc, invoice_id desc);

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
        new_row ->> 'receipt_id', new_row ->> 'invoice_id'))::uuid, jsonb_build_object('before', before, 'after', after), '');
  end if;
  return null;
end $$;

-- A step of its life is in the history of the document.
create trigger audit_step after update on invoice_state for each row
  when (new.stage is distinct from old.stage and (new.stage is not null or old.stage = 'pending_approval')
    or (old.sent_at, old.written_off) is distinct from (new.sent_at, new.written_off))
  execute function audit_change('outstanding', 'settled_on', 'paid', 'standing');

alter table billing_entity add column invoice_approval boolean not null default false;

-- All that is approved: what the invoice will say and cost.
create function invoice_content(document uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    (select to_jsonb(head) from (select entity_id, client_id, issue_date, due_date, service_from, service_to, supply_date,
      currency, fx_rate, doc_locale, reverse_charge, po_no, terms, notes, net, tax, rounding, total, prepaid, payable
      from invoice where id = document) head),
    (select jsonb_agg(to_jsonb(line) - 'id' order by no) from invoice_line line where invoice_id = document),
    (select jsonb_agg(to_jsonb(part) order by no) from invoice_adjustment part where invoice_id = document))::text, 'UTF8'))
$$;

-- The steps of an approval. Nobody approves what they wrote, changed last or asked for, however high they stand.
create table approval_step (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  invoice_id uuid not null references invoice on delete cascade,
  step text not null check (step in ('asked', 'approved', 'sent_back', 'edited')),
  reason text,
  content bytea,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  check ((step = 'sent_back') = (reason is not null))
);
create index approval_step_invoice on approval_step (invoice_id, seq);
create trigger approval_step_only_added before update on approval_step for each row execute function refuse_change();
create trigger approval_step_no_truncate before truncate on approval_step for each statement execute function refuse_change();

create function approval_moves() returns trigger language plpgsql security definer set search_path = public as $$
declare document invoice; live invoice_state;
begin
  select * into document from invoice where id = new.invoice_id for update;
  select * into live from invoice_state where invoice_id = new.invoice_id for update;
  if live.status is distinct from 'draft' or document.doc_kind = 'proforma'
    or (new.step = 'asked' and live.stage is not null)
    or (new.step in ('approved', 'sent_back') and live.stage is distinct from 'pending_approval') then
    raise exception 'this step does not follow' using errcode = 'DB001';
  end if;
  new.created_by := daybook_actor();
  new.content := invoice_content(new.invoice_id);
  if new.step = 'approved' and (new.created_by is null or new.created_by in (document.created_by, document.updated_by)
    or new.created_by = (select created_by from approval_step where invoice_id = new.invoice_id and step = 'asked'
      order by seq desc limit 1)) then
    raise exception 'nobody approves their own draft' using errcode = 'DB040';
  end if;
  update invoice_state set stage = case new.step when 'asked' then 'pending_approval' when 'approved' then 'approved' end
    where invoice_id = new.invoice_id;
  return new;
end $$;
create trigger approval_moves before insert on approval_step for each row execute function approval_moves();

-- An edit takes an approval back, and the question for one; the issue ends it.
create function approval_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.issued_at is not null then
    update invoice_state set stage = null where invoice_id = new.id and stage is not null;
  elsif exists (select from invoice_state where invoice_id = new.id and stage is not null) then
    insert into approval_step (invoice_id, step) values (new.id, 'edited');
  end if;
  return new;
end $$;
create trigger approval_follows before update on invoice for each row execute function approval_follows();

-- Where the billing entity wants it, what is issued is what another person approved, to the letter.
create function invoice_issue_approved() returns trigger language plpgsql as $$
declare last approval_step;
begin
  if new.doc_kind = 'proforma' or not (select invoice_approval from billing_entity where id = new.entity_id) then
    return null;
  end if;
  select * into last from approval_step where invoice_id = new.id order by seq desc limit 1;
  if last.step is distinct from 'approved' or last.content is distinct from invoice_content(new.id) then
    raise exception 'invoice % is not approved as it is', new.id using errcode = 'DB041';
  end if;
  return null;
end $$;
create constraint trigger invoice_issue_approved after update on invoice deferrable initially deferred
  for each row when (old.issued_at is null and new.issued_at is not null) execute function invoice_issue_approved();

call also_allow('notification', 'notification_kind_check',
  $$kind in ('invoice_to_approve', 'invoice_approved', 'invoice_sent_back')$$);

-- What the firm gives up of what it is owed, dated; undone by naming the day it was taken back, never by deletion.
call also_allow('journal_entry', 'journal_entry_source_type_check', $$source_type in ('write_off')$$);
create table write_off (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  amount bigint not null check (amount > 0),
  -- In the base currency, at the invoice's rate.
  base bigint not null check (base >= 0),
  reason text not null check (reason <> ''),
  written_off_on date not null,
  reversed_on date,
  reversed_at timestamptz,
  reversed_by uuid references app_user,
  created_at timestamptz not null default now(), created_by uuid default daybook_actor(),
  check (reversed_on >= written_off_on),
  check ((reversed_on is null) = (reversed_at is null))
);
create index write_off_invoice on write_off (invoice_id);
create trigger audit after insert or update on write_off for each row execute function audit_change();
create trigger write_off_no_delete before delete on write_off for each row execute function refuse_change();
create trigger write_off_no_truncate before truncate on write_off for each statement execute function refuse_change();
alter table invoice_state add constraint invoice_state_void_owes_nothing check (status <> 'void' or written_off = 0);

create function write_off_only_reversed() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.reversed_at is null
    or (to_jsonb(new) - array['reversed_on', 'reversed_at', 'reversed_by'])
      <> (to_jsonb(old) - array['reversed_on', 'reversed_at', 'reversed_by']) then
    raise exception 'a write-off is only ever taken back, once' using errcode = 'DB001';
  end if;
  return new;
end $$;
create trigger write_off_only_reversed before update on write_off for each row execute function write_off_only_reversed();

-- Its bounds are those of an allocation: the balance moves with it, and no more is given up than is owed.
create function write_off_moves_balance() returns trigger language plpgsql security definer set search_path = public as $$
declare moved bigint := case when tg_op = 'INSERT' then new.amount else -new.amount end; target invoice_state;
begin
  select * into target from invoice_state where invoice_id = new.invoice_id for update;
  if target.status not in ('issued', 'part_paid', 'paid') or (tg_op = 'INSERT' and target.outstanding < moved) then
    raise exception 'more than the invoice still owes' using errcode = 'DB007';
  end if;
  update invoice_state set written_off = written_off + moved, outstanding = outstanding - moved,
    status = case when outstanding - moved = 0 then 'paid' when paid + credited + written_off + moved = 0 then 'issued'
      else 'part_paid' end,
    settled_on = case when outstanding - moved = 0 then greatest(settled_on, new.written_off_on) end
    where invoice_id = new.invoice_id;
  return null;
end $$;
create trigger write_off_moves_balance after insert or update on write_off
  for each row execute function write_off_moves_balance();

create function write_off_as_posted() returns trigger language plpgsql as $$
begin
  if receivable_of('{write_off,reversal}', array[new.id])
    <> -(select case when reversed_on is null then amount else 0 end from write_off where id = new.id) then
    raise exception 'write-off % is other than it is posted', new.id using errcode = 'DB006';
  end if;
  return null;
end $$;
create constraint trigger write_off_as_posted after insert or update on write_off deferrable initially deferred
  for each row execute function write_off_as_posted();

-- What took something off an invoice, in the base currency.
create view invoice_settlement as
  select invoice_id, invoice_base as base, reversed_on from allocation
  union all
  select invoice_id, base, reversed_on from write_off;
