-- When work is due. Each condition is written once: what takes the work from its queue asks it, and so does the count of what a restored
-- firm holds back (docs/rules.md#held-installation).

-- The zone of the active billing entity with the most clients.
create function zone_of_firm() returns text language sql stable
  return coalesce((select timezone from billing_entity entity where active
    order by (select count(*) from client where default_entity_id = entity.id) desc, id limit 1), 'UTC');

-- Invoices are dated in the zone of the entity that invoices, even if that zone or the entity of the series has changed since.
create function zone_of_series(series) returns text language sql stable
  return coalesce((select entity.timezone from recurring_invoice recurring join billing_entity entity on entity.id = recurring.entity_id
    where recurring.series_id = $1.id), $1.zone);

create function is_due(schedule statement_schedule, instant timestamptz) returns boolean language sql stable
  return schedule.status = 'active' and schedule.next_on <= (instant at time zone schedule.zone)::date;

create function is_due(cheque postdated_cheque, entity billing_entity, instant timestamptz) returns boolean language sql stable
  return cheque.status = 'waiting' and cheque.due_on <= (instant at time zone entity.timezone)::date;

-- The billing entities whose last month, in their own zone, is not proposed yet, if the firm proposes hours.
create function months_to_propose(instant timestamptz) returns table (entity_id uuid, month_on date) language sql stable
begin atomic
  select entity.id, last.month_on
  from billing_entity entity cross join lateral
    (select (date_trunc('month', instant at time zone entity.timezone) - interval '1 month')::date as month_on) as last
  where (select proposes_hours from firm)
    and not exists (select from hours_proposal done where done.entity_id = entity.id and done.month_on = last.month_on);
end;

-- Documents that had expired when they were recorded, and those that were given back, get no notice.
create function is_in_notice(document client_document, entity billing_entity, instant timestamptz) returns boolean language sql stable
  return document.notice_days is not null and document.returned_on is null
    and document.valid_to - document.notice_days <= (instant at time zone entity.timezone)::date
    and document.valid_to >= (document.created_at at time zone entity.timezone)::date;

-- What waits of each kind of work, and since when the oldest of it does.
create view waiting_work as
  select 'mails' as kind, count(*)::int as count, (min(since) at time zone (select zone_of_firm()))::date as oldest
  from (select created_at as since from email_message where sent_at is null and failed_at is null
    union all select not_before from recurring_letter where refusal is null) as letter
  union all
  select of_series.kind, count(next_on)::int, min(next_on)
  from (values ('recurring_invoices', 'invoice'), ('recurring_tasks', 'task')) as of_series (kind, series_kind)
    left join (series join series_progress progress on progress.series_id = series.id and series.status = 'active'
      and progress.next_on <= current_date + 1 and progress.next_on <= (now() at time zone zone_of_series(series))::date) on series.kind = of_series.series_kind
  group by of_series.kind
  union all
  -- Whoever has something overdue; which of them are due a reminder is decided when it is written.
  select 'reminders', count(distinct client_id)::int, min(due_date)
  from reminder_setting setting join billing_entity entity on entity.id = setting.id and entity.active
    join invoice_state on invoice_state.entity_id = entity.id and outstanding > 0
      and due_date < (now() at time zone entity.timezone)::date
  where setting.mode <> 'off'
  union all
  select 'statements', count(*)::int, min(next_on) from statement_schedule schedule where is_due(schedule, now())
  union all
  select 'cheques', count(*)::int, min(due_on)
  from postdated_cheque cheque join billing_entity entity on entity.id = cheque.entity_id where is_due(cheque, entity, now())
  union all
  select of_jobs.kind, count(job.id)::int, (min(created_at) at time zone (select zone_of_firm()))::date
  from (values ('imports'), ('jobs')) as of_jobs (kind)
    left join job on job.ended_at is null and held_kind_of_job(job.kind) = of_jobs.kind
  group by of_jobs.kind
  union all
  select 'hours', count(*)::int, min(month_on) from months_to_propose(now())
  union all
  select 'notices', count(*)::int, min(since)
  from (select (created_at at time zone (select zone_of_firm()))::date as since from notification where mail <> 'none' and mailed_at is null
    union all select valid_to - notice_days from client_document document
      join client on client.id = document.client_id and client.status = 'active'
      join billing_entity entity on entity.id = client.default_entity_id
      where is_in_notice(document, entity, now()) and not exists (select from client_document_notice given
        where given.document_id = document.id and given.valid_to = document.valid_to)) as notice
  union all
  -- A night comes as soon as the schedule is on.
  select 'backups', count(*)::int, null from backup_setting where is_on;

-- Lets those of the kinds go of which nothing waits at this moment. The others stay held.
create function let_go_empty(kinds text[]) returns void language plpgsql as $$
declare empty text[];
begin
  -- Whoever lets something go at the same time comes first, and what they let go is not held again.
  perform from installation for update;
  select array_agg(waits.kind) into empty from installation, waiting_work waits
    where waits.kind = any (kinds) and waits.kind = any (held) and waits.count = 0;
  if empty is null then return; end if;
  update installation set held = array(select kind from unnest(held) with ordinality as still (kind, place)
    where kind <> all (empty) order by place);
end $$;
