import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let clientId: string;
let accounts: TaskFixture['accounts'];
let make: TaskFixture['make'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, clientId, accounts, make } = await openTaskFixture(api));
});
afterAll(() => api.stop());

describe('a task', () => {
  it('is created, opened, edited and deleted', async () => {
    const made = await make({
      title: 'Liasse 2025',
      checklist: [{ title: 'Bank', mandatory: true }, { title: 'Stock' }],
    });
    expect(made).toMatchObject({
      version: 1,
      no: expect.stringMatching(/^T-\d{5}$/) as string,
      status: 'todo',
      client: { id: clientId, label: 'Dupont & Fils' },
      assignees: [{ id: doer.id, label: 'Doer' }],
      fee: 90_000,
      currency: 'EUR',
      billingStatus: 'unbilled',
      checklistTotal: 2,
      priority: 3,
    });
    const [bank] = made.checklist;
    const ticked = await doer.call(tasks.tickChecklistItem, {
      id: made.id,
      itemId: bank?.id ?? '',
      done: true,
    });
    expect(ticked.checklist[0]).toMatchObject({ title: 'Bank', doneBy: 'Doer' });

    const edited = await admin.call(
      tasks.edit,
      {
        ...accounts({
          title: 'Liasse fiscale',
          checklist: [{ title: 'Tax' }, { id: bank?.id, title: 'Banks' }],
        }),
        id: made.id,
      },
      { version: 1 },
    );
    expect(edited.version).toBe(2);
    expect(edited.checklist.map(({ title, doneBy }) => [title, doneBy])).toEqual([
      ['Tax', null],
      ['Banks', 'Doer'],
    ]);
    await admin.call(tasks.remove, { id: made.id }, { version: 2 });
    expect(await admin.refused(tasks.open, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect((await admin.call(tasks.list, { q: 'Liasse' })).rows).toEqual([]);
  });

  it('accepts notes and checklist ticks from the people it names', async () => {
    const task = await make({ reviewerId: reviewer.id });
    const noted = await reviewer.call(taskTalk.addNote, { id: task.id, body: 'Ask for the\nbank letter' });
    expect(noted.notes).toMatchObject([{ body: 'Ask for the\nbank letter', by: 'Reviewer' }]);
    const listed = await doer.call(tasks.addChecklistItem, { id: task.id, title: 'VAT', mandatory: true });
    expect(listed).toMatchObject({ version: 1, checklistTotal: 1, mayWork: true });
    const stranger = await api.as({ userType: 'admin', keys: ['tasks.view'] });
    expect((await stranger.call(tasks.open, { id: task.id })).mayWork).toBe(false);
    for (const [endpoint, input] of [
      [taskTalk.addNote, { body: 'x' }],
      [tasks.addChecklistItem, { title: 'x' }],
      [tasks.tickChecklistItem, { itemId: listed.checklist[0]?.id, done: true }],
    ] as const) {
      expect(await stranger.refused(endpoint, { id: task.id, ...input })).toMatchObject({
        code: 'PERM_DENIED',
      });
    }
    const otherItem = { id: (await make()).id, itemId: listed.checklist[0]?.id, done: true };
    expect(await admin.refused(tasks.tickChecklistItem, otherItem)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused on the field of bad input', async () => {
    const bad = {
      title: '',
      dueOn: '31/12/2026',
      fee: -1,
      priority: 5,
      status: 'completed',
      no: 'T-1',
      version: 9,
    };
    const refused = await admin.refused(tasks.create, bad);
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(Object.keys(refused.errors).toSorted()).toEqual([
      'dueOn',
      'fee',
      'no',
      'priority',
      'status',
      'title',
      'version',
    ]);
    const fieldsOf = async (more: Partial<InputOf<typeof tasks.create>>) =>
      (await admin.refused(tasks.create, accounts(more))).errors;
    const unbillable = { serviceId: null, billingEntityId: null, fee: null };
    expect(Object.keys(await fieldsOf(unbillable))).toEqual(['serviceId', 'billingEntityId', 'fee']);
    expect(await fieldsOf({ clientId: null })).toEqual({ clientId: [{ code: 'REQUIRED' }] });
    expect(Object.keys(await fieldsOf({ internal: true }))).toEqual(['clientId', 'billable']);
    expect(await fieldsOf({ clientId: uuidv7() })).toMatchObject({
      clientId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect(await fieldsOf({ assigneeIds: [uuidv7()] })).toMatchObject({
      assigneeIds: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect(await fieldsOf({ startOn: '2026-07-01' })).toEqual({ startOn: [{ code: 'STARTS_AFTER_DUE' }] });
    expect(await make({ startOn: '2026-06-30' })).toMatchObject({ startOn: '2026-06-30' });
    expect(await fieldsOf({ periodFrom: '2026-02-01', periodTo: '2026-01-31' })).toHaveProperty('periodTo');
    expect(
      await admin.refused(tasks.create, accounts({ reviewRequired: true, reviewerId: doer.id })),
    ).toMatchObject({ httpStatus: 409, code: 'REVIEWER_IS_ASSIGNEE' });
    // A target date after the due date gives a warning, no refusal.
    expect(await make({ targetOn: '2026-07-15' })).toMatchObject({ targetOn: '2026-07-15' });
  });

  it('can be unassigned only where its author still sees it', async () => {
    const crm = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['tasks.view', 'tasks.create', 'tasks.edit'],
    });
    const internal = { title: `Filing room ${uuidv7()}`, internal: true, dueOn: '2026-06-30' };
    const refused = { assigneeIds: [{ code: 'TASK_UNSEEN' }] };
    expect((await crm.refused(tasks.create, internal)).errors).toMatchObject(refused);
    expect((await admin.call(tasks.total, { q: internal.title })).total).toBe(0);
    const { id } = await crm.call(tasks.create, { ...internal, assigneeIds: [crm.id] });
    expect((await crm.refused(tasks.edit, { ...internal, id }, { version: 1 })).errors).toMatchObject(
      refused,
    );
    const among = { tasks: [{ id, version: 1 }], change: { removeIds: [crm.id] } };
    expect((await crm.call(taskBulk.change, among)).results).toMatchObject([
      { refused: { code: 'TASK_UNSEEN' } },
    ]);
    // Once handed on it has an assignee; its reviewer and whoever sees everything find it in any case.
    const handedOn = { ...internal, id, assigneeIds: [doer.id] };
    expect(await crm.call(tasks.edit, handedOn, { version: 1 })).toMatchObject({ version: 2 });
    for (const [who, reviewerId] of [
      [crm, crm.id],
      [admin, null],
    ] as const)
      expect(await who.call(tasks.create, { ...internal, reviewerId })).toMatchObject({ assignees: [] });
  });

  it('shows the other person’s change to whoever saves second', async () => {
    const task = await make();
    await admin.call(tasks.edit, { ...accounts({ title: 'First' }), id: task.id }, { version: 1 });
    expect(await admin.refused(tasks.edit, { ...accounts(), id: task.id }, { version: 1 })).toMatchObject({
      httpStatus: 412,
      code: 'VERSION_CONFLICT',
      data: { version: 2, title: 'First' },
    });
    expect(await admin.refused(tasks.transition, { id: task.id, to: 'in_progress' })).toMatchObject({
      code: 'VERSION_REQUIRED',
    });
  });
});

describe('the permissions of tasks', () => {
  it.each([
    ['list', 'tasks.view', {}],
    ['total', 'tasks.view', {}],
    ['open', 'tasks.view', { id: uuidv7() }],
    ['create', 'tasks.create', { title: 'x', dueOn: '2026-01-01', internal: true }],
    ['edit', 'tasks.edit', { id: uuidv7(), title: 'x', dueOn: '2026-01-01', internal: true }],
    ['remove', 'tasks.delete', { id: uuidv7() }],
  ] as const)('close %s to whoever lacks %s', async (name, key, input) => {
    const other = await api.as({ keys: allBut(key) });
    expect(await other.refused(tasks[name], input, { version: 1 })).toMatchObject({
      httpStatus: 403,
      code: 'PERM_DENIED',
    });
  });
});

describe('a checklist step', () => {
  it('is ticked by the people of its role, and has its own due date', async () => {
    const task = await make({
      reviewerId: reviewer.id,
      checklist: [
        { title: 'Prepare', role: 'assignee', dueOn: '2026-06-10' },
        { title: 'Check', role: 'reviewer', mandatory: true },
        { title: 'Phone' },
      ],
    });
    const [prepare, check, phone] = task.checklist;
    expect(prepare).toMatchObject({ role: 'assignee', dueOn: '2026-06-10' });
    const mayTick = async (who: Caller) =>
      (await who.call(tasks.open, { id: task.id })).checklist.map((item) => item.mayTick);
    expect([await mayTick(doer), await mayTick(reviewer), await mayTick(admin)]).toEqual([
      [true, false, true],
      [false, true, true],
      [true, true, true],
    ]);
    const tick = (itemId: string | undefined) => ({ id: task.id, itemId: itemId ?? '', done: true });
    expect(await doer.refused(tasks.tickChecklistItem, tick(check?.id))).toMatchObject({
      httpStatus: 403,
      code: 'STEP_OF_REVIEWER',
    });
    expect(await reviewer.refused(tasks.tickChecklistItem, tick(prepare?.id))).toMatchObject({
      code: 'STEP_OF_ASSIGNEE',
    });
    await reviewer.call(tasks.tickChecklistItem, tick(phone?.id));
    await admin.call(tasks.tickChecklistItem, tick(check?.id));
    const checklist = [
      { id: prepare?.id, title: 'Prepare', dueOn: '2026-06-12' },
      { id: check?.id, title: 'Check' },
    ];
    await admin.call(tasks.edit, { ...accounts({ checklist }), id: task.id }, { version: 1 });
    const { events } = await admin.call(history.of, { kind: 'task', id: task.id });
    const fields = events[0]?.parts.flatMap(({ changes }) => changes.map(({ field }) => field));
    expect(fields).toEqual(
      expect.arrayContaining(['checklist.role', 'checklist.dueOn', 'checklist.mandatory']),
    );
  });
});
