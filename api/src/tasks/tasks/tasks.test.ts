import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeClient } from '../../../test/desks/masters.ts';
import { openTaskDesk, type TaskDesk } from '../../../test/desks/task-desk.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let clientId: string;
let entityId: string;
let accounts: TaskDesk['accounts'];
let make: TaskDesk['make'];
let walk: TaskDesk['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, clientId, entityId, accounts, make, walk } = await openTaskDesk(api));
});
afterAll(() => api.stop());

describe('a task', () => {
  it('is made, opened, edited and put into the bin', async () => {
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

  it('takes notes and checklist items from whoever it names', async () => {
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

  it('refuses bad input on the field it belongs to', async () => {
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
    // Planned to end after it is due: worth a warning, no more.
    expect(await make({ targetOn: '2026-07-15' })).toMatchObject({ targetOn: '2026-07-15' });
  });

  it('is nobody’s only where its author sees it all the same', async () => {
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
    // Handed on it is somebody's, and who reviews it or sees everything finds it anyway.
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

describe('the list of tasks', () => {
  it('is searched, filtered and sorted', async () => {
    const other = await makeClient(api.db, { name: '東京商事', entityId, crmId: admin.id });
    const late = await make({ clientId: other, title: '法人税申告', dueOn: '2026-01-31', priority: 1 });
    const soon = await make({
      clientId: other,
      title: '記帳',
      dueOn: '2026-03-31',
      priority: 2,
      billable: false,
    });
    await walk(soon, 'in_progress');
    const idsOf = async (query: InputOf<typeof tasks.list>) =>
      (await admin.call(tasks.list, query)).rows.map(({ id }) => id);
    expect(await idsOf({ q: '東京' })).toEqual([late.id, soon.id]);
    expect(await idsOf({ q: '東京 申告' })).toEqual([late.id]);
    expect(await idsOf({ q: late.no })).toEqual([late.id]);
    expect(await idsOf({ q: `東京 ${late.no}` })).toEqual([late.id]);
    // Two digits are of too many numbers: beside a longer word they are asked of the client.
    expect(await idsOf({ q: `東京 ${late.no.slice(-2)}` })).toEqual([]);
    expect(await idsOf({ q: '東京', sort: '-dueOn' })).toEqual([soon.id, late.id]);
    expect(await idsOf({ q: '東京', sort: '-no' })).toEqual([soon.id, late.id]);
    await api.ownerPool.query(
      `update task set no = case id when $1 then 'T-99999' else 'T-100000' end where id in ($1, $2)`,
      [soon.id, late.id],
    );
    expect(await idsOf({ q: '東京', sort: 'no' })).toEqual([soon.id, late.id]);
    const first = await admin.call(tasks.list, { sort: 'no', pageSize: 1, q: '東京' });
    const second = await admin.call(tasks.list, {
      sort: 'no',
      pageSize: 1,
      q: '東京',
      cursor: first.next ?? '',
    });
    expect([...first.rows, ...second.rows].map(({ no }) => no)).toEqual(['T-99999', 'T-100000']);
    expect(await idsOf({ q: '東京', sort: 'priority', pageSize: 1 })).toEqual([late.id]);
    const filter = { clientId: other };
    expect(await idsOf({ filter: { ...filter, status: ['todo', 'completed'] } })).toEqual([late.id]);
    expect(await idsOf({ filter: { ...filter, status: 'in_progress' } })).toEqual([soon.id]);
    expect(await idsOf({ filter: { ...filter, dueTo: '2026-02-28' } })).toEqual([late.id]);
    expect(await idsOf({ filter: { ...filter, dueFrom: '2026-02-01' } })).toEqual([soon.id]);
    expect(await idsOf({ filter: { ...filter, priority: 2 } })).toEqual([soon.id]);
    expect(await idsOf({ filter: { ...filter, billable: 'true' } })).toEqual([late.id]);
    expect(await idsOf({ filter: { ...filter, assigneeId: reviewer.id } })).toEqual([]);
    expect(await idsOf({ filter: { ...filter, assigneeId: doer.id } })).toEqual([late.id, soon.id]);
    expect(await admin.call(tasks.total, { filter })).toEqual({ total: 2, isCapped: false });
    await api.db
      .updateTable('client')
      .set({ name: '大阪商事', searchText: '大阪商事' })
      .where('id', '=', other)
      .execute();
    expect(await idsOf({ q: '大阪' })).toEqual([late.id, soon.id]);
  });

  it('shows what is still to do first, then by due date', async () => {
    const client = await makeClient(api.db, { name: 'Ordered', entityId, crmId: admin.id });
    const dues = ['2026-01-31', '2026-02-28', '2026-03-31'];
    const [first, second, third] = await Promise.all(dues.map((dueOn) => make({ clientId: client, dueOn })));
    if (!first || !second || !third) throw new Error('three tasks were made');
    const cancelled = { id: first.id, to: 'cancelled' as const, reason: 'Not needed' };
    await admin.call(tasks.transition, cancelled, { version: first.version });
    const { rows } = await admin.call(tasks.list, { filter: { clientId: client } });
    expect(rows.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  });

  it('shows an executive the work they are named in, and no fees', async () => {
    const executive = await api.as({ userType: 'executive' });
    const theirs = await make({ title: 'Named work', assigneeIds: [executive.id] });
    const others = await make({ title: 'Foreign work' });
    expect((await executive.call(tasks.list, {})).rows.map(({ id }) => id)).toEqual([theirs.id]);
    expect(await executive.call(tasks.total, {})).toEqual({ total: 1, isCapped: false });
    const file = await executive.inject({ url: '/api/v1/tasks/export?format=csv' });
    expect(file.body).toContain('Named work');
    expect(file.body).not.toMatch(/Foreign work|900|Fee/);
    expect((await admin.inject({ url: '/api/v1/tasks/export?format=csv&q=Named' })).body).toContain('900.00');
    const opened = await executive.call(tasks.open, { id: theirs.id });
    expect(opened).not.toHaveProperty('fee');
    expect((await executive.call(tasks.list, {})).rows[0]).not.toHaveProperty('fee');
    expect(opened.billable).toBe(true);
    for (const endpoint of [tasks.open, tasks.edit, tasks.transition] as const) {
      const input = {
        [tasks.open.path + tasks.open.method]: { id: others.id },
        [tasks.edit.path + tasks.edit.method]: { ...accounts({ fee: null }), id: others.id },
        [tasks.transition.path + tasks.transition.method]: { id: others.id, to: 'in_progress' },
      }[endpoint.path + endpoint.method];
      expect(await executive.refused(endpoint, input, { version: 1 })).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('keeps the fee when someone saves who may not see it', async () => {
    const executive = await api.as({ userType: 'executive' });
    const task = await make({ assigneeIds: [executive.id], fee: 12_345 });
    const edit = {
      ...accounts({ assigneeIds: [executive.id], fee: undefined, title: 'Renamed' }),
      id: task.id,
    };
    // A client is chosen anew only from the caller's own; this one stays.
    await executive.call(tasks.edit, edit, { version: 1 });
    expect(await admin.call(tasks.open, { id: task.id })).toMatchObject({ title: 'Renamed', fee: 12_345 });
    expect(await executive.refused(tasks.edit, { ...edit, fee: 1 }, { version: 2 })).toMatchObject({
      httpStatus: 403,
      errors: { fee: [{ code: 'PERM_DENIED' }] },
    });
    const blind = await api.as({ keys: ['tasks.create', 'tasks.view'] });
    const made = await blind.call(tasks.create, accounts({ fee: null }));
    expect(await admin.call(tasks.open, { id: made.id })).toMatchObject({ fee: 90_000 });
    const handedOn = await executive.call(tasks.edit, { ...edit, assigneeIds: [doer.id] }, { version: 2 });
    expect(handedOn.assignees).toMatchObject([{ id: doer.id }]);
    expect(await executive.refused(tasks.open, { id: task.id })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the keys of tasks', () => {
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

describe('a second task of the same client, category and period', () => {
  const period = { periodFrom: '2026-03-01', periodTo: '2026-03-31' };
  const duplicateReason = 'A corrected return';

  it.each(['categoryId', 'recurringCategoryId'] as const)('needs a reason (%s)', async (field) => {
    const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' };
    const duty = { name: `Return ${uuidv7()}`, titleTemplate: 'Return', rule };
    const { id: categoryId } =
      field === 'categoryId'
        ? await admin.call(taskCategories.create, { name: duty.name })
        : await admin.call(recurringTaskCategories.create, duty);
    const same = { [field]: categoryId, ...period };
    const first = await make(same);
    const twin = { clientId, ...same };
    expect(await admin.call(tasks.samePeriod, twin)).toMatchObject({ task: { id: first.id, no: first.no } });
    expect(await admin.call(tasks.samePeriod, { ...twin, exceptId: first.id })).toEqual({ task: null });
    const refused = await admin.refused(tasks.create, accounts(same));
    const params = { no: first.no, taskId: first.id };
    expect(refused).toMatchObject({
      code: 'DUPLICATE_PERIOD_TASK',
      errors: { duplicateReason: [{ code: 'DUPLICATE_PERIOD_TASK', params }] },
    });
    expect(refused.message).toContain(first.no);
    const second = await make({ ...same, duplicateReason });
    expect(second).toMatchObject({ duplicateReason });

    // What becomes the same is the same, and so is what comes out of the bin; with a reason it may.
    const other = await make({ ...same, periodFrom: '2026-04-01', periodTo: '2026-04-30' });
    const edited = { ...accounts(same), id: other.id };
    expect((await admin.refused(tasks.edit, edited, { version: 1 })).code).toBe('DUPLICATE_PERIOD_TASK');
    await admin.call(tasks.remove, { id: first.id }, { version: 1 });
    await admin.call(tasks.edit, edited, { version: 1 });
    const restored = await admin.refused(tasks.restore, { id: first.id }, { version: 2 });
    expect(restored.errors).toHaveProperty('duplicateReason');
    await admin.call(tasks.edit, { ...edited, duplicateReason }, { version: 2 });
    expect((await admin.call(tasks.restore, { id: first.id }, { version: 2 })).id).toBe(first.id);
    const { events } = await admin.call(history.of, { kind: 'task', id: other.id });
    const said = { field: 'duplicateReason', after: { as: 'text', text: duplicateReason } };
    expect(events[0]?.changes).toEqual([expect.objectContaining(said)]);
  });

  it('is told of two that come at once, and of a duty without its period', async () => {
    const { id: categoryId } = await admin.call(taskCategories.create, { name: `Advice ${uuidv7()}` });
    const same = accounts({ categoryId, ...period });
    const answers = await Promise.allSettled([1, 2, 3].map(() => admin.call(tasks.create, same)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const of = { recurringCategoryId: uuidv7() };
    expect((await admin.refused(tasks.create, accounts({ ...of, ...period }))).errors).toEqual({
      recurringCategoryId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const bare = (await admin.refused(tasks.create, accounts(of))).errors;
    expect(Object.keys(bare)).toEqual(['periodFrom', 'periodTo']);
    expect((await make({ ...period, duplicateReason })).duplicateReason).toBeNull();
  });
});
