import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { eventually } from '../../test/installation.ts';
import { liveOver } from './live.ts';
import type { Live } from './live.ts';

let api: TestApi;
let pool: pg.Pool;
let live: Live;

beforeEach(async () => {
  api = await startTestApi();
  pool = new pg.Pool({ connectionString: api.urls.app, max: 1 }).on('error', () => undefined);
  live = liveOver(pool, pino({ level: 'silent' }));
});
afterEach(async () => {
  live.close();
  await pool.end();
  await api.stop();
});

/** The events of a subscriber in order, and a way to wait for the next one. */
function subscribed(userId: string) {
  const told: string[] = [];
  const unsubscribe = live.subscribe(
    { userId, sessionId: userId },
    {
      listening: () => told.push('listening'),
      tell: (event) => told.push(event),
      end: () => told.push('end'),
    },
  );
  const until = async (count: number) => {
    for (let tries = 0; told.length < count && tries < 500; tries += 1) await rest(10);
    return told;
  };
  return { told, until, unsubscribe };
}

const notify = (userId: string, event = 'notification') =>
  api.ownerPool.query(`select pg_notify('daybook_event', $1)`, [JSON.stringify({ userId, event })]);

describe('a subscriber of events', () => {
  it('is listening only once no event can be missed', async () => {
    const userId = randomUUID();
    const busy = await pool.connect();
    const first = subscribed(userId);
    await notify(userId);
    expect(first.told).toEqual([]);
    busy.release();
    expect(await first.until(1)).toEqual(['listening']);
    await notify(userId);
    expect(await first.until(2)).toEqual(['listening', 'notification']);
    expect(subscribed(userId).told).toEqual(['listening']);
  });

  it('learns of the gap after the listening connection was lost', async () => {
    const userId = randomUUID();
    const { until } = subscribed(userId);
    await until(1);
    const cut = await api.appPool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and query = 'listen daybook_event'`,
    );
    expect(cut.rowCount).toBe(1);
    await notify(userId);
    expect(await until(2)).toEqual(['listening', 'listening']);
  });

  it('shares one connection with all who come at the same moment, until the last one leaves', async () => {
    const many = new pg.Pool({ connectionString: api.urls.app, max: 6 }).on('error', () => undefined);
    live = liveOver(many, pino({ level: 'silent' }));
    const tabs = Array.from({ length: 18 }, () => subscribed(randomUUID()));
    await Promise.all(tabs.map(({ until }) => until(1)));
    expect(many.totalCount).toBe(1);
    for (const { unsubscribe } of tabs) unsubscribe();
    expect(many.totalCount).toBe(0);
    await many.end();
  });

  it('who leaves before the connection is open, with the server or alone, leaves none behind', async () => {
    for (const leave of ['unsubscribe', 'close'] as const) {
      const busy = await pool.connect();
      const tab = subscribed(randomUUID());
      if (leave === 'unsubscribe') tab.unsubscribe();
      else live.close();
      busy.release();
      await eventually(async () => expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]));
      expect(tab.told.filter((event) => event !== 'end')).toEqual([]);
    }
  });

  it('who comes when the server is closing is released at once', async () => {
    live.close();
    const tab = subscribed(randomUUID());
    expect(tab.told).toEqual(['end']);
    expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]);
  });

  it('keeps listening after an event that only a newer version knows', async () => {
    const userId = randomUUID();
    const { until } = subscribed(userId);
    await until(1);
    await notify(userId, 'of a later day');
    await notify(userId);
    expect(await until(2)).toEqual(['listening', 'notification']);
  });

  it('is counted by its session', () => {
    const [userId, sessionId] = [randomUUID(), randomUUID()];
    const silent = { listening: () => undefined, tell: () => undefined, end: () => undefined };
    const leave = [1, 2].map(() => live.subscribe({ userId, sessionId }, { ...silent }));
    live.subscribe({ userId, sessionId: randomUUID() }, { ...silent });
    expect(live.countOf(sessionId)).toBe(2);
    leave[0]?.();
    leave[0]?.();
    expect(live.countOf(sessionId)).toBe(1);
  });
});
