import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import type { Postgres } from '@daybook/tooling/postgres/start-postgres';
import { startStandby } from '@daybook/tooling/postgres/standby';
import type { Standby } from '@daybook/tooling/postgres/standby';
import { newTestPlace } from '@daybook/tooling/postgres/test-place';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { TrialBalance } from '@daybook/contracts/billing/journal/journal';
import { asOfHeader } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { uuidv7 } from 'uuidv7';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { requestOf } from '../../src/http/request-of.ts';
import { routes } from '../../src/routes.ts';
import { makeClient, makeEntity, makeTaxCode } from '../fixtures/masters.ts';
import { eventually } from '../installation.ts';
import { signIn } from '../people.ts';
import { startServerProcess } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { send } from '../web-client.ts';

jest.setTimeout(180_000);

const mostLagSeconds = 4;
const day = '2026-01-15';
let postgres: Postgres;
let standby: Standby;
let database: Database;
let servers: [ServerProcess, ServerProcess];
let bookkeeper: string;
let partner: { id: string; token: string };
let executive: string;
let document: { entityId: string; clientId: string; currency: string };
let taxCodeId: string;

beforeAll(async () => {
  postgres = await startPostgres({ ...newTestPlace(), log: () => undefined });
  const urls = { app: postgres.appUrl(), owner: postgres.ownerUrl() };
  await migrate(urls.owner);
  database = openDatabase(urls.app, { warn: () => undefined }, 4);
  const { db } = database;
  const admin = await signIn(db, { userType: 'super_admin' });
  bookkeeper = admin.token;
  const key = 'followup.client_outstanding_report';
  executive = (await signIn(db, { userType: 'executive', keys: [key], scope: 'own' })).token;
  const entityId = await makeEntity(db);
  const clientId = await makeClient(db, { entityId, crmId: admin.id });
  document = { entityId, clientId, currency: 'EUR' };
  taxCodeId = await makeTaxCode(db, { code: 'V20', rate: '20' });
  standby = await startStandby(postgres);
  const start = () =>
    startServerProcess(urls, {
      LOG_LEVEL: 'silent',
      METRICS: '1',
      DATABASE_REPORTS_URL: standby.urlOf(urls.app),
      DATABASE_REPORTS_LAG: String(mostLagSeconds),
    });
  servers = [await start(), await start()];
  await issueInvoice();
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.close();
  await standby.remove();
  await postgres.remove();
});
beforeEach(async () => {
  // Somebody who has written nothing, and so reads the replica as it is.
  partner = await signIn(database.db, { userType: 'admin' });
  await resume();
});

/** From now on the replica stays as it is. Returns the instant that its figures cannot be after. */
async function stop(): Promise<Date> {
  await standby.asSuperuser('select pg_wal_replay_pause()');
  // Until something is written, the replica has all there is.
  await database.pool.query(`select pg_logical_emit_message(true, 'daybook', 'written')`);
  return new Date();
}
async function resume(): Promise<void> {
  await standby.asSuperuser('select pg_wal_replay_resume()');
  await eventually(async () => expect(await lags()).toEqual([expect.any(Number), expect.any(Number)]));
  await eventually(async () => expect(await standbyKnows(partner.id)).toBe(true));
}

/** What both servers say of the lag; null for one that does not read the replica. */
const lags = () =>
  Promise.all(
    servers.map(async ({ url }) => {
      const said = await (await fetch(`${url}/api/metrics`)).text();
      const lag = Number(/^daybook_reports_lag_seconds (\S+)$/m.exec(said)?.[1]);
      return lag >= 0 && lag < mostLagSeconds ? lag : null;
    }),
  );

async function read(token: string, endpoint: Endpoint, input: object, { url } = servers[0]) {
  const { url: path } = requestOf(endpoint, input);
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  return { status: answer.status, asOf: new Date(answer.headers.get(asOfHeader) ?? ''), text };
}

const ofBooks = () => ({ entityId: document.entityId, asOf: day });

/** The debits of the trial balance, which each invoice of 120.00 raises. */
async function debits(token: string, server = servers[0]) {
  const { text, status, asOf } = await read(token, trialBalances.open, ofBooks(), server);
  expect(status).toBe(200);
  const { data } = JSON.parse(text) as { data: TrialBalance };
  return { debit: data.debit, asOf };
}

/** How many lines the report of what clients owe has. */
async function owed(token: string) {
  const { text, asOf } = await read(token, outstanding.list, { filter: { asOf: day } });
  return { rows: (JSON.parse(text) as { data: { rows: unknown[] } }).data.rows.length, asOf };
}

async function issueInvoice({ url } = servers[0]): Promise<void> {
  const id = uuidv7();
  const lines = [{ description: 'Audit', qty: '1', unitPrice: '100.00', taxCodeId }];
  const dates = { issueDate: day, dueDate: '2026-02-14', docLocale: 'en' };
  const body = { id, ...document, ...dates, lines };
  expect(await send(url, bookkeeper, { method: 'POST', path: '/invoices', body })).toMatchObject({
    status: 200,
  });
  const issue = { method: 'POST', path: `/invoices/${id}/issue`, version: 1 } as const;
  expect(await send(url, bookkeeper, issue)).toMatchObject({ status: 200 });
}

const each = 120_00;

