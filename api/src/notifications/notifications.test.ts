import type { AddressInfo } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { apiBase } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';
import { executives } from '@daybook/contracts/people/staff';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { presets } from '@daybook/contracts/permissions';
import { eventually } from '../../test/installation.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let manager: Caller;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  manager = await api.as({ userType: 'admin' });
});
afterAll(() => api.stop());

const anExecutive = () => api.as({ userType: 'executive', keys: presets.executive.keys });

const assigned = (title: string, ids: string[], more = {}) =>
  manager.call(tasks.create, { title, internal: true, dueOn: '2030-01-31', assigneeIds: ids, ...more });

const kindsOf = async (caller: Caller) =>
  (await caller.call(notifications.list, {})).rows.map(({ kind }) => kind);

/** The stream as a browser reads it, one event after the other. */
async function streamOf(caller: Caller, stop = new AbortController()) {
  const { port } = api.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${apiBase}/events`, {
    headers: { authorization: `Bearer ${caller.token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  return {
    answer,
    async until(event: string) {
      while (!heard.includes(`event: ${event}\n`)) heard += (await reader?.read())?.value ?? '';
      heard = heard.slice(heard.indexOf(`event: ${event}\n`) + 1);
      return event;
    },
    async untilEnd() {
      while (!(await reader?.read())?.done);
    },
    stop: () => stop.abort(),
  };
}

describe('notifications', () => {
  it('tell a person once of work that others assign to them, and not of work they take themselves', async () => {
    const executive = await anExecutive();
    const task = await assigned('Annual accounts', [executive.id, manager.id]);
    expect(await executive.call(notifications.list, {})).toMatchObject({
      hasMore: false,
      rows: [
        {
          kind: 'task_assigned',
          params: { no: task.no, title: 'Annual accounts' },
          record: { kind: 'task', id: task.id },
          isRead: false,
        },
      ],
    });
    expect(await kindsOf(manager)).toEqual([]);
  });

  it('tell a person of work to review, and of work that comes back', async () => {
    const [worker, reviewer] = [await anExecutive(), await anExecutive()];
    const task = await assigned('Audit', [worker.id], { reviewerId: reviewer.id });
    const started = await worker.call(
      tasks.transition,
      { id: task.id, to: 'in_progress' },
      { version: task.version },
    );
    const sent = await worker.call(
      tasks.transition,
      { id: task.id, to: 'in_review' },
      { version: started.version },
    );
    expect(await kindsOf(reviewer)).toEqual(['task_to_review']);
    await reviewer.call(
      tasks.transition,
      { id: task.id, to: 'in_progress', reason: 'The note on leases is missing' },
      { version: sent.version },
    );
    expect((await worker.call(notifications.list, {})).rows[0]).toMatchObject({
      kind: 'task_sent_back',
      params: { reason: 'The note on leases is missing' },
    });
  });

  it('are a person’s own, twenty at a time, until they are read', async () => {
    const [executive, other] = [await anExecutive(), await anExecutive()];
    for (let n = 1; n <= 22; n += 1) await assigned(`Task ${n}`, [executive.id]);
    const first = await executive.call(notifications.list, {});
    expect([first.rows.length, first.hasMore]).toEqual([20, true]);
    const older = await executive.call(notifications.list, { before: first.rows.at(-1)?.id });
    expect(older.rows.map(({ params }) => params['title'])).toEqual(['Task 2', 'Task 1']);
    expect(await executive.call(notifications.unread, {})).toEqual({ count: 22 });

    expect(await other.call(notifications.markRead, { id: older.rows[0]?.id })).toEqual({ read: 0 });
    expect(await executive.call(notifications.markRead, { id: older.rows[0]?.id })).toEqual({ read: 1 });
    expect(await executive.call(notifications.markRead, {})).toEqual({ read: 21 });
    expect(await executive.call(notifications.unread, {})).toEqual({ count: 0 });
  });
});

describe('an open tab', () => {
  it('gets a new notification of its person at once', async () => {
    const [executive, other] = [await anExecutive(), await anExecutive()];
    const [mine, theirs] = [await streamOf(executive), await streamOf(other)];
    expect(mine.answer.headers.get('content-type')).toBe('text/event-stream');
    await assigned('For one', [executive.id]);
    await mine.until('notification');
    await assigned('For the other', [other.id]);
    await theirs.until('notification');
    mine.stop();
    theirs.stop();
  });

  it('gets a change of its permissions', async () => {
    const executive = await anExecutive();
    const tab = await streamOf(executive);
    await api.ownerPool.query('update app_user set perm_version = perm_version + 1 where id = $1', [
      executive.id,
    ]);
    expect(await tab.until('rights')).toBe('rights');
    tab.stop();
  });

  it('is closed within two seconds when its person is deactivated, and when its session ends', async () => {
    const owner = await api.as({ userType: 'super_admin' });
    const [leaver, other] = [await anExecutive(), await anExecutive()];
    const [shut, ended] = [await streamOf(leaver), await streamOf(other)];
    const begun = performance.now();
    await owner.call(executives.deactivate, { id: leaver.id }, { version: 1 });
    await owner.call(executives.endSessions, { id: other.id });
    await Promise.all([shut.untilEnd(), ended.untilEnd()]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('gets events again after the database has cut the listening connection', async () => {
    const executive = await anExecutive();
    const tab = await streamOf(executive);
    await assigned('Before', [executive.id]);
    await tab.until('notification');
    const cut = await api.appPool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and query = 'listen daybook_event'`,
    );
    expect(cut.rowCount).toBe(1);
    // Events in the gap are lost: the page is told to read both again, and then receives events as before.
    await tab.until('rights');
    await assigned('After', [executive.id]);
    expect(await tab.until('notification')).toBe('notification');
    tab.stop();
  });

  it('is no event stream without the right Accept header, and refused without a session', async () => {
    const executive = await anExecutive();
    expect(await executive.refused(notifications.stream, {})).toMatchObject({
      code: 'MEDIA_TYPE_UNSUPPORTED',
    });
    const stranger = await streamOf({ ...executive, token: 'x'.repeat(43) });
    expect(stranger.answer.status).toBe(401);
  });

  it('is one of at most eight of its session, and leaves its place to the next, also when it closes before the answer', async () => {
    const executive = await anExecutive();
    const { rows } = await api.ownerPool.query<{ id: string }>('select id from session where user_id = $1', [
      executive.id,
    ]);
    const left = () => api.app.live.countOf(rows[0]?.id ?? '');
    for (let waited = 0; waited < 12; waited += 2) {
      const gone = new AbortController();
      const asked = [1, 2, 3].map(() => streamOf(executive, gone).catch(() => null));
      await rest(waited);
      gone.abort();
      await Promise.all(asked);
    }
    await eventually(async () => expect(left()).toBe(0));
    const tabs = await Promise.all(Array.from({ length: 8 }, () => streamOf(executive)));
    expect((await streamOf(executive)).answer.status).toBe(429);
    tabs[0]?.stop();
    await eventually(async () => expect(left()).toBe(7));
    const next = await streamOf(executive);
    expect(next.answer.status).toBe(200);
    for (const tab of [...tabs, next]) tab.stop();
  });

  it('is closed when the server closes', async () => {
    const closing = await startTestApi();
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const person = await closing.as({});
    const { port } = closing.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${apiBase}/events`, {
      headers: { authorization: `Bearer ${person.token}`, accept: 'text/event-stream' },
    });
    await closing.stop();
    expect(await answer.text()).toContain('retry: 2000');
  });
});
