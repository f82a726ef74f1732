import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import type { Postgres } from '@daybook/tooling/postgres/start-postgres';
import { startStandby } from '@daybook/tooling/postgres/standby';
import type { Standby } from '@daybook/tooling/postgres/standby';
import { newTestPlace } from '@daybook/tooling/postgres/test-place';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { TrialBalance } from '@daybook/contracts/billing/journal/journal';
import { asOfHeader } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { openDatabase } from '../src/db/database.ts';
import type { Database, Db } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { requestOf } from '../src/http/request-of.ts';
import { makeClient, makeEntity, makeTaxCode } from './fixtures/masters.ts';
import { eventually } from './installation.ts';
import { signIn } from './people.ts';
import { startServerProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { send } from './web-client.ts';

const mostLagSeconds = 4;

/** The day of every document of the firm. */
export const day = '2026-01-15';
/** What each invoice adds to the debits. */
export const each = 120_00;

type Servers = readonly [ServerProcess, ServerProcess];
type Databases = Awaited<ReturnType<typeof startDatabases>>;

async function startDatabases() {
  const postgres = await startPostgres({ ...newTestPlace(), log: () => undefined });
  const urls = { app: postgres.appUrl(), owner: postgres.ownerUrl() };
  await migrate(urls.owner);
  const database = openDatabase(urls.app, { warn: () => undefined }, 4);
  return { postgres, urls, database };
}

/** What the invoices are made with, and the token of who makes them. */
async function makeMasters(db: Db) {
  const { id: crmId, token } = await signIn(db, { userType: 'super_admin' });
  const entityId = await makeEntity(db);
  const clientId = await makeClient(db, { entityId, crmId });
  const taxCodeId = await makeTaxCode(db, { code: 'V20', rate: '20' });
  return { bookkeeper: token, document: { entityId, clientId, currency: 'EUR' }, taxCodeId };
}

type Masters = Awaited<ReturnType<typeof makeMasters>>;

/** A firm with one invoice, whose two servers read the reports from a standby. */
export class FirmWithReplica {
  readonly bookkeeper: string;
  readonly ofBooks: { entityId: string; asOf: string };
  readonly database: Database;
  readonly standby: Standby;
  readonly servers: Servers;
  readonly #postgres: Postgres;
  readonly #masters: Masters;

  private constructor(of: Databases & { masters: Masters; standby: Standby; servers: Servers }) {
    this.bookkeeper = of.masters.bookkeeper;
    this.ofBooks = { entityId: of.masters.document.entityId, asOf: day };
    this.database = of.database;
    this.standby = of.standby;
    this.servers = of.servers;
    this.#postgres = of.postgres;
    this.#masters = of.masters;
  }

  static async start(): Promise<FirmWithReplica> {
    const databases = await startDatabases();
    const masters = await makeMasters(databases.database.db);
    const standby = await startStandby(databases.postgres);
    const { urls } = databases;
    const start = () =>
      startServerProcess(urls, {
        LOG_LEVEL: 'silent',
        METRICS: '1',
        DATABASE_REPORTS_URL: standby.urlOf(urls.app),
        DATABASE_REPORTS_LAG: String(mostLagSeconds),
      });
    const firm = new FirmWithReplica({
      ...databases,
      masters,
      standby,
      servers: [await start(), await start()],
    });
    await firm.issueInvoice();
    return firm;
  }

  async remove(): Promise<void> {
    for (const server of this.servers) await server.stop();
    await this.database.close();
    await this.standby.remove();
    await this.#postgres.remove();
  }

  /** Somebody who has written nothing, and so reads the replica as it is, which goes on if it was stopped. */
  async newPartner(): Promise<{ id: string; token: string }> {
    const partner = await signIn(this.database.db, { userType: 'admin' });
    await this.resume();
    const known = `select from app_user where id = '${partner.id}'`;
    await eventually(async () => expect(await this.onReplica(known)).toBe(1));
    return partner;
  }

  /** From now on the replica stays as it is. Returns the instant that its figures cannot be after. */
  async stop(): Promise<Date> {
    await this.standby.asSuperuser('select pg_wal_replay_pause()');
    // Until something is written, the replica has all there is.
    await this.database.pool.query(`select pg_logical_emit_message(true, 'daybook', 'written')`);
    return new Date();
  }

  /** The replica goes on, and both servers read it. */
  async resume(): Promise<void> {
    await this.standby.asSuperuser('select pg_wal_replay_resume()');
    await eventually(async () => expect(await this.lags()).toEqual([expect.any(Number), expect.any(Number)]));
  }

  /** What both servers say of the lag; null for one that does not read the replica. */
  async lags(): Promise<(number | null)[]> {
    return Promise.all(
      this.servers.map(async ({ url }) => {
        const said = await (await fetch(`${url}/api/metrics`)).text();
        const lag = Number(/^daybook_reports_lag_seconds (\S+)$/m.exec(said)?.[1]);
        return lag >= 0 && lag < mostLagSeconds ? lag : null;
      }),
    );
  }

  async read(token: string, endpoint: Endpoint, input: object, { url } = this.servers[0]) {
    const { url: path } = requestOf(endpoint, input);
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    return { status: answer.status, asOf: new Date(answer.headers.get(asOfHeader) ?? ''), text };
  }

  /** The debits of the trial balance, which each invoice of 120.00 raises. */
  async debits(token: string, server = this.servers[0]) {
    const { text, status, asOf } = await this.read(token, trialBalances.open, this.ofBooks, server);
    expect(status).toBe(200);
    const { data } = JSON.parse(text) as { data: TrialBalance };
    return { debit: data.debit, asOf };
  }

  async issueInvoice({ url } = this.servers[0]): Promise<void> {
    const { bookkeeper, document, taxCodeId } = this.#masters;
    const id = uuidv7();
    const lines = [{ description: 'Audit', qty: '1', unitPrice: '100.00', taxCodeId }];
    const dates = { issueDate: day, dueDate: '2026-02-14', docLocale: 'en' };
    const body = { id, ...document, ...dates, lines };
    const draft = { method: 'POST', path: '/invoices', body } as const;
    expect(await send(url, bookkeeper, draft)).toMatchObject({ status: 200 });
    const issue = { method: 'POST', path: `/invoices/${id}/issue`, version: 1 } as const;
    expect(await send(url, bookkeeper, issue)).toMatchObject({ status: 200 });
  }

  /** The number of rows that the replica answers. */
  async onReplica(statement: string): Promise<number | null> {
    return run(this.standby.urlOf(this.#postgres.appUrl()), statement);
  }

  async asOwner(statement: string): Promise<void> {
    await run(this.#postgres.ownerUrl(), statement);
  }
}

async function run(url: string, statement: string): Promise<number | null> {
  const database = openDatabase(url, { warn: () => undefined }, 1);
  try {
    return (await database.pool.query(statement)).rowCount;
  } finally {
    await database.close();
  }
}
