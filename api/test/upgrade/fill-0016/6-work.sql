-- Enquiries, tasks, pending items and expenses.
insert into enquiry (id, no, enquiry_date, name, company, email, source, owner_id, status, next_action_on, lost_reason, search_text)
select fill.id(48, day, n), 'ENQ-' || lpad(n::text, 7, '0'), day, 'Person ' || n, company, 'enquiry' || n || '@enquiries.example',
  fill.pick(n, 51, array['web', 'referral', 'call', 'walk_in', 'campaign', 'other']), fill.id(2, date '2018-01-01', owner), status,
  case when status <> 'lost' then day + 7 end, case when status = 'lost' then 'Too far away' end,
  fill.normal('enq-' || lpad(n::text, 7, '0') || ' Person ' || n || ' ' || company || ' enquiry' || n || '@enquiries.example')
from (
  select n, fill.first_day() + (n * 2920 / fill.size(0.05))::int as day, fill.draw(n, 52, 30) + 1 as owner,
    case when n < fill.size(0.05) * 0.95 then 'lost' else fill.pick(n, 53, array['new', 'contacted', 'qualified', 'proposal_sent']) end as status,
    (select name from fill.client where fill.client.n = 1 + fill.draw(asked.n, 54, fill.size(0.02))) as company
  from generate_series(1, fill.size(0.05)::bigint) as asked (n)
) enquiry order by n;

create unlogged table fill.task as
select n, fill.id(49, day, n) as id, day, client.id as client_id, client.name as client_name, client.entity_id, client.e,
  case when n < fill.size(0.2) * 0.97 then case when n % 50 = 1 then 'cancelled' else 'completed' end
    else fill.pick(n, 61, array['todo', 'todo', 'in_progress', 'waiting_client', 'in_review']) end as status
from (select n, fill.first_day() + (n * 2960 / fill.size(0.2))::int as day, 1 + fill.draw(n, 62, fill.size(0.02)) as client_n
  from generate_series(1, fill.size(0.2)::bigint) as n) planned
join (select n as known_n, id, name, entity_id, e from fill.client) client on known_n = client_n;

insert into task (id, no, title, client_id, service_id, reviewer_id, due_on, priority, status, billable, fee, billing_entity_id, completed_at,
  completed_by, search_text, created_at)
select id, 'T-' || lpad(n::text, 7, '0'), title, client_id, fill.id(3, date '2018-01-01', e * 10 + 1 + n % 4),
  fill.id(2, date '2018-01-01', 31 + n % 10), day, 1 + fill.draw(n, 63, 4), status, n % 3 = 0, case when n % 3 = 0 then 100000 end,
  case when n % 3 = 0 then entity_id end, case when status = 'completed' then day + interval '15 hours' end,
  case when status = 'completed' then fill.id(2, date '2018-01-01', 41 + fill.draw(n, 64, 60)) end,
  fill.normal(title), day - interval '20 days'
from (select *, (array['Statutory audit', 'Corporate tax return', 'Payroll of the month', 'Bookkeeping'])[1 + n % 4] || ' ' ||
  to_char(day, 'YYYY-MM') as title from fill.task) task order by n;
insert into task_assignee (task_id, user_id) select id, fill.id(2, date '2018-01-01', 41 + fill.draw(n, 64, 60)) from fill.task;

-- Most are billed, each by one invoice line.
insert into pending_item (id, client_id, entity_id, currency, source, description, amount, original_amount, reason, hold_reason, tax_code_id, ready_on, status,
  invoice_id, search_text, created_at)
select fill.id(50, issue_date - 3, n), client_id, entity_id, currency, 'manual', description, net1, net1,
  case when status = 'written_off' then 'The client has closed' end, case when status = 'held' then 'The client asks for time' end, tax_code_id, issue_date - 3, status,
  case when status = 'invoiced' then id end, fill.normal(description), issue_date - interval '3 days'
from (select *, 'Bookkeeping, ' || to_char(issue_date, 'YYYY-MM') || ', ' || client_name as description,
    case when n % 100 < 7 and fate <> 'void' then 'invoiced' when issue_date < current_setting('fill.today')::date - 365 then 'written_off'
      when n % 5 = 1 then 'held' else 'open' end as status
  from fill.invoice where n % 10 = 6 or n % 100 = 7) item order by n;

insert into expense_category (id, name, account_id)
select fill.id(6, date '2018-01-01', row_number() over (order by code)), name, id from ledger_account where code between '5410' and '5490';

create unlogged table fill.expense as
select *, fill.id(51, day, n) as id, fill.number_of(before, width, after, seq) as number
from (
  select n, day, entity.id as entity_id, entity.currency, frame.fy, before, width, after, is_open,
    case when is_open then 0 else row_number() over (partition by entity.id, frame.fy, is_open order by n) end as seq,
    100 * (10 + fill.draw(n, 71, 900)) as net, category.id as category_id, category.account_id,
    fill.id(2, date '2018-01-01', 41 + fill.draw(n, 72, 60)) as claimant_id
  from (select n, fill.first_day() + (n * 2920 / fill.size(0.05))::int as day, n > fill.size(0.05) * 0.98 as is_open
    from generate_series(1, fill.size(0.05)::bigint) as n) planned
  join fill.entity entity on entity.e = 1 + n % 3
  join fill.frame frame on frame.entity_id = entity.id and frame.doc_kind = 'expense_voucher' and day between frame.first and frame.last
  join (select *, row_number() over (order by id) as c, count(*) over () as among from expense_category) category
    on category.c = 1 + fill.draw(planned.n, 73, category.among)
) numbered;

insert into expense (id, entity_id, currency, expense_date, category_id, description, supplier, net, tax, gross, tax_recoverable, paid_by,
  claimant_id, status, number, seq, fy, approved_at, approved_by, posted_on, search_text, created_at, created_by)
select id, entity_id, currency, day, category_id, 'Train to a client', 'Railways', net, 0, net, false, 'bank', claimant_id,
  case when is_open then 'draft' else 'approved' end, case when not is_open then number end, case when not is_open then seq end,
  case when not is_open then fy end, case when not is_open then day + interval '10 hours' end,
  case when not is_open then fill.id(2, date '2018-01-01', 31) end, case when not is_open then day end,
  'train to a client railways' || case when is_open then '' else ' ' || lower(number) end, day, claimant_id
from fill.expense order by n;
insert into document_number (entity_id, doc_kind, fy, seq, number, document_id)
select entity_id, 'expense_voucher', fy, seq, number, id from fill.expense where not is_open order by n;
insert into journal_entry (id, entity_id, entry_date, source_type, source_id, posted_at, posted_by)
select fill.id(37, day, n), entity_id, day, 'expense', id, day + interval '10 hours', fill.id(2, date '2018-01-01', 31)
from fill.expense where not is_open order by n;
insert into journal_line (entry_id, no, entity_id, entry_date, account_id, currency, debit, credit, base_debit, base_credit)
select fill.id(37, day, n), no, entity_id, day, line.account_id, currency, debit, credit, debit, credit
from fill.expense cross join lateral (values (1, account_id, net, 0), (2, fill.account('bank'), 0, net)) as line (no, account_id, debit, credit)
where not is_open order by n, no;
