import type { AddressInfo, NetConnectOpts } from 'node:net';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { buildServer } from '../../src/http/server.ts';
import { badNetwork, networkFaults } from '../bad-network.ts';
import type { BadNetwork, Plan } from '../bad-network.ts';
import { makeTaxCode } from '../fixtures/masters.ts';
import { effort } from '../effort.ts';
import { eventually } from '../installation.ts';
import { signIn } from '../people.ts';
import { send } from '../web-client.ts';

const faults = effort(32, 320);
jest.setTimeout(180_000 + faults * 2_000);

/** Longer than any statement may take here, and shorter than the clients wait. */
const silentMs = 1_500;
const clients = 8;

const seed = Date.now() % 1_000_000;
let drawn = seed;
const below = (limit: number): number => {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((drawn / 2_147_483_648) * limit);
};

let struck = 0;
const isDone = () => struck >= faults;
/** Until there have been enough faults, no connection works for long. */
const next = (): Plan | null => {
  if (isDone()) return null;
  struck += 1;
  return { fault: networkFaults[below(networkFaults.length)] ?? 'ends', after: 1 + below(12) };
};

/** If the host is a folder, it holds the server’s socket. */
function placeOf({ hostname, port }: URL): NetConnectOpts {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port || 5432}` }
    : { host, port: Number(port || 5432) };
}

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let toDatabase: BadNetwork;
let toServer: BadNetwork;
let database: Database;
let server: Awaited<ReturnType<typeof buildServer>>;
let token: string;
let taxCodeId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const direct = openDatabase(testDatabase.appUrl, pino({ level: 'silent' }), 2);
  ({ token } = await signIn(direct.db, {}));
  taxCodeId = await makeTaxCode(direct.db, { code: 'V20', rate: '20' });
  await direct.close();

  const url = new URL(testDatabase.appUrl);
  toDatabase = await badNetwork(placeOf(url), next);
  url.host = `127.0.0.1:${toDatabase.port}`;
  database = openDatabase(url.href, pino({ level: 'silent' }), 5, { silentMs });
  server = await buildServer(database, { LOG_LEVEL: 'silent', SITE_DIR: undefined, TRUST_PROXY: false });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  toServer = await badNetwork({ host: '127.0.0.1', port }, next);
});
afterAll(async () => {
  await toServer.close();
  await server.close();
  await database.close();
  await toDatabase.close();
  await testDatabase.drop();
});

/** Sends again with the same key, as the browser does, until there is an answer. */
async function save(id: string): Promise<void> {
  const request = {
    method: 'POST' as const,
    path: '/services',
    body: { id, name: `Service ${id}`, taxCodeId, price: 100, currency: 'EUR' },
    key: id,
    withinMs: 2 * silentMs,
  };
  const answer = await send(`http://127.0.0.1:${toServer.port}`, token, request);
  if (answer.status === 200) return;
  const mayPass = answer.status === 0 || answer.status === 503 || answer.code === 'IDEMPOTENCY_IN_FLIGHT';
  if (!mayPass) throw new Error(`the server answered ${JSON.stringify(answer)}`);
  await save(id);
}

// docs/rules.md#faults-of-the-network-and-the-database
it(`failing connections between browser, server and database store nothing twice and leak no connection (seed ${seed})`, async () => {
  const saved: string[] = [];
  const client = async (): Promise<void> => {
    while (!isDone()) {
      const id = uuidv7();
      await save(id);
      saved.push(id);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));

  const { rows } = await eventually(() => database.pool.query<{ id: string }>('select id from service'));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(saved.toSorted());
  await eventually(async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    expect({ idleCount, waitingCount }).toEqual({ idleCount: totalCount, waitingCount: 0 });
  });
});