describe('a firm with a replica for its reports', () => {
  it('reads them there, and is told as of when the figures are', async () => {
    const { debit: before } = await debits(partner.token);
    const stoppedAt = await stop();
    await issueInvoice();
    const { debit, asOf } = await debits(partner.token);
    expect(debit).toBe(before);
    expect(asOf.getTime()).toBeLessThanOrEqual(stoppedAt.getTime());
  });

  it('shows everyone what they have just written, through whichever server', async () => {
    const { debit: before } = await debits(bookkeeper);
    await stop();
    await issueInvoice(servers[0]);
    const writtenAt = new Date();
    expect((await debits(bookkeeper, servers[1])).debit).toBe(before + each);
    await resume();
    for (let more = 2; more < 12; more += 1) {
      await issueInvoice(servers[more % 2]);
      const { debit, asOf } = await debits(bookkeeper, servers[(more + 1) % 2]);
      expect(debit).toBe(before + more * each);
      expect(asOf.getTime()).toBeGreaterThan(writtenAt.getTime());
    }
  });

  it('reads them from the primary while the replica is too far behind, and then moves back', async () => {
    await stop();
    const { debit: before } = await debits(partner.token);
    await issueInvoice();
    expect((await debits(partner.token)).debit).toBe(before);
    await eventually(async () => expect((await debits(partner.token)).debit).toBe(before + each));
    await resume();
    await stop();
    await issueInvoice();
    expect((await debits(partner.token)).debit).toBe(before + each);
  });

  it('reads them from the primary while the replica is gone, without one refusal, and then moves back', async () => {
    await standby.kill();
    const gone = Date.now();
    while (Date.now() < gone + 3_000) await debits(partner.token);
    expect(await lags()).toEqual([null, null]);
    await issueInvoice();
    const { debit: now } = await debits(partner.token);
    await standby.start();
    await resume();
    await stop();
    await issueInvoice();
    expect((await debits(partner.token)).debit).toBe(now);
  });

  it('asks the primary again for what the replica had to cancel, and for exports on the way', async () => {
    const owner = openDatabase(postgres.ownerUrl(), { warn: () => undefined }, 1);
    await owner.pool.query(`
      create function cancelled_in_recovery() returns boolean language plpgsql as $$ begin
        if pg_is_in_recovery() then
          raise 'canceling statement due to conflict with recovery' using errcode = '40001';
        end if;
        return true;
      end $$;
      create policy everything on billing_entity using (cancelled_in_recovery());
      alter table billing_entity enable row level security`);
    try {
      await eventually(async () => expect(await standbyCancels()).toBe(true));
      const { debit } = await debits(partner.token);
      expect(debit).toBeGreaterThan(0);
      const sent = await read(partner.token, trialBalances.export, { ...ofBooks(), format: 'csv' });
      expect(sent).toMatchObject({ status: 200, text: expect.stringContaining((debit / 100).toFixed(2)) });
    } finally {
      await owner.pool.query(`alter table billing_entity disable row level security;
        drop policy everything on billing_entity; drop function cancelled_in_recovery`);
      await owner.close();
    }
  });

  it('keeps to the scope of its readers there, and to a change of their rights at once', async () => {
    const stoppedAt = await stop();
    expect(await owed(partner.token)).toMatchObject({ rows: 1 });
    const narrow = await owed(executive);
    expect(narrow.rows).toBe(0);
    expect(narrow.asOf.getTime()).toBeLessThanOrEqual(stoppedAt.getTime());
    await database.pool.query(`update app_user set perm_version = perm_version + 1 where id = $1`, [
      partner.id,
    ]);
    expect((await owed(partner.token)).asOf.getTime()).toBeGreaterThan(stoppedAt.getTime());
  });

  it('has no report that writes, and none that only the primary could answer', async () => {
    const reports = routes.map(({ endpoint }) => endpoint).filter(({ report, file }) => report && !file);
    expect(reports.length).toBeGreaterThan(15);
    const given = { ...ofBooks(), today: day, register: 'output', from: '2026-01-01', to: day };
    for (const endpoint of reports) {
      // Each anew, or the last ones would find a replica that is too far behind.
      await resume();
      const stoppedAt = await stop();
      const input = inputOf(endpoint, given);
      const { status, asOf, text } = await read(partner.token, endpoint, input);
      const isOfReplica = asOf.getTime() <= stoppedAt.getTime();
      expect({ path: endpoint.path, status, isOfReplica, text }).toEqual({
        path: endpoint.path,
        status: 200,
        isOfReplica: true,
        text: expect.any(String),
      });
    }
  });
});

/** Those of the given values that the endpoint takes; the schema of the endpoint says where. */
function inputOf({ input }: Endpoint, given: Record<string, string>): object {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => name in input.shape));
  const filters = [
    {},
    { filter: { entityId: given['entityId'], register: 'output', from: given['from'], to: given['to'] } },
  ];
  return filters.map((filter) => ({ ...own, ...filter })).find((one) => input.safeParse(one).success) ?? own;
}

async function onStandby(statement: string): Promise<number | null> {
  const replica = openDatabase(standby.urlOf(postgres.appUrl()), { warn: () => undefined }, 1);
  try {
    return (await replica.pool.query(statement)).rowCount;
  } finally {
    await replica.close();
  }
}

const standbyKnows = async (id: string) => (await onStandby(`select from app_user where id = '${id}'`)) === 1;

const standbyCancels = () =>
  onStandby('select from billing_entity').then(
    () => false,
    (error: { code?: string }) => error.code === '40001',
  );
