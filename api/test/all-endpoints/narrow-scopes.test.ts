import { pino } from 'pino';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { permissions } from '@daybook/contracts/permissions';
import { openSession } from '../../src/auth/sessions.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { buildServer } from '../../src/http/server.ts';
import { routes } from '../../src/routes.ts';
import { effort } from '../effort.ts';
import { startWithManyRecords } from '../many-records.ts';
import { callerOf } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { watchStatements } from '../watch-statements.ts';
import type { Statement } from '../watch-statements.ts';

const manyClients = 2_500;
/** Of the walk from the first page; the walk back has the largest pages. */
const pageSize = effort(90, 40);
/** Enough for the next rows, each by its key, and for what the rows of the page need. */
const mostOfClients = 2_000;

const seenSql = `with seen (id) as (
  select client_id from client_executive where user_id = $1
  union select client_id from client_department join user_department using (department_id) where user_id = $1)`;
const taskSql = `(client_id in (select id from seen) or reviewer_id = $1
  or exists (select from task_assignee where task_id = task.id and user_id = $1))`;
const seenOf = (from: string, id = 'id') =>
  `${seenSql} select ${id} as id from ${from} and client_id in (select id from seen)`;

/** A list, its sort order, and a simple query for the rows that a person sees. */
const lists: [path: string, sort: string, seen: string][] = [
  ['/clients', 'name', `${seenSql} select id from seen`],
  ['/invoices', '-issueDate', seenOf('invoice_state where true', 'invoice_id')],
  ['/invoices', 'dueDate', seenOf('invoice_state where true', 'invoice_id')],
  ['/receipts', '-receiptDate', seenOf('receipt where true')],
  ['/receipts', 'receiptDate', seenOf('receipt where true')],
  ['/proformas', '-issueDate', seenOf('proforma where true')],
  ['/pending-invoices', '-readyOn', seenOf('pending_item where true')],
  ['/recurring-invoices', 'title', seenOf(`series where kind = 'invoice'`)],
  ['/recurring-tasks', 'title', seenOf(`series where kind = 'task'`)],
  ['/tasks', 'dueOn', `${seenSql} select id from task where deleted_at is null and ${taskSql}`],
  ['/tasks', '-dueOn', `${seenSql} select id from task where deleted_at is null and ${taskSql}`],
  [
    '/time-entries',
    '-workedOn',
    `${seenSql} select id from time_entry where task_id in (select id from task where ${taskSql})`,
  ],
];

let api: TestApi;
let database: Database;
let heard: Statement[];
let everyone: Caller;
/** People who see more clients than are listed by id, and part of the documents. */
let viewers: Record<'manager' | 'executive', Caller>;

/** Some of the clients that have documents, and many of those that have none. */
const someClients = (ofHundred: number) => `select id from (
    select id, row_number() over (order by sort_name collate "und-x-icu", id) as n from client) as client
  where n % 100 < ${ofHundred} and n <= 100 or n > 100 and n <= 100 + ${manyClients}`;

async function makeViewers(signedIn: (id: string) => Promise<Caller>): Promise<typeof viewers> {
  const manager = await api.as({ userType: 'manager', keys: permissions, scope: 'department' });
  const executive = await api.as({ userType: 'executive', keys: permissions, scope: 'own' });
  const ask = (text: string, values: string[] = []) => api.ownerPool.query(text, values);
  await ask(
    `with mine as (insert into user_department (user_id, department_id)
       select $1, id from department order by id limit 1 returning department_id)
     insert into client_department (client_id, department_id)
       select client.id, department_id from mine, (${someClients(30)}) as client`,
    [manager.id],
  );
  await ask(
    `insert into client_executive (client_id, user_id) select id, $1 from (${someClients(3)}) as client`,
    [executive.id],
  );
  // Work for clients outside their scope.
  await ask(`update task set reviewer_id = $1 where id in (select id from task order by no limit 9)`, [
    executive.id,
  ]);
  await ask(
    `insert into task_assignee (task_id, user_id) select id, $1 from task order by no offset 5 limit 20`,
    [executive.id],
  );
  for (const table of ['client_department', 'client_executive', 'user_department', 'task_assignee', 'task'])
    await ask(`analyze ${table}`);
  return {
    manager: await signedIn(manager.id),
    executive: await signedIn(executive.id),
  };
}

