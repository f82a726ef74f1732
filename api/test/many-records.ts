import pg from 'pg';
import { createTestDatabase, filledOnce } from '@daybook/tooling/test-database';
import { startTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

/** Thousands of records in every list, so that plans are chosen as in a firm of that size. */
export const manyRecords = 4_000;

const numbered = `generate_series(1, ${manyRecords}) as n`;
// Picked by name, which is the same each time. By id, a searched client sometimes had no document.
const anyClient = `(select id from client order by sort_name collate "und-x-icu", id offset n % 100 limit 1)`;
const someone = `(select id from app_user where user_type = 'super_admin')`;
const entity = `(select id from billing_entity order by id limit 1)`;
const taxCode = `(select id from tax_code order by id limit 1)`;
const day = `date '2025-01-01' + n % 500`;

const inserts = [
  `insert into app_user (id, user_type, name, email, scope) values (gen_random_uuid(), 'super_admin', 'Owner', 'owner@firm.test', 'all')`,
  `insert into app_user (id, user_type, name, email, scope)
     select gen_random_uuid(), (array['manager', 'executive', 'crm'])[1 + n % 3], 'Person ' || n, n || '@firm.test', 'own'
     from ${numbered}`,
  `insert into department (id, name) select gen_random_uuid(), 'Department ' || n from ${numbered}`,
  `insert into billing_entity (id, name, legal_name, country, base_currency, fy_start, timezone, regime, address)
     select gen_random_uuid(), 'Entity ' || n, 'Entity', 'NL', 'EUR', '01-01', 'UTC', 'EU', '{}' from ${numbered}`,
  `insert into tax_code (id, code, name, regime, kind, category)
     select gen_random_uuid(), 'T' || n, 'Tax', 'EU', 'VAT', 'S' from ${numbered}`,
  `insert into withholding_code (id, section, name, currency, base, counting, round_to, round_dir)
     select gen_random_uuid(), 'S' || n, 'Withholding ' || n, 'EUR', 'net', 'year', 'minor', 'nearest' from ${numbered}`,
  `insert into exchange_rate (id, from_currency, to_currency, rate_date, rate)
     select gen_random_uuid(), 'USD', 'EUR', date '2015-01-01' + n, 0.9 from ${numbered}`,
  `insert into charge_rate (id, currency, rate, valid_from, valid_to)
     select gen_random_uuid(), 'EUR', 9000, date '2015-01-01' + n, date '2015-01-01' + n from ${numbered}`,
  `insert into cost_rate (id, person_id, currency, rate, valid_from, valid_to)
     select gen_random_uuid(), ${someone}, 'EUR', 4000, date '2015-01-01' + n, date '2015-01-01' + n from ${numbered}`,
  `insert into service (id, name, tax_code_id) select gen_random_uuid(), 'Service ' || n, ${taxCode} from ${numbered}`,
  `insert into task_category (id, name) select gen_random_uuid(), 'Category ' || n from ${numbered}`,
  `insert into recurring_task_category (id, name, title_template, rule)
     select gen_random_uuid(), 'Category ' || n, 'Work', '{"rrule": "FREQ=MONTHLY;BYMONTHDAY=20"}' from ${numbered}`,
  `insert into holiday_calendar (id, name) select gen_random_uuid(), 'Calendar ' || n from ${numbered}`,
  `insert into client (id, name, sort_name, kind, crm_id, default_entity_id, currency, doc_locale, payment_terms_days, tax_treatment,
       search_text)
     select gen_random_uuid(), 'Client ' || n, 'Client ' || n, 'company', ${someone}, ${entity}, 'EUR', 'en', 30, 'registered',
       'client ' || n || ' group' || n % 8 || ' set' || chr(97 + n % 26)
     from ${numbered}`,
  `insert into contact (id, name, email) select gen_random_uuid(), 'Contact ' || n, 'c' || n || '@b.example' from ${numbered}`,
  `insert into client_facts (client_id, has_email, country, missing) select id, true, 'FR', '{}' from client
     on conflict (client_id) do nothing`,
  `insert into client_contact (client_id, contact_id, no)
     select client.id, contact.id, 0 from (select row_number() over () as n, id from client) as client
       join (select row_number() over () as n, id from contact) as contact using (n)`,
  `insert into job (id, kind, created_by) select gen_random_uuid(), 'invoice_pdf', ${someone} from ${numbered}`,
  `insert into series (id, kind, client_id, title, rrule, starts_on, zone, catch_up, search_text)
     select gen_random_uuid(), (array['task', 'invoice'])[1 + n % 2], ${anyClient}, 'Series ' || n, 'FREQ=MONTHLY;BYMONTHDAY=20', ${day},
       'UTC', 'all', 'series ' || n from ${numbered}`,
  `insert into series_progress (series_id, done_through) select id, starts_on - 1 from series`,
  `insert into recurring_task (series_id, category_id, category_version, assignee_rule)
     select id, (select id from recurring_task_category limit 1), 1, 'fixed' from series where kind = 'task'`,
  `insert into enquiry (id, no, enquiry_date, name, email, source_id, owner_id, next_action_on)
     select gen_random_uuid(), 'E' || n, ${day}, 'Enquiry', 'a@b.example', (select id from enquiry_source where usual = 'web'), ${someone}, ${day} from ${numbered}`,
  `insert into task (id, no, title, client_id, due_on, priority)
     select gen_random_uuid(), 'T' || n, 'Task', ${anyClient}, ${day}, 1 + n % 4 from ${numbered}`,
  `insert into task (id, no, title, client_id, due_on, deleted_at)
     select gen_random_uuid(), 'D' || n, 'Task', ${anyClient}, ${day}, now() - n * interval '10 minutes' from ${numbered}`,
  `insert into time_entry (id, task_id, user_id, worked_on, minutes)
     select gen_random_uuid(), id, ${someone}, ${day}, 30 from (select row_number() over ()::int as n, id from task) as task`,
  `insert into pending_item (id, client_id, entity_id, currency, source, description, amount, original_amount, tax_code_id, ready_on)
     select gen_random_uuid(), ${anyClient}, ${entity}, 'EUR', 'manual', 'Item', 1, 1, ${taxCode}, ${day} from ${numbered}`,
  `insert into invoice (id, doc_kind, entity_id, client_id, issue_date, due_date, currency, doc_locale, bill_to, rounding_mode,
       rounding_dir, round_total_to)
     select gen_random_uuid(), 'tax_invoice', ${entity}, ${anyClient}, ${day}, ${day}, 'EUR', 'en', '{}', 'line', 'floor', 0
     from ${numbered}`,
  `insert into invoice_state (invoice_id, entity_id, client_id, doc_kind, issue_date, due_date, posted_on, currency)
     select id, entity_id, client_id, doc_kind, issue_date, due_date, issue_date, currency from invoice`,
  `insert into postdated_cheque (id, entity_id, client_id, currency, amount, due_on, instrument_no, instrument_bank, input)
     select gen_random_uuid(), entity_id, client_id, 'EUR', 1, current_date + 30, '1', 'Bank',
       jsonb_build_object('allocations', jsonb_build_array(jsonb_build_object('invoiceId', id, 'amount', 1))) from invoice`,
  `insert into proforma (id, entity_id, client_id, number, seq, fy, issue_date, valid_until, ends_on, currency, payable, content)
     select gen_random_uuid(), ${entity}, ${anyClient}, 'P' || n, n, '2025', ${day}, ${day}, ${day}, 'EUR', 0,
       '{"payable": 0, "total": 0, "net": 0, "tax": 0, "rounding": 0}' from ${numbered}`,
  `insert into receipt (id, entity_id, client_id, number, seq, fy, receipt_date, mode, currency, amount, doc_locale, received_from,
       crm_id)
     select gen_random_uuid(), ${entity}, ${anyClient}, 'R' || n, n, '2025', ${day}, 'bank', 'EUR', 1, 'en', '{}', ${someone} from ${numbered}`,
  `insert into recurring_invoice (series_id, entity_id, mode, currency, doc_locale)
     select id, ${entity}, 'draft', 'EUR', 'en' from series where kind = 'invoice'`,
  `insert into series_run (series_id, nominal_date, status, due_on, period_from, period_to)
     select series.id, ${day}, 'created', ${day}, ${day}, ${day} from (select distinct on (kind) id from series order by kind, id) as series, ${numbered}
     where n <= 500`,
  `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
     select gen_random_uuid(), ${entity}, ${day}, 'deposit', gen_random_uuid() from ${numbered}`,
  `insert into expense_category (id, name, account_id)
     select gen_random_uuid(), 'Category ' || n, (select id from ledger_account where code = '5410') from ${numbered}`,
  `insert into expense (id, entity_id, currency, expense_date, category_id, description, net, tax, gross, tax_recoverable, paid_by,
       claimant_id)
     select gen_random_uuid(), ${entity}, 'EUR', ${day}, (select id from expense_category limit 1), 'Train', 1, 0, 1, true, 'bank',
       ${someone} from ${numbered}`,
  `insert into audit_event (xid, at, actor_id, action, entity, entity_id, body, hash)
     select n::text::xid8, now() - n * interval '1 minute', ${someone}, 'departments.edit', 'department', gen_random_uuid(),
       '{"before": {"name": "Old"}, "after": {"name": "New"}}', '' from ${numbered}`,
  `insert into sign_in (id, user_id, at, outcome)
     select gen_random_uuid(), ${someone}, now() - n * interval '1 hour', 'signed_in' from ${numbered}`,
  `insert into receipt_state (receipt_id, entity_id, client_id, currency, receipt_date, posted_on, mode, available)
     select id, entity_id, client_id, currency, receipt_date, receipt_date, mode, amount from receipt`,
];

const tables = [...new Set(inserts.map((text) => /insert into (\w+)/.exec(text)?.[1] ?? ''))];

/** Writes straight into the tables with their triggers disabled: only the planner looks at these rows. `ownerUrl` owns the tables. */
async function makeManyRecords(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    for (const text of inserts) await client.query(text);
    // A table cannot be altered while a deferred foreign key is unchecked.
    await client.query('set constraints all immediate');
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    for (const table of tables) await client.query(`analyze ${table}`);
  } finally {
    await client.end();
  }
}

/** The server over thousands of records of the test file's own, and whose they are. They are written once in a run and then cloned. */
export async function startWithManyRecords(): Promise<{ api: TestApi; ownerId: string }> {
  const many = await filledOnce('many', ({ ownerUrl }) => makeManyRecords(ownerUrl));
  const api = await startTestApi(undefined, {}, await createTestDatabase({ like: many }));
  const { rows } = await api.ownerPool.query<{ id: string }>(`select ${someone} as id`);
  return { api, ownerId: rows[0]?.id ?? '' };
}
