import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskDesk, type TaskDesk } from '../../../test/desks/task-desk.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

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

const newEditor = () => api.as({ userType: 'executive', keys: ['tasks.view', 'tasks.edit'] });
const signOff = { title: 'Sign off', mandatory: true, role: 'reviewer' } as const;
const prepare = { title: 'Prepare', role: 'assignee' } as const;

/** Begun by these people, to be reviewed: as it is, and as a form that changes nothing sends it. */
async function reviewedTask(...people: Caller[]) {
  const fields = accounts({
    reviewRequired: true,
    reviewerId: reviewer.id,
    assigneeIds: people.map(({ id }) => id),
    // Who edits it sees no money.
    billable: false,
    fee: null,
  });
  const task = await walk(await make({ ...fields, checklist: [signOff, prepare] }), 'in_progress');
  const [ofReviewer, ofAssignee] = task.checklist.map(({ id }) => ({
    id: task.id,
    itemId: id,
    done: true,
  }));
  if (!ofReviewer || !ofAssignee) throw new Error('no steps');
  const checklist = [
    { ...signOff, id: ofReviewer.itemId },
    { ...prepare, id: ofAssignee.itemId },
  ];
  return { task, ofReviewer, ofAssignee, form: { ...fields, id: task.id, checklist } };
}

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

  it('asks for a reason where work is undone or stands still', async () => {
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

  it('keeps its review, whatever rights they hold who do the work', async () => {
    const [editor, colleague] = [await newEditor(), await newEditor()];
    const { task, ofReviewer, ofAssignee, form } = await reviewedTask(editor);
    const seen = await editor.call(tasks.open, { id: task.id });
    expect(seen.checklist.map(({ mayTick }) => mayTick)).toEqual([false, true]);
    expect((await editor.refused(tasks.tickChecklistItem, ofReviewer)).code).toBe('STEP_OF_REVIEWER');
    await editor.call(tasks.tickChecklistItem, ofAssignee);

    const edit = (more: object) => editor.refused(tasks.edit, { ...form, ...more }, { version: 2 });
    const off = await edit({ reviewRequired: false });
    expect(off.errors).toMatchObject({ reviewRequired: [{ code: 'REVIEW_OF_OWN_WORK' }] });
    // Nor does it help to hand the task on in the same breath, or to strike the reviewer's step or its weight.
    const handedOn = { reviewRequired: false, assigneeIds: [colleague.id] };
    expect((await edit(handedOn)).code).toBe('REVIEW_OF_OWN_WORK');
    const [step, ...others] = form.checklist;
    for (const now of [[], [{ ...step, role: null }], [{ ...step, mandatory: false }]])
      expect((await edit({ checklist: [...now, ...others] })).code).toBe('STEP_OF_REVIEWER');
    // Who does none of the work edits it as ever.
    const open = { ...form, reviewRequired: false };
    expect(await admin.call(tasks.edit, open, { version: 2 })).toMatchObject({ reviewRequired: false });
  });

  it('is not approved by anybody at work on it, together with others or just gone from it', async () => {
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
    // An admin answers for the firm and ticks for the reviewer, and approves nothing of their own either.
    await admin.call(tasks.tickChecklistItem, ofReviewer);
    const approve = { id: task.id, to: 'completed' } as const;
    for (const one of [editor, colleague, admin])
      expect((await one.refused(tasks.transition, approve, at)).code).toBe('REVIEWER_IS_ASSIGNEE');
    expect(await reviewer.call(tasks.transition, approve, at)).toMatchObject({ status: 'completed' });
  });

  it('is not passed by who sent it to its review, though they had handed it on before', async () => {
    const keys = ['tasks.view', 'tasks.edit'] as const;
    const priya = await api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
    const colleague = await newEditor();
    const { task, ofReviewer, form } = await reviewedTask(priya);
    const { id } = task;
    const toColleague = { tasks: [at(task)], change: { assigneeIds: [colleague.id] } };
    expect((await priya.call(taskBulk.change, toColleague)).results).toMatchObject([{ version: 3 }]);
    const sent = await priya.call(tasks.transition, { id, to: 'in_review' }, { version: 3 });
    expect(sent.submittedBy?.id).toBe(priya.id);
    expect(sent.moves.map((move) => move.name)).not.toContain('approve');
    const approve = { id, to: 'completed' } as const;
    // What she had sent is hers also after it was held, and after a change that was undone.
    const undone = await undo((await change([sent], { to: 'in_progress', reason: 'x' })).values());
    const held = await walk({ ...sent, version: undone[0]?.version ?? 0 }, 'on_hold', 'in_review');
    expect(held.submittedBy?.id).toBe(priya.id);
    expect((await priya.refused(tasks.transition, approve, at(held))).code).toBe('APPROVER_IS_SUBMITTER');
    const { results } = await priya.call(taskBulk.change, {
      tasks: [at(held)],
      change: { to: 'completed' },
    });
    expect(results).toMatchObject([{ refused: { code: 'APPROVER_IS_SUBMITTER' } }]);
    const pass = `update task set status = 'completed', completed_at = now(), completed_by = $2 where id = $1`;
    await expect(api.appPool.query(pass, [id, priya.id])).rejects.toMatchObject({ code: '23514' });
    // Nor does she do away with the review.
    expect((await priya.refused(tasks.tickChecklistItem, ofReviewer)).code).toBe('STEP_OF_REVIEWER');
    const off = { ...form, assigneeIds: [colleague.id], reviewRequired: false };
    expect((await priya.refused(tasks.edit, off, at(held))).errors).toHaveProperty('reviewRequired');
    // Once it has gone back and somebody else has sent it, she is another pair of eyes.
    await reviewer.call(tasks.tickChecklistItem, ofReviewer);
    const back = await walk(held, 'in_progress');
    expect(back.submittedBy).toBeNull();
    const again = await colleague.call(tasks.transition, { id, to: 'in_review' }, at(back));
    expect(await priya.call(tasks.transition, approve, at(again))).toMatchObject({ status: 'completed' });
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

const at = ({ id, version }: Task) => ({ id, version });
const change = async (some: Task[], asked: InputOf<typeof taskBulk.change>['change']) => {
  const { results } = await admin.call(taskBulk.change, { tasks: some.map(at), change: asked });
  return new Map(results.map((result) => [result.id, result]));
};
const undo = async (changed: Iterable<{ id: string; version?: number | undefined }>) => {
  const some = Array.from(changed, ({ id, version = 1 }) => ({ id, version }));
  return (await admin.call(taskBulk.undo, { tasks: some })).results;
};
const open = (task: Task) => admin.call(tasks.open, { id: task.id });

describe('many tasks at once', () => {
  it('each answer for themselves', async () => {
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
      Object.keys((await admin.refused(taskBulk.change, { tasks: [at(begun)], change: asked })).errors);
    expect(await faultOf({ addIds: [uuidv7()] })).toEqual(['change.addIds']);
    const both = { dueOn: '2026-01-01', shiftDays: 1 };
    for (const bad of [{}, { reason: 'x' }, { to: 'on_hold', priority: 1 }, both])
      expect(await faultOf(bad)).toEqual(['change']);
  });

  it('take other people, dates and priorities, and are as they were again', async () => {
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
    // Sent twice, done once.
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

  it('are not given back to who has left since, as assignee or as reviewer', async () => {
    const [left, gone] = [await api.as({ name: 'Left' }), await api.as({ name: 'Gone' })];
    const [one, other, third] = [
      await make({ assigneeIds: [left.id] }),
      await make({ reviewerId: gone.id }),
      await make({ assigneeIds: [left.id], reviewerId: gone.id }),
    ];
    const changed = await change([one, other], { assigneeIds: [doer.id], reviewerId: reviewer.id });
    // They stay on what was not taken from them.
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

  it('move where each may, with what follows for billing, and back', async () => {
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