beforeAll(async () => {
  const many = await startWithManyRecords();
  ({ api } = many);
  database = openDatabase(api.urls.app, pino({ level: 'silent' }));
  heard = watchStatements(database.pool);
  const app = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  const signedIn = async (person: string) =>
    callerOf(app, person, await openSession(database.db, person, 'test'));
  everyone = await signedIn(many.ownerId);
  viewers = await makeViewers(signedIn);
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

const listAt = (path: string): Endpoint => {
  const found = routes.find(({ endpoint }) => endpoint.path === path && endpoint.method === 'GET');
  if (!found) throw new Error(`there is no list at ${path}`);
  return found.endpoint;
};

type Rows = Page<{ id: string }>;

/** All pages from the first to the last, or from the last to the first. */
async function walk(
  caller: Caller,
  endpoint: Endpoint,
  sort: string,
  pageSize: number,
  direction: 'next' | 'previous',
): Promise<string[]> {
  const ids: string[] = [];
  let cursor = direction === 'next' ? undefined : 'end';
  do {
    const page = (await caller.call(endpoint, { sort, pageSize, cursor })) as Rows;
    const onPage = page.rows.map(({ id }) => id);
    if (direction === 'next') ids.push(...onPage);
    else ids.unshift(...onPage);
    cursor = page[direction] ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

const walked = new Map<string, Promise<string[]>>();

/** All rows, read once for both people. */
function allInOrder(endpoint: Endpoint, sort: string): Promise<string[]> {
  const key = `${endpoint.path} ${sort}`;
  const all = walked.get(key) ?? walk(everyone, endpoint, sort, 100, 'next');
  walked.set(key, all);
  return all;
}

const cases = lists.flatMap(([path, sort, seen]) =>
  (['manager', 'executive'] as const).map((who) => [who, path, sort, seen] as const),
);
/** In CI a list is walked by one of the two people, the next list by the other one. */
const walks = cases.filter((_one, nth) => nth % 4 === 0 || nth % 4 === 3 || effort(0, 1) === 1);

it.each(walks)(
  'every page of a narrow scope: %s, %s by %s, has each visible row once and in order, in both directions',
  async (who, path, sort, seen) => {
    const caller = viewers[who];
    const endpoint = listAt(path);
    const { rows } = await api.ownerPool.query<{ id: string }>(seen, [caller.id]);
    const visible = new Set(rows.map(({ id }) => id));
    const inOrder = (await allInOrder(endpoint, sort)).filter((id) => visible.has(id));
    expect(inOrder.length).toBe(visible.size);
    expect(inOrder.length).toBeGreaterThan(20);
    expect(await walk(caller, endpoint, sort, pageSize, 'next')).toEqual(inOrder);
    expect(await walk(caller, endpoint, sort, 100, 'previous')).toEqual(inOrder);
  },
);

it.each(cases)('the total of a narrow scope: %s, %s', async (who, path, _sort, seen) => {
  const caller = viewers[who];
  const { rows } = await api.ownerPool.query<{ id: string }>(seen, [caller.id]);
  expect(await caller.call(listAt(`${path}/total`), {})).toMatchObject({
    total: rows.length,
    isCapped: false,
  });
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)];

async function readBy({ text, values }: Statement): Promise<Plan[]> {
  const { rows } = await api.appPool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => within(Plan)));
}

const ofScope = new Set(['client', 'client_department', 'client_executive']);
// In order of date, the first rows belong to clients that they see.
const begun = lists.filter(([path, sort]) => path !== '/clients' && !sort.startsWith('-'));

it.each(begun)(
  'the first page for a manager of many clients: %s by %s, reads only the clients of the next rows',
  async (path, sort) => {
    const caller = viewers.manager;
    heard.length = 0;
    await caller.call(listAt(path), { sort, pageSize: 20 });
    const reads = (await Promise.all(heard.filter(({ text }) => /^\s*(select|with)/.test(text)).map(readBy)))
      .flat()
      .filter((plan) => ofScope.has(plan['Relation Name'] ?? ''))
      .map((plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
    expect(reads.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(mostOfClients);
  },
);
