import { uuidv7 } from 'uuidv7';
import { canReplicate, startReplicated } from '@daybook/tooling/postgres/replicated-postgres';
import type { ReplicatedPostgres } from '@daybook/tooling/postgres/replicated-postgres';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { effort } from '../effort.ts';
import { eventually } from '../installation.ts';
import { startServerProcess } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { send } from '../web-client.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { hireWriters } from './ten-writers.ts';
import type { Writers } from './ten-writers.ts';

jest.setTimeout(240_000);

const silent = { warn: () => undefined };
let postgres: ReplicatedPostgres;
let server: ServerProcess;
let app: Database;
let owner: Database;
let writers: Writers;

async function start(): Promise<void> {
  postgres = await startReplicated();
  await eventually(() => migrate(postgres.urls.owner));
  app = openDatabase(postgres.urls.app, silent, 2);
  owner = openDatabase(postgres.urls.owner, silent, 2);
  writers = await hireWriters(app.db);
  server = await startServerProcess(postgres.urls, { LOG_LEVEL: 'silent' });
}

async function stop(): Promise<void> {
  await server?.stop();
  await Promise.all([app.close(), owner.close()]);
  await postgres.stop();
}

// It needs two PostgreSQL that replicate, and HAProxy; the embedded one has no program for that.
const isPossible = effort(0, 1) === 1 && canReplicate();

(isPossible ? describe : describe.skip)('a firm whose database has a synchronous standby', () => {
  beforeAll(start);
  afterAll(stop);

  it('acknowledges no write that the standby does not have, and does it once', async () => {
    const id = uuidv7();
    const body = { id, name: 'Payroll', taxCodeId: writers.taxCodeId, price: 100, currency: 'EUR' };
    const write = { method: 'POST', path: '/services', body, key: uuidv7() } as const;
    postgres.pauseStandby();
    const answer = await send(server.url, writers.token, write).finally(() => postgres.resumeStandby());
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await eventually(async () =>
      expect(await send(server.url, writers.token, write)).toMatchObject({ status: 200, data: { id } }),
    );
    expect(await owner.db.selectFrom('service').select('id').execute()).toEqual([{ id }]);
  });

  it('writes again within half a minute after its primary is lost, and misses nothing', async () => {
    const { done } = writers;
    await writers.writeThrough(server.url, async () => {
      postgres.killPrimary();
      postgres.promoteStandby();
      await writers.awaitMore(30_000);
    });
    const strange = done.refused.filter(({ status, code }) => status !== 503 || code !== 'UNAVAILABLE');
    expect(strange).toEqual([]);
    expect(done.refused).not.toEqual([]);
    expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
    await postgres.leadsToPrimary();
    await expectNothingLost({ db: owner.db, ownerUrl: postgres.urls.owner, done });
  });
});
