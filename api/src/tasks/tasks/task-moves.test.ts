import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, versionOf, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let accounts: TaskFixture['accounts'];
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];
let change: TaskFixture['change'];
let undo: TaskFixture['undo'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, accounts, make, walk, change, undo } = await openTaskFixture(api));
});
afterAll(() => api.stop());

const newEditor = () => api.as({ userType: 'executive', keys: ['tasks.view', 'tasks.edit'] });
const signOff = { title: 'Sign off', mandatory: true, role: 'reviewer' } as const;
const prepare = { title: 'Prepare', role: 'assignee' } as const;

/** A task begun by these people and to be reviewed: the record, and the form that would change nothing. */
async function reviewedTask(...people: Caller[]) {
  const fields = accounts({
    reviewRequired: true,
    reviewerId: reviewer.id,
    assigneeIds: people.map(({ id }) => id),
    // The people who edit it see no money.
    billable: false,
    fee: null,
  });
  const task = await walk(await make({ ...fields, checklist: [signOff, prepare] }), 'in_progress');
  const [ofReviewer, ofAssignee] = task.checklist.map(({ id }) => ({
    id: task.id,
    itemId: id,
    done: true,
  }));
  if (!ofReviewer || !ofAssignee) throw new Error('the steps were not created');
  const checklist = [
    { ...signOff, id: ofReviewer.itemId },
    { ...prepare, id: ofAssignee.itemId },
  ];
  return { task, ofReviewer, ofAssignee, form: { ...fields, id: task.id, checklist } };
}

