import { uuidv7 } from 'uuidv7';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, versionOf, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];
let change: TaskFixture['change'];
let undo: TaskFixture['undo'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, make, walk, change, undo } = await openTaskFixture(api));
});
afterAll(() => api.stop());

const open = (task: Task) => admin.call(tasks.open, { id: task.id });

describe('a bulk change of tasks', () => {
  it('gives a result for each task', async () => {
    const [one, stale, finished] = [await make(), await make(), await walk(await make(), 'cancelled')];
    const reviewed = await make({ reviewRequired: true, reviewerId: reviewer.id });
    const begun = await walk(await make({ assigneeIds: [reviewer.id] }), 'in_progress');
    const gone = { ...one, id: uuidv7() };
    const all = [one, { ...stale, version: 7 }, finished, reviewed, begun, gone];
    const results = await change(all, { assigneeIds: [reviewer.id] });
    expect(all.map(({ id }) => results.get(id))).toMatchObject([
      { outcome: 'changed', version: 2 },
      { outcome: 'refused', refused: { code: 'VERSION_CONFLICT' } },
      { outcome: 'refused', refused: { code: 'STATE_NOT_ALLOWED' } },
      { outcome: 'refused', refused: { code: 'REVIEWER_IS_ASSIGNEE' } },
      { outcome: 'same', version: 2 },
      { outcome: 'refused', refused: { code: 'NOT_FOUND' } },
    ]);
    expect((await open(one)).assignees).toMatchObject([{ id: reviewer.id }]);
    const left = await change([begun], { removeIds: [reviewer.id] });
    expect(left.get(begun.id)).toMatchObject({ refused: { code: 'ASSIGNEE_REQUIRED' } });
    const faultOf = async (asked: object) =>
      Object.keys(
        (await admin.refused(taskBulk.change, { tasks: [versionOf(begun)], change: asked })).errors,
      );
    expect(await faultOf({ addIds: [uuidv7()] })).toEqual(['change.addIds']);
    const both = { dueOn: '2026-01-01', shiftDays: 1 };
    for (const bad of [{}, { reason: 'x' }, { to: 'on_hold', priority: 1 }, both])
      expect(await faultOf(bad)).toEqual(['change']);
  });

  it('changes people, dates and priorities, and can be undone', async () => {
    const one = await make({ dueOn: '2026-01-31', priority: 2, reviewerId: reviewer.id });
    const other = await make({ dueOn: '2199-12-31', priority: 1 });
    const shifted = await change([one, other], {
      shiftDays: 28,
      addIds: [admin.id],
      reviewerId: null,
      priority: 1,
    });
    expect(shifted.get(other.id)).toMatchObject({ outcome: 'refused', refused: { code: 'INPUT_INVALID' } });
    expect(await open(one)).toMatchObject({ dueOn: '2026-02-28', priority: 1, reviewer: null, version: 2 });
    expect((await open(one)).assignees).toHaveLength(2);
    const begins = await make({ startOn: '2026-03-10', dueOn: '2026-03-20' });
    for (const asked of [{ dueOn: '2026-03-09' }, { shiftDays: -11 }])
      expect((await change([begins], asked)).get(begins.id)).toMatchObject({
        refused: { code: 'DUE_BEFORE_START' },
      });
    expect((await change([begins], { shiftDays: -10 })).get(begins.id)).toMatchObject({ outcome: 'changed' });
    const undoing = { tasks: [{ id: one.id, version: 2 }] };
    const key = uuidv7();
    const first = await admin.call(taskBulk.undo, undoing, { key });
    // Sent twice, carried out once.
    expect(await admin.call(taskBulk.undo, undoing, { key })).toEqual(first);
    expect(first.results).toEqual([{ id: one.id, outcome: 'changed', version: 3 }]);
    expect(await open(one)).toMatchObject({
      dueOn: '2026-01-31',
      priority: 2,
      reviewer: { id: reviewer.id },
      assignees: one.assignees,
    });
    const again = await change(
      [
        { ...one, version: 3 },
        { ...other, version: 1 },
      ],
      { dueOn: '2026-07-01' },
    );
    await walk({ ...other, version: 2 }, 'in_progress');
    const outcomes = new Map((await undo(again.values())).map(({ id, outcome }) => [id, outcome]));
    expect([outcomes.get(one.id), outcomes.get(other.id)]).toEqual(['changed', 'refused']);
    const theirs = await api.as({});
    await change([{ ...one, version: 5 }], { priority: 4 });
    expect(await theirs.call(taskBulk.undo, { tasks: [{ id: one.id, version: 6 }] })).toMatchObject({
      results: [{ refused: { code: 'VERSION_CONFLICT' } }],
    });
  });

  it('cannot be undone if that would return a task to an assignee or reviewer who has left', async () => {
    const [left, gone] = [await api.as({ name: 'Left' }), await api.as({ name: 'Gone' })];
    const [one, other, third] = [
      await make({ assigneeIds: [left.id] }),
      await make({ reviewerId: gone.id }),
      await make({ assigneeIds: [left.id], reviewerId: gone.id }),
    ];
    const changed = await change([one, other], { assigneeIds: [doer.id], reviewerId: reviewer.id });
    // They stay on tasks that they were not taken off.
    const later = await change([third], { priority: 1 });
    await api.db
      .updateTable('appUser')
      .set({ status: 'deactivated' })
      .where('id', 'in', [left.id, gone.id])
      .execute();
    const results = new Map(
      (await undo([...changed.values(), ...later.values()])).map((one) => [one.id, one]),
    );
    expect([one, other, third].map(({ id }) => results.get(id))).toMatchObject([
      { refused: { code: 'PERSON_HAS_LEFT', message: expect.stringContaining('Left') as string } },
      { refused: { code: 'PERSON_HAS_LEFT', message: expect.stringContaining('Gone') as string } },
      { outcome: 'changed', version: 3 },
    ]);
    expect(await open(one)).toMatchObject({ version: 2, assignees: [{ id: doer.id }] });
  });

  it('moves the tasks that may move, with their pending items, and can be undone', async () => {
    const begun = await walk(await make(), 'in_progress');
    const todo = await make();
    const unticked = await walk(
      await make({ checklist: [{ title: 'Bank', mandatory: true }] }),
      'in_progress',
    );
    const all = [begun, todo, unticked];
    const completed = await change(all, { to: 'completed' });
    expect(all.map(({ id }) => completed.get(id))).toMatchObject([
      { outcome: 'changed', version: 3 },
      { refused: { code: 'STATE_NOT_ALLOWED' } },
      { refused: { code: 'CHECKLIST_INCOMPLETE' } },
    ]);
    expect(await open(begun)).toMatchObject({ status: 'completed', billingStatus: 'pending' });
    expect(await open(unticked)).toMatchObject({ status: 'in_progress', version: 2 });
    expect(await undo([{ id: begun.id, version: 3 }])).toMatchObject([{ outcome: 'changed', version: 4 }]);
    expect(await open(begun)).toMatchObject({
      status: 'in_progress',
      billingStatus: 'unbilled',
      completedAt: null,
    });
    const done = await walk({ ...begun, version: 4 }, 'completed');
    const reopened = await change([done], { to: 'in_progress', reason: 'Wrong year' });
    expect(await open(begun)).toMatchObject({ billingStatus: 'unbilled', statusReason: 'Wrong year' });
    await undo(reopened.values());
    expect(await open(begun)).toMatchObject({
      status: 'completed',
      billingStatus: 'pending',
      completedAt: done.completedAt,
      completedBy: done.completedBy,
    });
    const held = await change([todo], { to: 'on_hold' });
    expect(held.get(todo.id)).toMatchObject({ refused: { code: 'INPUT_INVALID' } });
    const cancelled = await change([todo], { to: 'cancelled', reason: 'Left' });
    await undo(cancelled.values());
    expect(await open(todo)).toMatchObject({ status: 'todo', statusReason: null });
  });
});
