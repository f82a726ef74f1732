import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, make, walk } = await openTaskFixture(api));
});
afterAll(() => api.stop());

type NewTime = InputOf<typeof timeEntries.create>;

const span = (from: string, to: string, day = '2026-03-02') => ({
  workedOn: day,
  startedAt: `${day}T${from}:00Z`,
  endedAt: `${day}T${to}:00Z`,
});

const record = (who: Caller, taskId: string, more: Partial<NewTime>) =>
  who.call(timeEntries.create, { taskId, workedOn: '2026-03-02', ...more });

const refusedFields = async (taskId: string, more: Partial<NewTime>) =>
  (await doer.refused(timeEntries.create, { taskId, workedOn: '2026-03-02', ...more })).errors;

const codeOf = (text: string, values: unknown[]) =>
  api.appPool.query(text, values).then(
    () => null,
    (error: { code: string }) => error.code,
  );

describe('time on a task', () => {
  it('is a span or the minutes of a day, adds up on the task, and is in its history', async () => {
    const task = await make({ estimateMin: 300 });
    const morning = await record(doer, task.id, {
      ...span('09:00', '10:30'),
      billable: true,
      note: 'Bank',
    });
    expect(morning).toMatchObject({
      minutes: 90,
      person: { id: doer.id },
      task: { id: task.id, no: task.no },
      mayEdit: true,
    });
    const rest = await record(doer, task.id, { minutes: 45 });
    expect(rest).toMatchObject({ startedAt: null, endedAt: null, billable: false, note: null });
    expect(await admin.call(tasks.open, { id: task.id })).toMatchObject({ estimateMin: 300, spentMin: 135 });
    const shorter = { id: morning.id, ...span('09:00', '10:00'), note: 'Bank letters' };
    expect(await doer.call(timeEntries.edit, shorter, { version: 1 })).toMatchObject({
      version: 2,
      minutes: 60,
    });
    expect(await doer.refused(timeEntries.edit, shorter, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { version: 2, note: 'Bank letters' },
    });
    await doer.call(timeEntries.remove, { id: rest.id }, { version: 1 });
    expect(await doer.refused(timeEntries.remove, { id: rest.id }, { version: 2 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const { rows } = await admin.call(timeEntries.list, { filter: { taskId: task.id } });
    expect(rows.map(({ id, minutes }) => [id, minutes])).toEqual([[morning.id, 60]]);
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    expect(events.flatMap(({ parts }) => parts.map(({ part, step, label }) => [part, step, label]))).toEqual([
      ['time', 'removed', 'Doer'],
      ['time', 'changed', 'Doer'],
      ['time', 'added', 'Doer'],
      ['time', 'added', 'Doer'],
    ]);
  });

  it('is refused on the field that is wrong', async () => {
    const { id } = await make();
    const required = [{ code: 'REQUIRED' }];
    expect(await refusedFields(id, {})).toEqual({ minutes: required });
    expect(await refusedFields(id, { minutes: 1441 })).toHaveProperty('minutes');
    expect(await refusedFields(id, { minutes: 'abc' as never })).toEqual({
      minutes: [{ code: 'DURATION_FORMAT' }],
    });
    expect(await refusedFields(id, { startedAt: '2026-03-02T09:00:00Z' })).toMatchObject({
      endedAt: required,
    });
    expect(await refusedFields(id, span('10:00', '09:00'))).toEqual({ endedAt: [{ code: 'TIME_ORDER' }] });
    expect(await refusedFields(id, { ...span('10:00', '11:00'), endedAt: '2026-03-03T10:01:00Z' })).toEqual({
      endedAt: [{ code: 'TIME_TOO_LONG' }],
    });
    expect(await refusedFields(id, { ...span('10:00', '11:00'), workedOn: '2026-03-05' })).toEqual({
      startedAt: [{ code: 'DATE_RANGE' }],
    });
    expect(await refusedFields(id, { minutes: 5, workedOn: '2199-01-01' })).toEqual({
      workedOn: [{ code: 'DATE_FUTURE' }],
    });
    await record(doer, id, { minutes: 1400, workedOn: '2026-02-02' });
    expect(await refusedFields(id, { minutes: 41, workedOn: '2026-02-02' })).toEqual({
      minutes: [{ code: 'DAY_FULL', params: {} }],
    });
  });

  it('of one person never overlaps, on any task and by any way of entry', async () => {
    const [one, other] = [await make(), await make({ assigneeIds: [doer.id, reviewer.id] })];
    const on = '2026-03-09';
    await record(doer, one.id, span('09:00', '10:00', on));
    const overlap = {
      code: 'TIME_OVERLAPS',
      httpStatus: 409,
      errors: { startedAt: [{ code: 'TIME_OVERLAPS' }] },
    };
    for (const [from, to] of [
      ['09:00', '10:00'],
      ['08:00', '09:01'],
      ['09:59', '11:00'],
      ['09:20', '09:30'],
      ['08:00', '11:00'],
    ] as const)
      expect(
        await doer.refused(timeEntries.create, { taskId: other.id, ...span(from, to, on) }),
      ).toMatchObject(overlap);
    const next = await record(doer, other.id, span('10:00', '11:00', on));
    await record(reviewer, other.id, span('09:00', '11:00', on));
    expect(
      await doer.refused(timeEntries.edit, { id: next.id, ...span('09:30', '11:00', on) }, { version: 1 }),
    ).toMatchObject(overlap);
    await doer.call(timeEntries.remove, { id: next.id }, { version: 1 });
    const again = await Promise.all(
      Array.from({ length: 4 }, () =>
        doer.call(timeEntries.create, { taskId: one.id, ...span('10:00', '11:00', on) }).then(
          () => 'taken',
          () => 'refused',
        ),
      ),
    );
    expect(again.toSorted()).toEqual(['refused', 'refused', 'refused', 'taken']);
    const raw = `insert into time_entry (id, task_id, user_id, worked_on, started_at, ended_at, minutes)
      values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`;
    const at = (time: string) => `${on}T${time}:00Z`;
    expect(await codeOf(raw, [one.id, doer.id, on, at('10:30'), at('12:00'), 90])).toBe('23P01');
    expect(await codeOf(raw, [one.id, doer.id, on, at('12:00'), at('13:00'), 90])).toBe('23514');
    expect(await codeOf(raw, [one.id, doer.id, on, at('13:00'), at('12:00'), 60])).toBe('23514');
    expect(await codeOf(`delete from time_entry where task_id = $1`, [one.id])).toBe('42501');
  });

  it('is recorded by people who work on the task, and changed by them or with tasks.edit', async () => {
    const task = await make();
    const looker = await api.as({ userType: 'admin', keys: ['tasks.view'] });
    const minutes = { taskId: task.id, workedOn: '2026-03-16', minutes: 30 };
    expect(await looker.refused(timeEntries.create, minutes)).toMatchObject({ code: 'PERM_DENIED' });
    expect(await reviewer.refused(timeEntries.create, minutes)).toMatchObject({ code: 'NOT_FOUND' });
    const { id } = await doer.call(timeEntries.create, minutes);
    const [seen] = (await looker.call(timeEntries.list, { filter: { taskId: task.id } })).rows;
    expect(seen).toMatchObject({ id, mayEdit: false });
    const edit = { id, workedOn: '2026-03-16', minutes: 20 };
    expect(await looker.refused(timeEntries.edit, edit, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    expect(await looker.refused(timeEntries.remove, { id }, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    expect(await admin.call(timeEntries.edit, edit, { version: 1 })).toMatchObject({
      person: { id: doer.id },
      minutes: 20,
    });
    await walk(task, 'cancelled');
    expect(await doer.refused(timeEntries.create, minutes)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});

describe('a task with time', () => {
  it('cannot be deleted, not even in the database', async () => {
    const task = await make();
    const entry = await record(doer, task.id, { minutes: 10, workedOn: '2026-05-11' });
    expect(task.hasTime).toBe(false);
    expect((await admin.call(tasks.open, { id: task.id })).hasTime).toBe(true);
    expect(await admin.refused(tasks.remove, { id: task.id }, { version: 1 })).toMatchObject({
      httpStatus: 409,
      code: 'TASK_HAS_TIME',
    });
    expect(await codeOf('update task set deleted_at = now() where id = $1', [task.id])).toBe('DB083');
    await doer.call(timeEntries.remove, { id: entry.id }, { version: 1 });
    await admin.call(tasks.remove, { id: task.id }, { version: 1 });
    const raw = `insert into time_entry (id, task_id, user_id, worked_on, minutes)
      values (gen_random_uuid(), $1, $2, current_date, 5)`;
    expect(await codeOf(raw, [task.id, doer.id])).toBe('DB001');
  });
});