describe('the status of a task', () => {
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

  it.each(pairs)('changes from %s to %s as declared', async (from, to) => {
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

  it('needs a reason to go back or on hold', async () => {
    const todo = await make();
    const begun = await walk(await make(), 'in_progress');
    const review = await walk(await make(), 'in_progress', 'in_review');
    const completed = await walk(await make(), 'in_progress', 'completed');
    for (const [task, to] of [
      [todo, 'cancelled'],
      [todo, 'on_hold'],
      [begun, 'waiting_client'],
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

  it('needs an assignee to start and to go on', async () => {
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

  it('is completed only with every mandatory step ticked', async () => {
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

  it('is completed by another person where a review is required', async () => {
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

  it('keeps the review, whatever permissions the assignees have', async () => {
    const [editor, colleague] = [await newEditor(), await newEditor()];
    const { task, ofReviewer, ofAssignee, form } = await reviewedTask(editor);
    const seen = await editor.call(tasks.open, { id: task.id });
    expect(seen.checklist.map(({ mayTick }) => mayTick)).toEqual([false, true]);
    expect((await editor.refused(tasks.tickChecklistItem, ofReviewer)).code).toBe('STEP_OF_REVIEWER');
    await editor.call(tasks.tickChecklistItem, ofAssignee);

    const edit = (more: object) => editor.refused(tasks.edit, { ...form, ...more }, { version: 2 });
    const off = await edit({ reviewRequired: false });
    expect(off.errors).toMatchObject({ reviewRequired: [{ code: 'REVIEW_OF_OWN_WORK' }] });
    // It does not help to hand the task on in the same edit, to remove the reviewer’s step, or to make it optional.
    const handedOn = { reviewRequired: false, assigneeIds: [colleague.id] };
    expect((await edit(handedOn)).code).toBe('REVIEW_OF_OWN_WORK');
    const [step, ...others] = form.checklist;
    for (const now of [[], [{ ...step, role: null }], [{ ...step, mandatory: false }]])
      expect((await edit({ checklist: [...now, ...others] })).code).toBe('STEP_OF_REVIEWER');
    // A person who is not an assignee can edit it as usual.
    const open = { ...form, reviewRequired: false };
    expect(await admin.call(tasks.edit, open, { version: 2 })).toMatchObject({ reviewRequired: false });
  });

  it('is not approved by anybody who works on the task, with others or until just now', async () => {
    const [editor, colleague] = [await newEditor(), await newEditor()];
    const { task, ofReviewer, form } = await reviewedTask(editor, admin);
    const both = { ...form, assigneeIds: [editor.id, colleague.id, admin.id] };
    const { version } = await editor.call(tasks.edit, both, { version: 2 });
    const submit = { id: task.id, to: 'in_review' } as const;
    const at = { version: (await editor.call(tasks.transition, submit, { version })).version };
    const gone = { ...form, assigneeIds: [colleague.id, admin.id] };
    expect((await editor.refused(tasks.edit, gone, at)).errors).toHaveProperty('assigneeIds');
    const { results } = await editor.call(taskBulk.change, {
      tasks: [{ id: task.id, ...at }],
      change: { removeIds: [editor.id] },
    });
    expect(results).toMatchObject([{ refused: { code: 'REVIEW_OF_OWN_WORK' } }]);
    // An admin may tick for the reviewer, but cannot approve their own work either.
    await admin.call(tasks.tickChecklistItem, ofReviewer);
    const approve = { id: task.id, to: 'completed' } as const;
    for (const one of [editor, colleague, admin])
      expect((await one.refused(tasks.transition, approve, at)).code).toBe('REVIEWER_IS_ASSIGNEE');
    expect(await reviewer.call(tasks.transition, approve, at)).toMatchObject({ status: 'completed' });
  });

  it('is not approved by whoever submitted the task, though they handed it on before', async () => {
    const keys = ['tasks.view', 'tasks.edit'] as const;
    const priya = await api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
    const colleague = await newEditor();
    const { task, ofReviewer, form } = await reviewedTask(priya);
    const { id } = task;
    const toColleague = { tasks: [versionOf(task)], change: { assigneeIds: [colleague.id] } };
    expect((await priya.call(taskBulk.change, toColleague)).results).toMatchObject([{ version: 3 }]);
    const sent = await priya.call(tasks.transition, { id, to: 'in_review' }, { version: 3 });
    expect(sent.submittedBy?.id).toBe(priya.id);
    expect(sent.moves.map((move) => move.name)).not.toContain('approve');
    const approve = { id, to: 'completed' } as const;
    // It counts as submitted by her after a hold, and after a change that was undone.
    const undone = await undo((await change([sent], { to: 'in_progress', reason: 'x' })).values());
    const held = await walk({ ...sent, version: undone[0]?.version ?? 0 }, 'on_hold', 'in_review');
    expect(held.submittedBy?.id).toBe(priya.id);
    expect((await priya.refused(tasks.transition, approve, versionOf(held))).code).toBe(
      'APPROVER_IS_SUBMITTER',
    );
    const { results } = await priya.call(taskBulk.change, {
      tasks: [versionOf(held)],
      change: { to: 'completed' },
    });
    expect(results).toMatchObject([{ refused: { code: 'APPROVER_IS_SUBMITTER' } }]);
    const pass = `update task set status = 'completed', completed_at = now(), completed_by = $2 where id = $1`;
    await expect(api.appPool.query(pass, [id, priya.id])).rejects.toMatchObject({ code: '23514' });
    // Nor can she remove the review.
    expect((await priya.refused(tasks.tickChecklistItem, ofReviewer)).code).toBe('STEP_OF_REVIEWER');
    const off = { ...form, assigneeIds: [colleague.id], reviewRequired: false };
    expect((await priya.refused(tasks.edit, off, versionOf(held))).errors).toHaveProperty('reviewRequired');
    // Once it was sent back and somebody else has submitted it, she may approve it.
    await reviewer.call(tasks.tickChecklistItem, ofReviewer);
    const back = await walk(held, 'in_progress');
    expect(back.submittedBy).toBeNull();
    const again = await colleague.call(tasks.transition, { id, to: 'in_review' }, versionOf(back));
    expect(await priya.call(tasks.transition, approve, versionOf(again))).toMatchObject({
      status: 'completed',
    });
  });

  it('is changed by the people whom the task names, each in their part', async () => {
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
