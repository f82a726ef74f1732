import { pino } from 'pino';
import { z } from 'zod';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { openSession } from '../../src/auth/sessions.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { buildServer } from '../../src/http/server.ts';
import { routes } from '../../src/routes.ts';
import { manyRecords, startWithManyRecords } from '../many-records.ts';
import { callerOf } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { watchStatements } from '../watch-statements.ts';
import type { Statement } from '../watch-statements.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

const sortsOf = ({ method, input }: Endpoint): string[] => {
  const { sort } = input.shape;
  return method === 'GET' && sort instanceof z.ZodDefault && sort.unwrap() instanceof z.ZodEnum
    ? (sort.unwrap() as z.ZodEnum<Record<string, string>>).options
    : [];
};
/** A list that is read in pages; lists below one record are found by its key. */
const isPage = ({ output, path }: Endpoint): boolean =>
  output instanceof z.ZodObject && 'rows' in output.shape && !path.includes(':');

/** Orders by a sum for the period asked for: no index has it, so all rows are summed. */
const summed: ReadonlySet<string> = new Set([
  'all_client_ledgers.list closing',
  'all_client_ledgers.list -closing',
]);

/** A report is computed as a whole and sorted by its figures, so no index gives its order. */
const isReport = ({ path }: Endpoint): boolean =>
  /^\/(?:outstanding|revaluation|tax-registers|withholding-quarters|realisation)(?:\/|$)/.test(path);

const lists = routes
  .filter(({ endpoint }) => isPage(endpoint) && !isReport(endpoint))
  .flatMap(({ action, endpoint }) => sortsOf(endpoint).map((sort) => [action, sort, endpoint] as const))
  .filter(([action, sort]) => !summed.has(`${action} ${sort}`));

/** The id of no record: only the planner needs it. */
const someId = '018f0000-0000-7000-8000-000000000000';

let api: TestApi;
let database: Database;
let seen: Statement[];
let everyone: Caller;
let app: Awaited<ReturnType<typeof buildServer>>;

beforeAll(async () => {
  const many = await startWithManyRecords();
  ({ api } = many);
  database = openDatabase(api.urls.app, pino({ level: 'silent' }));
  seen = watchStatements(database.pool);
  app = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  everyone = callerOf(app, many.ownerId, await openSession(database.db, many.ownerId, 'test'));
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)];

async function planOf({ text, values }: Statement): Promise<Plan[]> {
  const { rows } = await api.appPool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => within(Plan)));
}

/** For a list below a record: the id of one that has many rows. */
async function ofOne({ path }: Endpoint): Promise<{ id?: string }> {
  if (!path.includes(':id')) return {};
  const kind = path.startsWith('/recurring-invoices/') ? 'invoice' : 'task';
  const { rows } = await api.ownerPool.query<{ id: string }>(
    'select id from series where kind = $1 order by id limit 1',
    [kind],
  );
  return rows[0] ?? {};
}

it.each(lists)(
  '%s by %s reads its index in order, never the whole table',
  async (_action, sort, endpoint) => {
    const id = await ofOne(endpoint);
    seen.length = 0;
    await everyone.call(endpoint, { sort, ...id });
    const plans = (await Promise.all(seen.map(planOf))).flat();
    const whole = plans.filter(
      (plan) => plan['Node Type'] === 'Seq Scan' && plan['Plan Rows'] >= manyRecords / 2,
    );
    expect(whole.map((plan) => plan['Relation Name'])).toEqual([]);
    expect(plans.map((plan) => plan['Node Type'])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan/)]),
    );
    expect(
      plans.filter((plan) => plan['Node Type'] === 'Sort' && plan['Plan Rows'] >= manyRecords / 2),
    ).toEqual([]);
  },
);

it.each([
  ['/receipts', { status: 'in_hand' }, 'receipt_state_by_display_status'],
  ['/receipts', { inAdvance: 'true' }, 'receipt_state_in_advance'],
  ['/tasks', { recurringCategoryId: someId }, 'task_by_recurring_category_work'],
  // The cheques that will settle the invoices of a page, row by row.
  ['/invoices', {}, 'postdated_cheque_by_invoice'],
])('%s of %j are read by %s', async (path, filter, index) => {
  const endpoint = lists.find(([, , one]) => one.path === path)?.[2];
  if (!endpoint) throw new Error(`there is no list at ${path}`);
  seen.length = 0;
  await everyone.call(endpoint, { filter });
  const plans = (await Promise.all(seen.map(planOf))).flat();
  expect(plans.map((plan) => plan['Index Name'])).toContain(index);
  expect(
    plans.filter((plan) => plan['Node Type'] === 'Sort' && plan['Plan Rows'] >= manyRecords / 2),
  ).toEqual([]);
});

