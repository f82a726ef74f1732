-- What goes on from a series is also by those who wrote what it goes on from: most of its terms are theirs.
create or replace function series_authors(wanted uuid) returns setof uuid language sql stable rows 2 security definer set search_path = public as $$
  with recursive line (id) as (
    select wanted union select series.predecessor_id from series join line on line.id = series.id)
  select distinct actor_id from audit_event
  where entity_id in (select id from line) and actor_id is not null and (
    entity in ('recurring_invoice', 'recurring_invoice_line', 'recurring_invoice_price')
    or entity = 'series' and coalesce(body -> 'after', '{}') - array['version', 'state', 'paused_for', 'state_reason'] <> '{}')
$$;

-- The base currency stays from the first amount in it: also a draft that has its rate, the fee of work that comes back, and a
-- cheque of a later day.
create or replace function freeze_base_currency() returns trigger language plpgsql as $$
begin
  if new.base_currency <> old.base_currency and (exists (select from journal_entry where entity_id = old.id)
    or exists (select from expense where entity_id = old.id)
    or exists (select from invoice where entity_id = old.id and fx_rate is not null)
    or exists (select from postdated_cheque where entity_id = old.id and state = 'waiting')
    or exists (select from task where billing_entity_id = old.id and fee is not null)
    or exists (select from recurring_task where billing_entity_id = old.id and fee is not null)
    or exists (select from pending_item where entity_id = old.id)) then
    raise exception 'the base currency is fixed by the first amount in it' using errcode = 'DB005',
      constraint = 'billing_entity_base_currency';
  end if;
  return new;
end $$;

-- Who wrote a series, and who changed it last; whoever runs the firm where neither works there any more.
create function people_of_series(wanted uuid) returns setof uuid language sql stable rows 5 as $$
  select person.id from series, app_user person
  where series.id = wanted and person.status = 'active' and (person.id in (series.created_by, series.updated_by)
    or (person.user_type in ('admin', 'super_admin') and not exists (select from app_user known
      where known.id in (series.created_by, series.updated_by) and known.status = 'active')))
$$;

create or replace function tell_of_series() returns trigger language plpgsql as $$
declare notice text := case new.paused_for when 'failures' then 'series_failed' else 'series_missed' end;
begin
  insert into notification (user_id, kind, params, path)
  select person, notice, jsonb_build_object('title', new.title, 'client', client.name, 'reason', coalesce(new.state_reason, '')),
    case new.kind when 'task' then 'recurring_tasks' else 'recurring_invoices' end || '/edit/' || new.id
  from client, people_of_series(new.id) as person where client.id = new.client_id;
  return null;
end $$;

-- The letter of a recurring invoice that is not sent is told, since nobody stands beside it: not one whose invoice was voided.
create function tell_of_letter() returns trigger language plpgsql as $$
begin
  perform tell(person, 'mail_failed', jsonb_build_object('number', invoice.number, 'to', client.name),
      'invoices/view-invoice/' || invoice.id)
    from invoice join client on client.id = invoice.client_id, people_of_series(invoice.series_id) as person
    where invoice.id = new.invoice_id;
  return null;
end $$;
create trigger tell_of_letter after update of refusal on recurring_letter for each row
  when (old.refusal is null and new.refusal ->> 'code' <> 'STATE_NOT_ALLOWED') execute function tell_of_letter();

-- As in 0041; of a letter that nobody sent those are told who look after its series.
create or replace function tell_of_failed_mail() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell(person.id, 'mail_failed', jsonb_build_object(
      'number', coalesce(invoice.number, proforma.number, receipt.number, credit_note.number), 'to',
      array_to_string(case when new.failed_at is null then new.refused else mail.sent_to || mail.copied_to end, ', ')),
    case when mail.proforma_id is not null then 'proformas/view-proforma/' || proforma.id
      when mail.receipt_id is not null then 'receipts/view-receipts/' || receipt.id
      when mail.credit_note_id is not null then 'credit_nots/view-credit-note/' || credit_note.id
      else 'invoices/view-invoice/' || invoice.id end)
  from invoice_mail mail left join invoice on invoice.id = mail.invoice_id left join proforma on proforma.id = mail.proforma_id
    left join receipt on receipt.id = mail.receipt_id left join credit_note on credit_note.id = mail.credit_note_id,
    lateral (select mail.created_by where mail.created_by is not null
      union all select people_of_series(invoice.series_id) where mail.created_by is null) as person (id)
  where mail.message_id = new.id;
  return null;
end $$;

-- Whom a link was shown, where no mail took it to its addressee.
alter table one_time_link add column shown_to uuid references app_user on delete cascade;
