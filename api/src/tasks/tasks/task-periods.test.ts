import { uuidv7 } from 'uuidv7';
import { history } from '@daybook/contracts/history';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let clientId: string;
let accounts: TaskFixture['accounts'];
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, clientId, accounts, make, walk } = await openTaskFixture(api));
});
afterAll(() => api.stop());

describe('a second task of the same client, category and period', () => {
  const period = { periodFrom: '2026-03-01', periodTo: '2026-03-31' };
  const duplicateReason = 'A corrected return';

  it.each(['categoryId', 'recurringCategoryId'] as const)('needs a reason (%s)', async (field) => {
    const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' };
    const filing = { name: `Return ${uuidv7()}`, titleTemplate: 'Return', rule };
    const { id: categoryId } =
      field === 'categoryId'
        ? await admin.call(taskCategories.create, { name: filing.name })
        : await admin.call(recurringTaskCategories.create, filing);
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

    // An edit or a restore that makes a second one is refused as well, and accepted with a reason.
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

  it('is refused when two come at once, and a recurring category needs a period', async () => {
    const { id: categoryId } = await admin.call(taskCategories.create, { name: `Advice ${uuidv7()}` });
    const same = accounts({ categoryId, ...period });
    const answers = await Promise.allSettled([1, 2, 3].map(() => admin.call(tasks.create, same)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const of = { recurringCategoryId: uuidv7() };
    expect((await admin.refused(tasks.create, accounts({ ...of, ...period }))).errors).toEqual({
      recurringCategoryId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const filing = await admin.call(recurringTaskCategories.create, {
      name: `Filing ${uuidv7()}`,
      titleTemplate: 'Filing {month}',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20' },
    });
    const bare = (await admin.refused(tasks.create, accounts({ recurringCategoryId: filing.id }))).errors;
    expect(Object.keys(bare)).toEqual(['periodFrom', 'periodTo']);
    expect((await make({ ...period, duplicateReason })).duplicateReason).toBeNull();
  });
});

describe('the acknowledgement of a return', () => {
  it('can be recorded by people who work on the task, also when it is completed', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const filing = { id: done.id, filedOn: '2026-06-28', ackNo: 'ACK-2026/77' };
    expect(await doer.call(tasks.recordFiling, filing, { version: done.version })).toMatchObject({
      ...filing,
      version: done.version + 1,
      status: 'completed',
    });
    const looker = await api.as({ userType: 'admin', keys: ['tasks.view'] });
    const stale = { version: done.version + 1 };
    expect(await looker.refused(tasks.recordFiling, filing, stale)).toMatchObject({ code: 'PERM_DENIED' });
    const dropped = await walk(await make(), 'cancelled');
    expect(
      await admin.refused(tasks.recordFiling, { ...filing, id: dropped.id }, { version: dropped.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect((await doer.call(timeEntries.list, { filter: { taskId: done.id } })).rows).toEqual([]);
  });
});
