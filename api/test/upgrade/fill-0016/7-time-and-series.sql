-- Time entries, and series of tasks and of invoices with their runs.
insert into time_entry (id, task_id, user_id, worked_on, minutes, billable, note, created_at)
select fill.id(60, day, n), task_id, fill.id(2, date '2018-01-01', 41 + fill.draw(n, 81, 60)), day, 15 * (1 + fill.draw(n, 82, 16)),
  n % 3 > 0, note, day + interval '17 hours'
from (select entry.n, task.id as task_id, task.day - fill.draw(entry.n, 83, 15)::int as day,
    case when entry.n % 4 = 0 then fill.pick(entry.n, 84, array['Call with', 'Letter to', 'Review for', 'Papers of']) || ' ' || client_name end as note
  from generate_series(1, fill.size(1)::bigint) as entry (n)
  join (select *, row_number() over (order by n) as w from fill.task where status <> 'cancelled') task
    on task.w = 1 + fill.draw(entry.n, 85, (select count(*) from fill.task where status <> 'cancelled'))) recorded order by n;

insert into recurring_task_category (id, name, department_id, title_template, rule, search_text)
select fill.id(63, date '2018-01-01', n), 'Filing ' || n, fill.id(1, date '2018-01-01', 1 + n % 4), 'Filing ' || n || ' {month}',
  '{"rrule": "FREQ=MONTHLY;BYMONTHDAY=10", "shift": "none", "calendarId": null, "leadDays": 20, "periodOffset": -1}', 'filing ' || n
from generate_series(1, 40) as n;

-- The next day of each series is ten years ahead, so that none falls due during a measurement.
create unlogged table fill.series as
select n, fill.id(61, day, n) as id, day, client.*, case when n % 10 < 7 then 'task' else 'invoice' end as kind,
  case when n % 50 < 44 then 'active' when n % 50 < 46 then 'paused' when n % 50 < 49 then 'completed' else 'cancelled' end as status,
  date_trunc('month', current_setting('fill.today')::date)::date + 9 as last_on,
  (date_trunc('month', current_setting('fill.today')::date) + interval '10 years')::date + 9 as next_nominal
from (select n, fill.first_day() + (n * 2500 / fill.size(0.1))::int as day, 1 + fill.draw(n, 86, fill.size(0.02)) as known_n
  from generate_series(1, fill.size(0.1)::bigint) as n) planned
join (select n as client_n, id as client_id, name as client_name, entity_id, currency, locale, tax_code_id from fill.client
  join (select e, tax_code_id from fill.entity) taxed using (e)) client on client_n = known_n;

insert into series (id, kind, client_id, title, rrule, lead_days, period_offset, starts_on, ends, ends_on, last_on, zone, catch_up, status,
  paused_for, status_reason, search_text, created_at)
select id, kind, client_id, title, 'FREQ=MONTHLY;BYMONTHDAY=10', case kind when 'task' then 20 else 0 end, -1, day,
  case when status = 'completed' then 'until' else 'never' end, case when status = 'completed' then day + 400 end,
  case when status = 'completed' then day + 400 end, 'UTC', case kind when 'task' then 'all' else 'ask' end, status,
  case when status = 'paused' then fill.pick(n, 87, array['person', 'failures', 'missed', 'client']) end,
  case when status = 'paused' then 'The client asks for time' end, fill.normal(title), day
from (select *, fill.pick(n, 88, array['Bookkeeping', 'Payroll', 'Tax return', 'Retainer', '記帳', '代理记账']) || ' {month} ' || n as title
  from fill.series) series order by n;
insert into series_progress (series_id, done_through, next_nominal, next_on, stale)
select id, next_nominal - 1, case when status = 'active' then next_nominal end,
  case when status = 'active' then next_nominal - case kind when 'task' then 20 else 0 end end, false from fill.series;
-- The latest runs of each series; few of them created anything.
insert into series_run (series_id, nominal_date, status, due_on, period_from, period_to, reason, error, at)
select id, nominal, status, nominal, date_trunc('month', nominal)::date, (date_trunc('month', nominal) + interval '1 month')::date - 1,
  case when status = 'skipped' then 'NOT_WANTED' end,
  case when status = 'failed' then jsonb_build_object('code', 'PERIOD_LOCKED', 'params', '{}'::jsonb, 'fields', '{}'::jsonb) end, nominal
from (select id, (last_on - (back || ' months')::interval)::date as nominal,
    case when (n + back) % 40 = 0 then 'failed' when (n + back) % 3 = 0 then 'skipped' else 'created' end as status
  from fill.series cross join generate_series(1, 10) as back) run;

insert into recurring_task (series_id, category_id, category_version, assignee_rule, reviewer_id, checklist)
select id, fill.id(63, date '2018-01-01', 1 + n % 40), 1, 'fixed', fill.id(2, date '2018-01-01', 31 + n % 10), '[]'
from fill.series where kind = 'task';
insert into recurring_task_assignee (series_id, user_id, no)
select id, fill.id(2, date '2018-01-01', 41 + fill.draw(n, 89, 60)), 1 from fill.series where kind = 'task';
insert into recurring_invoice (series_id, entity_id, mode, currency, doc_locale)
select id, entity_id, fill.pick(n, 90, array['draft', 'issue', 'issue', 'issue_send']), currency, locale from fill.series where kind = 'invoice';
insert into recurring_invoice_line (id, series_id, no, description, qty, tax_code_id)
select fill.id(62, day, n), id, 1, 'Bookkeeping {month}', 1, tax_code_id from fill.series where kind = 'invoice';
insert into recurring_invoice_price (line_id, series_id, valid_from, unit_price)
select fill.id(62, day, n), id, day, 100 * (1 + fill.draw(n, 91, 90)) from fill.series where kind = 'invoice';
