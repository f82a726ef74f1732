import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import type { TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let at: TaskFixture;
let boss: Caller;

beforeAll(async () => {
  api = await startTestApi();
  at = await openTaskFixture(api);
  boss = await api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'own', name: 'Boss' });
  const above = await api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'own' });
  const lead = async (id: string, managerId: string) =>
    api.db.updateTable('appUser').set({ managerId }).where('id', '=', id).execute();
  await lead(at.doer.id, above.id);
  await lead(above.id, boss.id);
});
afterAll(() => api.stop());

const record = (taskId: string, workedOn: string, minutes: number, more: object = {}) =>
  at.doer.call(timeEntries.create, { taskId, workedOn, minutes, billable: true, ...more });
const open = (weekOn: string, who = at.doer, userId?: string) =>
  who.call(timesheets.open, { weekOn, ...(userId !== undefined && { userId }) });
const submit = (weekOn: string) => at.doer.call(timesheets.submit, { weekOn });
const refusal = async (who: Caller, ...asked: Parameters<Caller['refused']>) =>
  (await who.refused(...asked)).code;

describe('a timesheet', () => {
  it('shows a week by task and day, with what is missing, and the entry that a cell changes', async () => {
    const task = await at.make({ title: 'Accounts' });
    const single = await record(task.id, '2026-03-02', 90, { note: 'Bank' });
    await record(task.id, '2026-03-03', 20);
    await record(task.id, '2026-03-03', 40);
    await record(task.id, '2026-03-09', 60);
    const span = { startedAt: '2026-03-08T08:00:00Z', endedAt: '2026-03-08T09:00:00Z', minutes: null };
    await at.doer.call(timeEntries.create, { taskId: task.id, workedOn: '2026-03-08', ...span });
    const sheet = await open('2026-03-02');
    expect(sheet).toMatchObject({
      isOwn: true,
      mayDecide: false,
      status: 'open',
      id: null,
      minutes: 210,
      missingMinutes: 40 * 60 - 210,
    });
    expect(sheet.rows).toHaveLength(1);
    expect(sheet.rows[0]).toMatchObject({ task: { id: task.id, label: 'Accounts', billable: true } });
    expect(sheet.rows[0]?.days.map(({ minutes }) => minutes)).toEqual([90, 60, 0, 0, 0, 0, 60]);
    expect(sheet.rows[0]?.days.map(({ entry }) => entry?.id ?? null)).toEqual([
      single.id,
      ...Array.from({ length: 6 }, () => null),
    ]);
    expect((await at.doer.refused(timesheets.open, { weekOn: '2026-03-03' })).errors).toMatchObject({
      weekOn: [{ code: 'NOT_A_MONDAY' }],
    });
  });

  it('locks its time from the submission on, until it is returned', async () => {
    const task = await at.make();
    const entry = await record(task.id, '2026-04-05', 60);
    const outside = await record(task.id, '2026-04-06', 60);
    const { id, version } = await submit('2026-03-30');
    const change = { id: entry.id, workedOn: '2026-04-05', minutes: 30, billable: true };
    const at1 = { version: 1 };
    const tries = async () => [
      await refusal(at.doer, timeEntries.edit, change, at1),
      await refusal(at.doer, timeEntries.remove, { id: entry.id }, at1),
      await refusal(at.doer, timeEntries.create, { taskId: task.id, workedOn: '2026-03-30', minutes: 1 }),
      await refusal(at.admin, timeEntries.edit, { ...change, id: outside.id }, at1),
    ];
    const locked = ['WEEK_LOCKED', 'WEEK_LOCKED', 'WEEK_LOCKED', 'WEEK_LOCKED'];
    expect(await tries()).toEqual(locked);
    expect(await refusal(at.doer, timesheets.submit, { weekOn: '2026-03-30' })).toBe('STATE_NOT_ALLOWED');
    const approved = await boss.call(timesheets.approve, { id: id ?? '' }, { version: version ?? 0 });
    expect(approved).toMatchObject({ status: 'approved', decidedBy: { label: 'Boss' } });
    expect(await tries()).toEqual(locked);
    const returned = await boss.call(
      timesheets.return,
      { id: id ?? '', reason: 'Friday is missing' },
      { version: approved.version ?? 0 },
    );
    expect(returned).toMatchObject({ status: 'open', reason: 'Friday is missing' });
    await at.doer.call(timeEntries.edit, change, at1);
    expect(await submit('2026-03-30')).toMatchObject({ status: 'submitted', reason: null, id });
  });

  it('is approved by those above the person, or with tasks.edit by those who have the person in scope; never by oneself', async () => {
    const task = await at.make();
    await record(task.id, '2026-02-02', 60);
    const { id, version } = await submit('2026-02-02');
    const approve = [timesheets.approve, { id: id ?? '' }, { version: version ?? 0 }] as const;
    const stranger = await api.as({ userType: 'manager', keys: ['tasks.view', 'tasks.edit'], scope: 'own' });
    expect(await refusal(stranger, ...approve)).toBe('NOT_FOUND');
    expect(await refusal(stranger, timesheets.open, { weekOn: '2026-02-02', userId: at.doer.id })).toBe(
      'NOT_FOUND',
    );
    expect(await refusal(at.reviewer, ...approve)).toBe('NOT_FOUND');
    expect(await refusal(at.doer, ...approve)).toBe('PERM_DENIED');
    const seen = await open('2026-02-02', boss, at.doer.id);
    expect(seen).toMatchObject({ mayDecide: true, isOwn: false, minutes: 60 });
    expect(seen.rows).toMatchObject([{ task: null, client: null }]);
    const editor = await api.as({ userType: 'manager', keys: ['tasks.view', 'tasks.edit'], scope: 'all' });
    expect(await editor.call(...approve)).toMatchObject({ status: 'approved' });
    expect(await refusal(boss, ...approve)).toBe('VERSION_CONFLICT');
    const again = [timesheets.approve, { id: id ?? '' }, { version: (version ?? 0) + 1 }] as const;
    expect(await refusal(boss, ...again)).toBe('STATE_NOT_ALLOWED');
  });

  it('is not submitted while a timer runs, and once when it is sent by two tabs', async () => {
    const task = await at.make();
    const now = new Date().toISOString().slice(0, 10);
    const date = new Date(`${now}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    const weekOn = date.toISOString().slice(0, 10);
    const { entry } = await at.doer.call(timeEntries.start, { taskId: task.id, workedOn: now });
    expect(await refusal(at.doer, timesheets.submit, { weekOn })).toBe('TIMER_RUNS');
    await at.doer.call(timeEntries.stop, { id: entry.id });
    const answers = await Promise.all(
      [1, 2].map(() => at.doer.inject(requestOf(timesheets.submit, { weekOn }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await refusal(at.doer, timeEntries.start, { taskId: task.id, workedOn: now })).toBe('WEEK_LOCKED');
  });

  it('is locked by the database, for whoever writes, also while the week is being submitted', async () => {
    const task = await at.make();
    const entry = await record(task.id, '2026-01-05', 60);
    await submit('2026-01-05');
    const insert = `insert into time_entry (id, task_id, user_id, worked_on, minutes) values (gen_random_uuid(), $1, $2, $3, 5)`;
    const change = `update time_entry set minutes = 5 where id = $1`;
    expect(await refusedInSql(api, [change, [entry.id]])).toBe('DB141');
    expect(await refusedInSql(api, [insert, [task.id, at.doer.id, '2026-01-11']])).toBe('DB141');
    expect(await refusedInSql(api, [insert, [task.id, at.doer.id, '2026-01-12']])).toBe('done');
    const own = `insert into time_week (id, user_id, week_on, status, decided_by) values (gen_random_uuid(), $1, $2, 'approved', $1)`;
    expect(await refusedInSql(api, [own, [at.doer.id, '2026-01-19']])).toBe('23514');
    const tuesday = `insert into time_week (id, user_id, week_on) values (gen_random_uuid(), $1, '2026-01-20')`;
    expect(await refusedInSql(api, [tuesday, [at.doer.id]])).toBe('23514');
    const [written, sent] = await Promise.all([
      at.doer.inject(
        requestOf(timeEntries.create, {
          taskId: task.id,
          workedOn: '2025-12-01',
          minutes: 7,
          billable: true,
        }),
      ),
      at.doer.inject(requestOf(timesheets.submit, { weekOn: '2025-12-01' })),
    ]);
    expect(sent.statusCode).toBe(200);
    expect((await open('2025-12-01')).minutes).toBe(written.statusCode === 200 ? 7 : 0);
  });
});
