import { pino } from 'pino';
import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import type { InputOf } from '@daybook/contracts/endpoint';
import { effort } from '../../test/effort.ts';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { watchStatements } from '../../test/watch-statements.ts';
import type { Statement } from '../../test/watch-statements.ts';
import { openSession } from '../auth/sessions.ts';
import { openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { buildServer } from '../http/server.ts';

/** As many as a firm writes in years. CI has fewer, of which the planner thinks alike. */
const events = effort(60_000, 1_000_000);
jest.setTimeout(effort(120_000, 900_000));

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

let api: TestApi;
let database: Database;
let seen: Statement[];
let owner: Caller;
let busyId: string;
let clientId: string;

/** Written without triggers: only the planner and the reader look at these rows. Most are of one person and of few tables. */
const fill = (people: string[], client: string) => [
  `alter table audit_event disable trigger user`,
  `insert into audit_event (xid, at, actor_id, action, entity, entity_id, body, hash)
     select (1000000 + n)::text::xid8, now() - (${events} - n) * interval '1 minute',
       ('{${people.join(',')}}'::uuid[])[case when n % 3 = 0 then 1 + n % ${people.length} else 1 end],
       kind || 's.edit', kind, case when n % 5000 = 0 then '${client}'::uuid else gen_random_uuid() end,
       case when n % 997 = 0 then '{"before": {"name": "Old"}, "after": {}}'::jsonb
         when n % 4 = 0 then '{"before": {}, "after": {"name": "New"}}'::jsonb
         else '{"before": {"name": "Old"}, "after": {"name": "New"}}'::jsonb end, ''
     from generate_series(1, ${events}) as n,
       lateral (select (array['invoice', 'invoice_line', 'receipt', 'task', 'client', 'client', 'time_entry', 'enquiry'])[1 + n % 8] as often,
         (array['department', 'tax_code', 'period_lock', 'user_grant', 'refusal', 'export'])[1 + n % 6] as seldom) as names,
       lateral (select case when n % 5000 = 0 then 'client' when n % 1009 = 0 then seldom else often end as kind) as chosen`,
  `alter table audit_event enable trigger user`,
  `insert into sign_in (id, user_id, at, outcome) select gen_random_uuid(), '${people[0]}', now() - n * interval '1 hour',
     case when n % 200 = 0 then 'wrong_password' else 'signed_in' end from generate_series(1, 8000) as n`,
  `analyze audit_event`,
  `analyze sign_in`,
];

beforeAll(async () => {
  api = await startTestApi();
  const people = await Promise.all(
    Array.from({ length: 12 }, (_none, n) =>
      api.as({ name: `Person ${n}`, userType: 'executive', keys: [] }),
    ),
  );
  const { id } = await api.as({ userType: 'super_admin' });
  busyId = people[0]?.id ?? '';
  const entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { entityId, crmId: id, name: 'Windmill Bakery' });
  for (const text of fill(
    people.map((one) => one.id),
    clientId,
  ))
    await api.ownerPool.query(text);
  database = openDatabase(api.urls.app, pino({ level: 'silent' }));
  seen = watchStatements(database.pool);
  const app = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  owner = callerOf(app, id, await openSession(database.db, id, 'test'));
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

type Asked = Partial<InputOf<typeof auditLog.list>>;

const month = () => {
  const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  return { from, to };
};

const asked: [string, () => Asked][] = [
  ['no filter', () => ({})],
  ['no filter, oldest first', () => ({ sort: 'at' })],
  ['the last page', () => ({ cursor: 'end' })],
  ['a person', () => ({ filter: { personId: busyId } })],
  ['a kind with many rows', () => ({ filter: { kind: 'invoice' } })],
  ['a kind with few rows', () => ({ filter: { kind: 'period_lock' } })],
  ['sign-ins', () => ({ filter: { kind: 'sign_in' } })],
  ['failed sign-ins', () => ({ filter: { act: 'signInFailed' } })],
  ['an act with many rows', () => ({ filter: { act: 'changed' } })],
  ['an act with few rows', () => ({ filter: { act: 'removed' } })],
  ['an act without rows', () => ({ filter: { act: 'erased' } })],
  ['permission changes', () => ({ filter: { act: 'permissions' } })],
  ['a record', () => ({ filter: { kind: 'client', recordId: clientId } })],
  ['a period', () => ({ filter: month() })],
  ['the name of a client', () => ({ q: 'windmill' })],
  ['the name of people', () => ({ q: 'person' })],
  ['a name of nobody', () => ({ q: 'nowhere' })],
  ['a person and a kind', () => ({ filter: { personId: busyId, kind: 'department' } })],
  ['a person and an act', () => ({ filter: { personId: busyId, act: 'removed' } })],
  ['a kind and an act', () => ({ filter: { kind: 'client', act: 'removed' } })],
  ['a person and a period', () => ({ filter: { personId: busyId, ...month() } })],
];

it.each(asked)('the first page by %s reads an index, never the whole log', async (name, input) => {
  await owner.call(auditLog.list, input());
  seen.length = 0;
  const began = performance.now();
  await owner.call(auditLog.list, input());
  const ms = performance.now() - began;
  if (process.env.DAYBOOK_NIGHTLY === '1')
    process.stdout.write(`audit log by ${name}: ${ms.toFixed(1)} ms\n`);
  const plans = (await Promise.all(seen.map(planOf))).flat();
  const ofLog = plans.filter((plan) => plan['Relation Name'] === 'audit_event');
  expect(ofLog.filter((plan) => /^(?:Parallel )?Seq Scan$/.test(plan['Node Type']))).toEqual([]);
  expect(plans.filter((plan) => plan['Node Type'] === 'Sort' && plan['Plan Rows'] >= events / 20)).toEqual(
    [],
  );
});
