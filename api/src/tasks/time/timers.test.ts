import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
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

const record = (who: Caller, taskId: string, more: Partial<NewTime>) =>
  who.call(timeEntries.create, { taskId, workedOn: '2026-03-02', ...more });

const today = () => new Date().toISOString().slice(0, 10);

/** Makes the timer look as if it had been started so many minutes earlier. */
const setBack = (id: string, minutes: number) =>
  api.ownerPool.query(
    `update time_entry set started_at = started_at - make_interval(mins => $2) where id = $1`,
    [id, minutes],
  );

/** So many minutes, or one more if the clock has reached the next minute. */
const about = (minutes: number) => ({
  asymmetricMatch: (given: unknown) => given === minutes || given === minutes + 1,
});

const codeOf = (text: string, values: unknown[]) =>
  api.appPool.query(text, values).then(
    () => null,
    (error: { code: string }) => error.code,
  );

describe('a timer', () => {
  it('runs once for a person: starting another stops the first, and the answer names it', async () => {
    const [one, other] = [await make(), await make()];
    const begun = await doer.call(timeEntries.start, { taskId: one.id, workedOn: today() });
    expect(begun).toMatchObject({ entry: { minutes: null, endedAt: null, billable: true }, stopped: null });
    const again = await doer.call(timeEntries.start, { taskId: one.id, workedOn: today() });
    expect(again.entry.id).toBe(begun.entry.id);
    await setBack(begun.entry.id, 42);
    const next = await doer.call(timeEntries.start, { taskId: other.id, workedOn: today() });
    expect(next.stopped).toEqual({ task: { id: one.id, no: one.no, label: one.title }, minutes: about(42) });
    expect((await doer.call(timeEntries.running, {})).entry?.id).toBe(next.entry.id);
    expect((await reviewer.call(timeEntries.running, {})).entry).toBeNull();
    expect(await admin.call(tasks.open, { id: one.id })).toMatchObject({ spentMin: next.stopped?.minutes });
    // A timer started by mistake leaves no entry.
    await setBack(next.entry.id, -1);
    expect(await doer.call(timeEntries.stop, { id: next.entry.id })).toMatchObject({
      stopped: { minutes: null },
    });
    expect(await doer.refused(timeEntries.stop, { id: next.entry.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await doer.refused(timeEntries.stop, { id: begun.entry.id })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    expect((await doer.call(timeEntries.list, { filter: { taskId: other.id } })).rows).toEqual([]);
  });

  it('runs once also when several tabs start one at once, by the law of the database', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => make()));
    await Promise.all(made.map(({ id }) => doer.call(timeEntries.start, { taskId: id, workedOn: today() })));
    const { rows } = await api.ownerPool.query(
      `select id from time_entry where user_id = $1 and started_at is not null and ended_at is null and removed_at is null`,
      [doer.id],
    );
    expect(rows).toHaveLength(1);
    const raw = `insert into time_entry (id, task_id, user_id, worked_on, started_at)
      values (gen_random_uuid(), $1, $2, current_date, now() + interval '1 hour')`;
    expect(await codeOf(raw, [made[0]?.id, doer.id])).toBe('23P01');
    expect(await codeOf(raw, [uuidv7(), reviewer.id])).toBe('23503');
    const { entry } = await doer.call(timeEntries.running, {});
    expect(
      await doer.refused(
        timeEntries.edit,
        { id: entry?.id, workedOn: today(), minutes: 5 },
        { version: entry?.version ?? 0 },
      ),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await doer.call(timeEntries.stop, { id: entry?.id ?? '' });
  });

  it('stops when its task is finished, by one or in bulk, and its time is kept', async () => {
    for (const [to, byMany] of [
      ['completed', false],
      ['cancelled', true],
    ] as const) {
      const executive = () => api.as({ userType: 'executive', keys: ['tasks.view'] });
      const [one, other] = [await executive(), await executive()];
      const task = await walk(await make({ assigneeIds: [one.id, other.id] }), 'in_progress');
      const begun = [one, other].map(async (who) => {
        const { entry } = await who.call(timeEntries.start, { taskId: task.id, workedOn: today() });
        await setBack(entry.id, who === one ? 15 : 7);
      });
      await Promise.all(begun);
      const change = { tasks: [{ id: task.id, version: task.version }], change: { to, reason: 'Left' } };
      await (byMany ? admin.call(taskBulk.change, change) : walk(task, to));
      for (const who of [one, other]) expect((await who.call(timeEntries.running, {})).entry).toBeNull();
      const { rows } = await admin.call(timeEntries.list, { filter: { taskId: task.id } });
      const kept = rows.map(({ minutes }) => Number(minutes)).toSorted((a, b) => a - b);
      expect(kept).toEqual([about(7), about(15)]);
      expect((await admin.call(tasks.open, { id: task.id })).spentMin).toBe(
        kept.reduce((sum, minutes) => sum + minutes, 0),
      );
    }
  });

  it('never outlives a task that is finished while it starts', async () => {
    const task = await walk(await make(), 'in_progress');
    await Promise.allSettled([
      doer.call(timeEntries.start, { taskId: task.id, workedOn: today() }),
      walk(task, 'completed'),
    ]);
    expect((await admin.call(tasks.open, { id: task.id })).status).toBe('completed');
    expect((await doer.call(timeEntries.running, {})).entry).toBeNull();
  });

  it('that was forgotten stops at a day, and goes on though its task is handed on', async () => {
    const sleeper = await api.as({ userType: 'executive', keys: ['tasks.view'] });
    const task = await make({ assigneeIds: [sleeper.id] });
    const { entry } = await sleeper.call(timeEntries.start, { taskId: task.id, workedOn: today() });
    await setBack(entry.id, 3 * 24 * 60);
    await api.db
      .updateTable('taskAssignee')
      .set({ userId: reviewer.id })
      .where('taskId', '=', task.id)
      .execute();
    expect((await sleeper.call(timeEntries.running, {})).entry?.id).toBe(entry.id);
    expect(await sleeper.call(timeEntries.stop, { id: entry.id })).toMatchObject({
      stopped: { minutes: 1440 },
    });
    const done = await walk(await make(), 'in_progress', 'completed');
    expect(await doer.refused(timeEntries.start, { taskId: done.id, workedOn: today() })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
    // Time spent before the completion can still be entered.
    expect(await record(doer, done.id, { minutes: 10, workedOn: '2026-05-04' })).toMatchObject({
      minutes: 10,
    });
  });
});
