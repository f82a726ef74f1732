import type { InputOf } from '@daybook/contracts/endpoint';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { deletedTasks } from '@daybook/contracts/tasks/tasks/deleted-tasks';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let entityId: string;
let accounts: TaskFixture['accounts'];
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, entityId, accounts, make, walk } = await openTaskFixture(api));
});
afterAll(() => api.stop());

describe('the list of tasks', () => {
  it('can be searched, filtered and sorted', async () => {
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
    // Two digits occur in too many numbers: beside a longer word they are looked for in the client only.
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

  it('shows open tasks first, then by due date', async () => {
    const client = await makeClient(api.db, { name: 'Ordered', entityId, crmId: admin.id });
    const dues = ['2026-01-31', '2026-02-28', '2026-03-31'];
    const [first, second, third] = await Promise.all(dues.map((dueOn) => make({ clientId: client, dueOn })));
    if (!first || !second || !third) throw new Error('the three tasks were not created');
    const cancelled = { id: first.id, to: 'cancelled' as const, reason: 'Not needed' };
    await admin.call(tasks.transition, cancelled, { version: first.version });
    const { rows } = await admin.call(tasks.list, { filter: { clientId: client } });
    expect(rows.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  });

  it('shows executives the tasks that name them, without fees', async () => {
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

  it('keeps the fee when someone saves who does not see it', async () => {
    const executive = await api.as({ userType: 'executive' });
    const task = await make({ assigneeIds: [executive.id], fee: 12_345 });
    const edit = {
      ...accounts({ assigneeIds: [executive.id], fee: undefined, title: 'Renamed' }),
      id: task.id,
    };
    // Only a changed client must be within the caller’s scope; this one stays.
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

describe('the bin', () => {
  it('restores a task for 30 days, and its pending item with it', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const { version } = await admin.call(tasks.remove, { id: done.id }, { version: done.version });
    const restore = { id: done.id };
    expect(await admin.refused(tasks.restore, restore, { version: done.version })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect(await doer.refused(tasks.restore, restore, { version })).toMatchObject({ code: 'PERM_DENIED' });
    const back = await admin.call(tasks.restore, restore, { version });
    expect(back).toMatchObject({ version: version + 1, status: 'completed', billingStatus: 'pending' });
    expect(await admin.refused(tasks.restore, restore, { version: version + 1 })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await admin.call(tasks.remove, restore, { version: version + 1 });
    await api.ownerPool.query(`update task set deleted_at = now() - interval '31 days' where id = $1`, [
      done.id,
    ]);
    expect(await admin.refused(tasks.restore, restore, { version: version + 2 })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('lists deleted tasks with who deleted them, the last one first', async () => {
    const [first, second, long] = [await make(), await make(), await make()];
    const lucy = await api.as({ name: 'Lucy' });
    for (const { id, version } of [first, second, long]) await lucy.call(tasks.remove, { id }, { version });
    await api.ownerPool.query(`update task set deleted_at = now() - interval '31 days' where id = $1`, [
      long.id,
    ]);
    const found = async (more: InputOf<typeof deletedTasks.list>) =>
      (await admin.call(deletedTasks.list, more)).rows.filter(({ id }) =>
        [first.id, second.id, long.id].includes(id),
      );
    const [latest, before, ...rest] = await found({ q: 'dupont accounts' });
    expect([latest?.id, before?.id, rest]).toEqual([second.id, first.id, []]);
    expect(latest).toMatchObject({ no: second.no, client: second.client, deletedBy: 'Lucy', version: 2 });
    const kept = Date.parse(latest?.keptUntil ?? '') - Date.parse(latest?.deletedAt ?? '');
    // With a clock change, one of the days has 23 or 25 hours.
    expect(Math.round(kept / 86_400_000)).toBe(30);
    expect(await found({ filter: { status: 'completed' } })).toEqual([]);
    expect(await doer.refused(deletedTasks.list, {})).toMatchObject({ code: 'PERM_DENIED' });
    await admin.call(tasks.restore, { id: second.id }, { version: 2 });
    expect((await found({ sort: 'deletedAt' })).map(({ id }) => id)).toEqual([first.id]);
  });
});
