import { taskStatuses } from '@daybook/contracts/tasks/task-machine';
import type { TaskStatus } from '@daybook/contracts/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { openTaskDesk, type TaskDesk } from '../test/task-desk.ts';
import { allBut, startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let accounts: TaskDesk['accounts'];
let make: TaskDesk['make'];
let walk: TaskDesk['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, accounts, make, walk } = await openTaskDesk(api));
});
afterAll(() => api.stop());

describe('the machine of a task', () => {
  const edges: Record<TaskStatus, TaskStatus[]> = {
    todo: ['in_progress', 'on_hold', 'cancelled'],
    in_progress: ['waiting_client', 'in_review', 'completed', 'on_hold', 'cancelled'],
    waiting_client: ['in_progress', 'on_hold', 'cancelled'],
    in_review: ['in_progress', 'completed', 'on_hold', 'cancelled'],
    on_hold: ['waiting_client', 'cancelled'],
    completed: ['in_progress'],
    cancelled: [],
  };
  const ways: Record<TaskStatus, TaskStatus[]> = {
    todo: [],
    in_progress: ['in_progress'],
    waiting_client: ['in_progress', 'waiting_client'],
    in_review: ['in_progress', 'in_review'],
    on_hold: ['in_progress', 'waiting_client', 'on_hold'],
    completed: ['in_progress', 'in_review', 'completed'],
    cancelled: ['cancelled'],
  };
  const pairs = taskStatuses.flatMap((from) => taskStatuses.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s', async (from, to) => {
    const task = await walk(await make(), ...ways[from]);
    expect(task.status).toBe(from);
    expect(task.moves.map((move) => move.to).toSorted()).toEqual(edges[from].toSorted());
    const isEdge = edges[from].includes(to);
    const ask = { id: task.id, to, reason: 'because' };
    const outcome = await admin.call(tasks.transition, ask, { version: task.version }).then(
      (moved) => moved.statusReason,
      (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1],
    );
    const { status, version, completedBy } = await admin.call(tasks.open, { id: task.id });
    expect({ status, version }).toEqual(
      isEdge ? { status: to, version: task.version + 1 } : { status: from, version: task.version },
    );
    expect(completedBy === null).toBe(status !== 'completed');
    expect(outcome).toBe(isEdge ? 'because' : 'STATE_NOT_ALLOWED');
  });

  it('asks for a reason where work is undone', async () => {
    const todo = await make();
    const review = await walk(await make(), 'in_progress', 'in_review');
    const completed = await walk(await make(), 'in_progress', 'completed');
    for (const [task, to] of [
      [todo, 'cancelled'],
      [review, 'in_progress'],
      [completed, 'in_progress'],
    ] as const) {
      const refused = await admin.refused(
        tasks.transition,
        { id: task.id, to, reason: ' ' },
        { version: task.version },
      );
      expect(refused.errors).toMatchObject({ reason: [{ code: 'REQUIRED' }] });
    }
  });

  it('needs somebody assigned before it starts, and as long as it runs', async () => {
    const task = await make({ assigneeIds: [] });
    expect(
      await admin.refused(tasks.transition, { id: task.id, to: 'in_progress' }, { version: 1 }),
    ).toMatchObject({ code: 'ASSIGNEE_REQUIRED' });
    const begun = await walk(await make(), 'in_progress', 'on_hold');
    expect(
      await admin.refused(
        tasks.edit,
        { ...accounts({ assigneeIds: [] }), id: begun.id },
        { version: begun.version },
      ),
    ).toMatchObject({ code: 'ASSIGNEE_REQUIRED', errors: { assigneeIds: [{ code: 'ASSIGNEE_REQUIRED' }] } });
  });

  it('completes only what is mandatory and ticked', async () => {
    const task = await walk(
      await make({ checklist: [{ title: 'Bank', mandatory: true }, { title: 'Stock' }] }),
      'in_progress',
    );
    const ask = { id: task.id, to: 'completed' as const };
    expect(await doer.refused(tasks.transition, ask, { version: 2 })).toMatchObject({
      httpStatus: 409,
      code: 'CHECKLIST_INCOMPLETE',
    });
    await doer.call(tasks.tickChecklistItem, {
      id: task.id,
      itemId: task.checklist[0]?.id ?? '',
      done: true,
    });
    const done = await doer.call(tasks.transition, ask, { version: 2 });
    expect(done).toMatchObject({ status: 'completed', completedBy: 'Doer' });
    expect(
      await admin.refused(tasks.tickChecklistItem, {
        id: task.id,
        itemId: task.checklist[0]?.id,
        done: false,
      }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(
      await admin.refused(tasks.edit, { ...accounts(), id: task.id }, { version: done.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('keeps four eyes on what has to be reviewed', async () => {
    const editor = await api.as({ userType: 'executive', keys: ['tasks.view', 'tasks.edit'] });
    const task = await make({ reviewRequired: true, reviewerId: reviewer.id, assigneeIds: [editor.id] });
    const begun = await editor.call(tasks.transition, { id: task.id, to: 'in_progress' }, { version: 1 });
    expect(begun.moves.map((move) => move.name)).toEqual(['submit', 'wait', 'hold', 'cancel']);
    expect(
      await editor.refused(tasks.transition, { id: task.id, to: 'completed' }, { version: 2 }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    const inReview = await editor.call(tasks.transition, { id: task.id, to: 'in_review' }, { version: 2 });
    expect(inReview.moves.map((move) => move.name)).not.toContain('approve');
    expect(
      await editor.refused(tasks.transition, { id: task.id, to: 'completed' }, { version: 3 }),
    ).toMatchObject({ httpStatus: 409, code: 'REVIEWER_IS_ASSIGNEE' });
    const sentBack = await reviewer.call(
      tasks.transition,
      { id: task.id, to: 'in_progress', reason: 'Stock is missing' },
      { version: 3 },
    );
    expect(sentBack).toMatchObject({ status: 'in_progress', statusReason: 'Stock is missing' });
    await editor.call(tasks.transition, { id: task.id, to: 'in_review' }, { version: 4 });
    expect(
      await reviewer.call(tasks.transition, { id: task.id, to: 'completed' }, { version: 5 }),
    ).toMatchObject({ status: 'completed', completedBy: 'Reviewer' });
  });

  it('is moved by whom the task names, each in their part', async () => {
    const stranger = await api.as({ userType: 'admin', keys: allBut('tasks.edit') });
    const task = await make({ reviewerId: reviewer.id });
    const start = { id: task.id, to: 'in_progress' } as const;
    expect(await stranger.refused(tasks.transition, start, { version: 1 })).toMatchObject({
      httpStatus: 403,
      code: 'PERM_DENIED',
    });
    expect(await reviewer.refused(tasks.transition, start, { version: 1 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    await doer.call(tasks.transition, start, { version: 1 });
    await doer.call(tasks.transition, { id: task.id, to: 'in_review' }, { version: 2 });
    const approve = { id: task.id, to: 'completed' } as const;
    expect(await doer.refused(tasks.transition, approve, { version: 3 })).toMatchObject({
      code: 'PERM_DENIED',
    });
    const done = await reviewer.call(tasks.transition, approve, { version: 3 });
    expect(done.moves).toEqual([]);
    const reopen = { id: task.id, to: 'in_progress', reason: 'Wrong year' } as const;
    expect(await doer.refused(tasks.transition, reopen, { version: 4 })).toMatchObject({
      code: 'PERM_DENIED',
    });
  });
});
