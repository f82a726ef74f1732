import { pino } from 'pino';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { services } from '@daybook/contracts/settings/services/services';
import { eventually } from '../../test/installation.ts';
import { signIn } from '../../test/people.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../test/test-api.ts';
import { waitsForLock } from '../../test/waits-for-lock.ts';
import { openDatabase } from '../db/database.ts';
import { requestOf } from './request-of.ts';
import { buildServer } from './server.ts';

let api: TestApi;
let greedy: Caller;
let other: Caller;
beforeAll(async () => {
  api = await startTestApi();
  greedy = await api.as({ userType: 'super_admin' });
  other = await api.as({ userType: 'super_admin' });
});
afterAll(() => api.stop());

const list = (caller: Caller) => caller.inject(requestOf(clients.list, {}));

/** Connections that wait for a lock on the clients. */
const heldUp = async (): Promise<number> => {
  const { rows } = await api.ownerPool.query<{ count: number }>(
    `select count(*)::int as count from (${waitsForLock} and relation = 'client'::regclass) as waiting`,
  );
  return rows[0]?.count ?? 0;
};

describe('many requests of one person at once', () => {
  it('leave others their share of the connections, however slow they are', async () => {
    const lock = await api.ownerPool.connect();
    await lock.query('begin');
    await lock.query('lock table client in access exclusive mode');
    const slow = Array.from({ length: 40 }, () => list(greedy));
    try {
      await eventually(async () => expect(await heldUp()).toBe(5));
      await expect(other.call(services.list, {})).resolves.toMatchObject({ rows: [] });
      expect((await api.app.inject({ url: '/api/health/ready' })).statusCode).toBe(200);
      expect(await heldUp()).toBe(5);
    } finally {
      await lock.query('rollback');
      lock.release();
      await Promise.all(slow);
    }
  });

  it('wait for their turn, and are not refused', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => list(greedy)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});

describe('a server without a free connection', () => {
  it('refuses after two seconds, is not ready meanwhile, and then answers again', async () => {
    const database = openDatabase(api.urls.app, pino({ level: 'silent' }), 2);
    const server = await buildServer(database, {
      LOG_LEVEL: 'silent',
      SITE_DIR: undefined,
      TRUST_PROXY: false,
    });
    const { id, token } = await signIn(database.db, { userType: 'super_admin' });
    const caller = callerOf(server, id, token);
    const held = await Promise.all([database.pool.connect(), database.pool.connect()]);

    const [answer, ready] = await Promise.all([list(caller), server.inject({ url: '/api/health/ready' })]);
    expect([answer.statusCode, answer.json<Refused>().code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers['retry-after']).toBe('2');
    expect(ready.statusCode).toBe(503);

    for (const one of held) one.release();
    expect((await list(caller)).statusCode).toBe(200);
    expect((await server.inject({ url: '/api/health/ready' })).statusCode).toBe(200);
    await server.close();
    await database.close();
  }, 10_000);
});