it.each(
  [
    { executiveId: someId },
    { departmentId: someId },
    { tag: 'Board' },
    { country: 'FR' },
    { scheme: 'EU:VAT' },
    { balance: 'owes' },
    { balance: 'credit' },
    { noSeries: 'true' },
    { noEmail: 'true' },
    { incomplete: 'true' },
  ].flatMap((filter) => [filter, { ...filter, status: 'active', crm: someId }]),
)('clients of %j are read in order or by few of them, never all of them', async (filter) => {
  const endpoint = lists.find(([, , one]) => one.path === '/clients')?.[2];
  if (!endpoint) throw new Error('there is no list of clients');
  seen.length = 0;
  await everyone.call(endpoint, { filter });
  const plans = (await Promise.all(seen.map(planOf))).flat();
  const whole = plans.filter((plan) => plan['Plan Rows'] >= manyRecords / 2);
  expect(whole.filter((plan) => plan['Node Type'] === 'Sort')).toEqual([]);
  expect(
    whole.filter((plan) => plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'client'),
  ).toEqual([]);
});

it('the invoices in the scope of a person without clients are found by those clients', async () => {
  const { id } = await api.as({ userType: 'executive', scope: 'own', keys: ['invoices.view'] });
  const nobody = callerOf(app, id, await openSession(database.db, id, 'test'));
  const endpoint = lists.find(([, , one]) => one.path === '/invoices')?.[2];
  if (!endpoint) throw new Error('there is no list of invoices');
  seen.length = 0;
  expect(await nobody.call(endpoint, {})).toMatchObject({ rows: [] });
  const plans = (await Promise.all(seen.map(planOf))).flat();
  const ofInvoices = plans.filter((plan) => plan['Relation Name'] === 'invoice_state');
  expect(ofInvoices.length).toBeGreaterThan(0);
  expect(ofInvoices.filter((plan) => plan['Plan Rows'] >= manyRecords / 2)).toEqual([]);
});

const searched: [path: string, sort: string, q: string, oracle: string][] = [
  [
    '/invoices',
    '-issueDate',
    'invoice_state document order by issue_date desc, invoice_id desc',
    'invoice_id',
  ],
  ['/invoices', 'dueDate', 'invoice_state document order by due_date, invoice_id', 'invoice_id'],
  [
    '/receipts',
    '-receiptDate',
    'receipt document order by receipt_date desc, document.id desc',
    'document.id',
  ],
  [
    '/tasks',
    'dueOn',
    '(select * from task where deleted_at is null) document order by due_on, document.id',
    'document.id',
  ],
  [
    '/pending-invoices',
    '-readyOn',
    'pending_item document order by ready_on desc, document.id desc',
    'document.id',
  ],
].flatMap(([path = '', sort = '', from = '', id = '']) =>
  // Words of a few clients, of some hundreds, and of more than are listed. No digits, because documents have them in their
  // own numbers.
  ['client setm', 'group3', 'client'].map((q): [string, string, string, string] => [
    path,
    sort,
    q,
    `select ${id} as id from ${from.replace(
      'order by',
      `join client on client.id = document.client_id where client.search_text like '%${q.replace(' ', '%')}%' order by`,
    )} limit 12`,
  ]),
);

const idsOf = (...pages: { rows: { id: string }[] }[]) =>
  pages.flatMap((one) => one.rows.map(({ id }) => id));

it.each(searched)('%s by %s finds “%s” in its order, on and back', async (path, sort, q, oracle) => {
  const endpoint = lists.find(([, , one]) => one.path === path)?.[2];
  if (!endpoint) throw new Error(`there is no list at ${path}`);
  const page = async (cursor?: string) =>
    (await everyone.call(endpoint, { sort, q, pageSize: 6, cursor })) as {
      rows: { id: string }[];
      next: string;
      previous: string;
    };
  const first = await page();
  const second = await page(first.next);
  const { rows } = await api.ownerPool.query<{ id: string }>(oracle);
  expect(idsOf(first, second)).toEqual(rows.map(({ id }) => id));
  expect(idsOf(await page(second.previous))).toEqual(idsOf(first));
  const last = await page('end');
  expect(idsOf(await page((await page(last.previous)).next))).toEqual(idsOf(last));
});

it('every list of the contract has a plan', () => {
  expect(new Set(lists.map(([action]) => action)).size).toBeGreaterThanOrEqual(9);
});
