import { sql } from 'kysely';
import { apiBase } from '@daybook/contracts/endpoint';
import { eventually } from '../../test/installation.ts';
import { signIn } from '../../test/people.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { openSession } from '../auth/sessions.ts';

const persons = 25;
const sessionsOfEach = 20;

let api: TestApi;
let server: ServerProcess;
let sessions: { userId: string; token: string }[];
beforeAll(async () => {
  api = await startTestApi();
  const people = await Promise.all(Array.from({ length: persons }, () => signIn(api.db, {})));
  sessions = await Promise.all(
    people.flatMap(({ id }) =>
      Array.from({ length: sessionsOfEach }, async () => ({
        userId: id,
        token: await openSession(api.db, id, 'a tab'),
      })),
    ),
  );
  server = await startServerProcess(api.urls, {});
});
afterAll(async () => {
  closeAll();
  await server.stop();
  await api.stop();
});

interface Tab {
  userId: string;
  status: number;
  heard: string;
  isOpen: boolean;
}

let stop = new AbortController();
const closeAll = () => {
  stop.abort();
  stop = new AbortController();
};

async function openTab({ userId, token }: (typeof sessions)[number]): Promise<Tab> {
  const answer = await fetch(`${server.url}${apiBase}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  const tab: Tab = { userId, status: answer.status, heard: '', isOpen: true };
  const read = async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) tab.heard += text;
  };
  void read()
    .catch(() => undefined)
    .finally(() => (tab.isOpen = false));
  return tab;
}

const list = async (nth: number): Promise<number> => {
  const answer = await fetch(`${server.url}${apiBase}/clients`, {
    headers: { authorization: `Bearer ${sessions[nth % sessions.length]?.token}` },
  });
  await answer.text();
  return answer.status;
};

/** All tabs of an office reconnect at the same moment while the office works on; none is refused. */
async function comeBack(): Promise<Tab[]> {
  const [tabs, lists] = await Promise.all([
    Promise.all(sessions.map(openTab)),
    Promise.all(Array.from({ length: 60 }, (_one, nth) => list(nth))),
  ]);
  expect(tabs.filter(({ status }) => status !== 200)).toEqual([]);
  expect(lists.filter((status) => status !== 200)).toEqual([]);
  return tabs;
}

const countOf = ({ heard }: Tab): number => heard.split('event: notification').length;

/**
 * Each event for one person reaches all of their tabs, and nobody else’s. Tried again, because after a gap every tab is told to read
 * again, and on a slow machine that may happen while the event is on its way.
 */
async function expectToHear(tabs: readonly Tab[]): Promise<void> {
  const [{ userId } = { userId: '' }] = tabs;
  const own = tabs.filter((tab) => tab.userId === userId);
  await eventually(async () => {
    const before = tabs.map(countOf);
    const expected = tabs.map((tab, nth) => (before[nth] ?? 0) + (tab.userId === userId ? 1 : 0));
    const heardBefore = own.map(countOf);
    await sql`select pg_notify('daybook_event', ${JSON.stringify({ userId, event: 'notification' })})`.execute(
      api.db,
    );
    await eventually(async () =>
      expect(own.filter((tab, nth) => countOf(tab) === heardBefore[nth])).toEqual([]),
    );
    expect(tabs.map(countOf)).toEqual(expected);
  });
}

/** The server’s connections to the database, without those of the test. */
async function connections(): Promise<number> {
  const { rows } = await api.appPool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'daybook' and usename = current_user
       and backend_start > (select max(created_at) from session)`,
  );
  return rows[0]?.count ?? 0;
}

describe('five hundred open tabs', () => {
  it('take one connection, receive events, and leave the server to everybody else', async () => {
    const tabs = await comeBack();
    await expectToHear(tabs);
    expect(await connections()).toBeLessThanOrEqual(10);
    closeAll();
    const lists = await Promise.all(Array.from({ length: 60 }, (_one, nth) => list(nth)));
    expect(lists.filter((status) => status !== 200)).toEqual([]);
  });

  it('stay open while the database is away, and receive events afterwards', async () => {
    const tabs = await comeBack();
    await api.appPool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await eventually(async () =>
      expect(tabs.filter(({ heard }) => !heard.includes('event: rights'))).toEqual([]),
    );
    expect(tabs.filter(({ isOpen }) => !isOpen)).toEqual([]);
    await expectToHear(tabs);
    const lists = await Promise.all(Array.from({ length: 60 }, (_one, nth) => list(nth)));
    expect(lists.filter((status) => status !== 200)).toEqual([]);
    closeAll();
  });

  it('come back to a restarted server', async () => {
    const before = await comeBack();
    await server.stop();
    await eventually(async () => expect(before.filter(({ isOpen }) => isOpen)).toEqual([]));
    server = await startServerProcess(api.urls, {});
    await expectToHear(await comeBack());
    closeAll();
  });
});
