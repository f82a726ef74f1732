-- Nothing is written on an erased client any more, also not on what hangs on it by a task, a series, a document or an enquiry
-- (docs/rules.md#erasure-of-a-client).

-- Refuses if one of the clients is erased. The lock waits for an erasure that is going on, and one that begins waits for it.
create function refuse_erased(led uuid[], relation text) returns void language plpgsql as $$
begin
  if cardinality(led) = 0 then
    return;
  end if;
  perform from client where id = any (led) order by id for key share;
  if exists (select from client where id = any (led) and erased_at is not null) then
    raise exception 'a row of % cannot be written on an erased client', relation using errcode = 'DB130';
  end if;
end $$;

-- The client that an enquiry became, or the one that it was merged into.
create function client_of_enquiry(of_enquiry uuid) returns uuid language sql stable as $$
  select coalesce(own.converted_client_id, other.converted_client_id)
  from enquiry own left join enquiry other on other.id = own.merged_into_id where own.id = of_enquiry
$$;

-- The argument says how the rows lead to a client; if absent, by client_id, whose foreign key waits for an erasure that is going on.
-- The clients are scalar subqueries, because PostgreSQL would read whole tables for a join with rows that it knows nothing about.
create or replace function erased_client_takes_nothing() returns trigger language plpgsql as $$
declare led uuid[];
begin
  case coalesce(tg_argv[0], '')
    when '' then
      if exists (select from client join made on made.client_id = client.id where client.erased_at is not null) then
        raise exception 'an erased client takes no new row of %', tg_table_name using errcode = 'DB130';
      end if;
      return null;
    when 'task' then
      led := array(select distinct (select client_id from task where task.id = made.task_id) from made);
    when 'series' then
      led := array(select distinct (select client_id from series where series.id = made.series_id) from made);
    when 'invoice' then
      led := array(select distinct (select client_id from invoice where invoice.id = made.invoice_id) from made);
    when 'promise' then
      led := array(select distinct (select client_id from promise where promise.id = made.promise_id) from made);
    when 'enquiry' then
      led := array(select distinct client_of_enquiry(made.enquiry_id) from made);
    when 'own enquiry' then
      led := array(select converted_client_id from made union select referrer_client_id from made);
    when 'payer' then
      led := array(select payer_client_id from made);
    when 'mail' then
      led := array(select coalesce((select client_id from invoice where invoice.id = made.invoice_id),
        (select client_id from proforma where proforma.id = made.proforma_id),
        (select client_id from receipt where receipt.id = made.receipt_id),
        (select client_id from credit_note where credit_note.id = made.credit_note_id)) from made);
    when 'file' then
      led := array(select coalesce((select client_id from invoice where invoice.id = made.invoice_id),
        (select client_id from receipt where receipt.id = made.receipt_id),
        (select client_id from credit_note where credit_note.id = made.credit_note_id),
        (select client_id from task where task.id = made.task_id),
        client_of_enquiry(made.enquiry_id)) from made);
  end case;
  perform refuse_erased(array_remove(led, null), tg_table_name);
  return null;
end $$;

-- The arguments are the columns that name a client, or an enquiry that leads to one.
create function names_no_erased_client() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  made jsonb := to_jsonb(new);
begin
  perform refuse_erased(array_remove(array(
    select case name when 'merged_into_id' then client_of_enquiry((made ->> name)::uuid) else (made ->> name)::uuid end
    from unnest(tg_argv) as name where made ->> name is not null and made -> name <> was -> name), null), tg_table_name);
  return null;
end $$;

-- A row of an erased client does not change but in the columns that the arguments name. The first argument says how it leads to the
-- client. Whoever erases has locked tasks, series, pending items and enquiries; on the way to the others the client is locked.
create function stays_of_erased_client() returns trigger language plpgsql as $$
declare
  owner uuid;
  live text[] := array['version', 'updated_at', 'updated_by', 'search_grams'] || tg_argv[1:];
begin
  case tg_argv[0]
    when 'client' then owner := new.client_id;
    when 'own enquiry' then owner := new.converted_client_id;
    when 'task' then owner := (select client_id from task where id = new.task_id);
    when 'series' then owner := (select client_id from series where id = new.series_id);
    when 'invoice' then owner := (select client_id from invoice where id = new.invoice_id);
    when 'file' then owner := coalesce((select client_id from invoice where id = new.invoice_id),
      (select client_id from receipt where id = new.receipt_id), (select client_id from credit_note where id = new.credit_note_id),
      (select client_id from task where id = new.task_id), client_of_enquiry(new.enquiry_id));
  end case;
  if owner is null or erasing() then
    return new;
  end if;
  if tg_argv[0] not in ('client', 'own enquiry') then
    perform from client where id = owner for key share;
  end if;
  if exists (select from client where id = owner and erased_at is not null) and to_jsonb(new) - live <> to_jsonb(old) - live then
    raise exception 'a row of % cannot be changed for an erased client', tg_table_name using errcode = 'DB130';
  end if;
  return new;
end $$;

do $$
declare
  relation text;
  way text;
  live text;
begin
  for relation, way in values ('task_note', 'task'), ('task_checklist_item', 'task'), ('time_entry', 'task'),
    ('series_exception', 'series'), ('series_run', 'series'), ('recurring_task', 'series'), ('recurring_invoice', 'series'),
    ('recurring_invoice_line', 'series'), ('dispute', 'invoice'), ('promise_change', 'promise'), ('invoice_mail', 'mail'),
    ('document_attachment', 'file'), ('enquiry', 'own enquiry'), ('enquiry_note', 'enquiry'), ('enquiry_service', 'enquiry'),
    ('client_group', 'payer') loop
    execute format('create trigger erased_client_takes_nothing after insert on %I
      referencing new table as made for each statement execute function erased_client_takes_nothing(%L)', relation, way);
  end loop;
  -- Who of the firm looks after a record may still change.
  for relation, way, live in values ('task', 'client', 'reviewer_id'), ('series', 'client', ''), ('pending_item', 'client', ''),
    ('enquiry', 'own enquiry', 'owner_id'), ('task_note', 'task', ''), ('task_checklist_item', 'task', ''), ('time_entry', 'task', ''),
    ('series_exception', 'series', ''), ('series_run', 'series', ''), ('recurring_task', 'series', ''),
    ('recurring_invoice', 'series', ''), ('recurring_invoice_line', 'series', ''), ('dispute', 'invoice', ''),
    ('document_attachment', 'file', '') loop
    execute format('create trigger stays_of_erased_client before update on %I
      for each row execute function stays_of_erased_client(%L, %L)', relation, way, live);
  end loop;
end $$;
create trigger names_no_erased_client after update of converted_client_id, referrer_client_id, merged_into_id on enquiry
  for each row execute function names_no_erased_client('converted_client_id', 'referrer_client_id', 'merged_into_id');
create trigger names_no_erased_client after update of payer_client_id on client_group
  for each row execute function names_no_erased_client('payer_client_id');

-- A reminder to the payer of a group lists what other clients of the group owe. When one of those is erased, the record stays with its
-- day, level and amounts; the text, the letter and the files go.
alter table client_mail add column erased_at timestamptz, alter body drop not null, alter html drop not null,
  add constraint client_mail_erased check ((body is null) = (erased_at is not null) and (html is null) = (erased_at is not null));
alter table reminder add column erased_at timestamptz, drop constraint reminder_by_channel,
  add constraint reminder_by_channel check ((mail_id is not null) = (channel = 'mail')
    and (letter is not null) = (channel = 'letter' and erased_at is null));

create function erase_reminders_to_payers(of_client uuid) returns void language plpgsql as $$
declare messages uuid[] := array(select message_id from client_mail
  where id in (select mail_id from reminder where of_client = any (other_client_ids)));
begin
  update reminder set letter = null, erased_at = now() where of_client = any (other_client_ids) and erased_at is null;
  delete from email_file where message_id = any (messages);
  update client_mail set body = null, html = null, erased_at = now() where message_id = any (messages) and erased_at is null;
  -- A mail that waits is not sent: the next run reminds the payer again.
  update email_message set body = '', html = null, failed_at = case when sent_at is null then coalesce(failed_at, now()) end
    where id = any (messages);
end $$;

-- As they were, but for enquiries, reminders to payers, and who follows the client up: whoever leaves could not hand that over.
do $do$
declare
  law regprocedure;
  before text;
  after text;
  told text;
begin
  for law, before, after in values
    ('lock_for_erasure(uuid)'::regprocedure, E'begin\n',
      E'begin\n  perform from enquiry where id in (select enquiries_of_client(of_client)) order by id for update;\n'),
    ('erase_mails(uuid, text[])', E'begin\n  delete from reminder', E'begin\n  perform erase_reminders_to_payers(of_client);\n  delete from reminder'),
    ('erase_follow_up(uuid)', 'update client_follow_up set next_on = null where client_id = of_client and next_on is not null;',
      'update client_follow_up set next_on = null, responsible_id = null where client_id = of_client;') loop
    told := pg_get_functiondef(law);
    if strpos(told, before) = 0 then
      raise exception 'the text of % is not as expected', law;
    end if;
    execute replace(told, before, after);
  end loop;
end $do$;

-- Clients that are erased already.
select set_config('daybook.erasing', 'on', true);
update client_erasure set within = pg_current_xact_id();
select erase_reminders_to_payers(client_id) from client_erasure;
update client_follow_up set responsible_id = null where client_id in (select client_id from client_erasure) and responsible_id is not null;
update client_erasure set within = null;
select set_config('daybook.erasing', '', true);

-- Many rows at once. These say what they said before, but a function in SQL is begun anew for each row: half of the time of the hash, and
-- most of the time of telling nobody.
create or replace function audit_hash(e audit_event) returns bytea language plpgsql immutable as $$
begin
  return sha256(convert_to(concat_ws('|', e.id, e.xid, extract(epoch from e.at), e.actor_id, e.request_id, e.action,
    e.entity, e.entity_id, e.body::text), 'UTF8'));
end $$;
create or replace function tell(person uuid, kind text, params jsonb, record_kind text, record_id uuid) returns void
  language plpgsql as $$
begin
  if person is not null and person is distinct from daybook_actor()
    and coalesce(current_setting('daybook.quiet', true), '') <> 'on' then
    insert into notification (user_id, kind, params, record_kind, record_id)
    values (person, tell.kind, tell.params, tell.record_kind, tell.record_id);
  end if;
end $$;

-- The timeline reads the credit notes of one client. Erasing or deleting a client looks for its documents; without these the whole
-- tables were read.
create index credit_note_of_client on credit_note (client_id);
create index invoice_of_client on invoice (client_id);
