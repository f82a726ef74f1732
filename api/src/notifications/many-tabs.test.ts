import { sql } from 'kysely';
import { apiBase } from '@daybook/contracts/endpoint';
import { effort } from '../../test/effort.ts';
import { eventually } from '../../test/installation.ts';
import { signIn } from '../../test/people.ts';
import { startServerProcess } from '../../test/server-process.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { openSession } from '../auth/sessions.ts';

/** The pools of the server and of the test, and the one connection that hears the events of all tabs. */
const mostConnections = 10 + 10 + 1;
const persons = 25;
const sessionsOfEach = effort(3, 20);

/** It does not shed load: on a busy machine all these requests at once look like overload. */
const startServer = () => startServerProcess(api.urls, { OVERLOAD_MS: '0' });

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
  server = await startServer();
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

/**
 * Asks as a browser does: again if the connection was not accepted in time, or if the server says that it is busy and when to come
 * back. Any other answer counts.
 */
const ask = (
  path: string,
  token: string | undefined,
  { accept = 'application/json', ...init }: RequestInit & { accept?: string } = {},
) =>
  eventually(async () => {
    const headers = { authorization: `Bearer ${token}`, accept };
    const answer = await fetch(`${server.url}${apiBase}${path}`, { ...init, headers });
    if (answer.status !== 503 || !answer.headers.has('retry-after')) return answer;
    await answer.text();
    throw new Error('the server is busy');
  });

async function openTab({ userId, token }: (typeof sessions)[number]): Promise<Tab> {
  const answer = await ask('/events', token, { accept: 'text/event-stream', signal: stop.signal });
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
  const answer = await ask('/clients', sessions[nth % sessions.length]?.token);
  await answer.text();
  return answer.status;
};

/** The answers to many people who open a list at once. */
const listAtOnce = () => Promise.all(Array.from({ length: 60 }, (_one, nth) => list(nth)));
const refusedOf = (statuses: readonly number[]) => statuses.filter((status) => status !== 200);

/** All tabs of an office reconnect at the same moment while the office works on; none is turned away. */
async function comeBack(): Promise<Tab[]> {
  const [tabs, lists] = await Promise.all([Promise.all(sessions.map(openTab)), listAtOnce()]);
  expect(refusedOf(tabs.map(({ status }) => status))).toEqual([]);
  expect(refusedOf(lists)).toEqual([]);
  return tabs;
}

const timesIn = (heard: string, event: string): number => heard.split(`event: ${event}`).length - 1;
const countOf = ({ heard }: Tab): number => timesIn(heard, 'notification');
const gapsOf = (tabs: readonly Tab[]): number =>
  tabs.reduce((sum, { heard }) => sum + timesIn(heard, 'rights'), 0);

/**
 * Each event for one person reaches all of their tabs, and nobody else’s. After a gap every tab is told to read again, and then that
 * its rights may have changed; so this is tried again if there was a gap meanwhile.
 */
async function expectToHear(tabs: readonly Tab[]): Promise<void> {
  const [{ userId } = { userId: '' }] = tabs;
  const own = tabs.filter((tab) => tab.userId === userId);
  const others = tabs.filter((tab) => tab.userId !== userId);
  for (;;) {
    const [ofOwn, ofOthers, gaps] = [own.map(countOf), others.map(countOf), gapsOf(tabs)];
    await sql`select pg_notify('daybook_event', ${JSON.stringify({ userId, event: 'notification' })})`.execute(
      api.db,
    );
    await eventually(async () =>
      expect(own.filter((tab, nth) => countOf(tab) <= (ofOwn[nth] ?? 0))).toEqual([]),
    );
    const wrong = others.filter((tab, nth) => countOf(tab) !== ofOthers[nth]);
    if (wrong.length === 0) return;
    await eventually(async () => expect(gapsOf(tabs)).toBeGreaterThan(gaps));
  }
}

/** The connections to the database that were opened since the sessions were. */
async function connections(): Promise<number> {
  const { rows } = await api.appPool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'daybook' and usename = current_user
       and backend_start > (select max(created_at) from session)`,
  );
  return rows[0]?.count ?? 0;
}

describe(`${persons * sessionsOfEach} open tabs`, () => {
  it('take one connection, receive events, and leave the server to everybody else', async () => {
    const tabs = await comeBack();
    await expectToHear(tabs);
    expect(await connections()).toBeLessThanOrEqual(mostConnections);
    closeAll();
    expect(refusedOf(await listAtOnce())).toEqual([]);
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
    // A connection that was cut is found out when it is used.
    await eventually(async () => expect(refusedOf(await listAtOnce())).toEqual([]));
    closeAll();
  });

  it('come back to a restarted server', async () => {
    const before = await comeBack();
    await server.stop();
    await eventually(async () => expect(before.filter(({ isOpen }) => isOpen)).toEqual([]));
    server = await startServer();
    await expectToHear(await comeBack());
    closeAll();
  });
});
