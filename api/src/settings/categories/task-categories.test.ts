import { uuidv7 } from 'uuidv7';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { startCategories } from '../../../test/fixtures/category-fixture.ts';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let departmentId: string;
let serviceId: string;

beforeAll(async () => {
  ({ api, admin, departmentId, serviceId } = await startCategories());
});
afterAll(() => api.stop());

const registration = () => ({
  name: `Registration ${uuidv7()}`,
  title: 'Register for GST',
  departmentId,
  serviceId,
  fee: 500_000,
  currency: 'INR',
  reviewRequired: true,
  slaDays: 14,
  estimateMin: 90,
  priority: 2,
  description: 'Ask for the lease.',
  checklist: [
    { title: 'Ask for papers', mandatory: true, offsetDays: -10, role: 'assignee' as const },
    { title: 'Look over', mandatory: false },
  ],
});

describe('task categories', () => {
  it('are created, opened, listed, edited, and deleted while no task has them', async () => {
    const given = registration();
    const made = await admin.call(taskCategories.create, given);
    expect(made).toMatchObject({
      version: 1,
      active: true,
      title: 'Register for GST',
      department: { id: departmentId, label: 'Tax' },
      service: { id: serviceId, label: 'Returns' },
      fee: 500_000,
      slaDays: 14,
      checklist: [
        { title: 'Ask for papers', mandatory: true, offsetDays: -10, role: 'assignee' },
        { title: 'Look over', mandatory: false, offsetDays: null, role: null },
      ],
    });
    const bare = await admin.call(taskCategories.create, { name: `Advice ${made.id}` });
    const filter = { departmentId, serviceId, active: 'true' };
    const { rows } = await admin.call(taskCategories.list, { filter });
    expect(rows.map(({ id }) => id)).toEqual([made.id]);
    expect(rows[0]).not.toHaveProperty('checklist');
    expect(await admin.call(taskCategories.total, { q: 'advice' })).toMatchObject({ total: 1 });

    const edited = await admin.call(
      taskCategories.edit,
      {
        ...given,
        id: made.id,
        active: false,
        fee: null,
        currency: null,
        checklist: given.checklist.slice(0, 1),
      },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, active: false, fee: null });
    expect(
      await admin.refused(taskCategories.edit, { ...given, id: made.id, active: true }, { version: 1 }),
    ).toMatchObject({
      httpStatus: 412,
      data: { version: 2, fee: null },
    });
    const { events } = await admin.call(history.of, { kind: 'task_category', id: made.id });
    expect(events.map(({ action }) => action)).toEqual(['task_categories.edit', 'task_categories.create']);
    expect(events[0]?.parts).toMatchObject([{ part: 'checklist', step: 'removed', label: 'Look over' }]);
    expect(events[0]?.changes).toContainEqual({
      field: 'fee',
      before: { as: 'money', minor: 500_000, currency: 'INR' },
      after: null,
    });

    await api.db
      .insertInto('task')
      .values({
        id: uuidv7(),
        no: 'T-1',
        title: 'Old',
        internal: true,
        dueOn: '2026-01-01',
        categoryId: made.id,
        deletedAt: new Date().toISOString(),
      })
      .execute();
    expect(await admin.refused(taskCategories.remove, { id: made.id }, { version: 2 })).toMatchObject({
      httpStatus: 409,
      code: 'REFERENCED',
    });
    await admin.call(taskCategories.remove, { id: bare.id }, { version: 1 });
    expect(await admin.refused(taskCategories.open, { id: bare.id })).toMatchObject({ code: 'NOT_FOUND' });
    // The department and the service of a category cannot be deleted.
    expect(await admin.refused(departments.remove, { id: departmentId }, { version: 1 })).toMatchObject({
      code: 'REFERENCED',
    });
    expect(await admin.refused(services.remove, { id: serviceId }, { version: 1 })).toMatchObject({
      code: 'REFERENCED',
    });
  });

  it('are refused on the wrong field', async () => {
    const given = registration();
    const bad = {
      ...given,
      name: ' ',
      slaDays: -1,
      estimateMin: 100_001,
      priority: 5,
      checklist: [{ title: '' }, { title: 'x', offsetDays: 367 }, { title: 'y', role: 'owner' }],
    };
    const refused = await admin.refused(taskCategories.create, bad);
    expect(Object.keys(refused.errors).toSorted()).toEqual([
      'checklist.0.title',
      'checklist.1.offsetDays',
      'checklist.2.role',
      'estimateMin',
      'name',
      'priority',
      'slaDays',
    ]);
    const cases = [
      [{ currency: null }, 'INPUT_INVALID', 'currency', 'REQUIRED'],
      [{ fee: null }, 'INPUT_INVALID', 'fee', 'REQUIRED'],
      [{ departmentId: uuidv7() }, 'REFERENCE_UNKNOWN', 'departmentId', 'REFERENCE_UNKNOWN'],
      [{ serviceId: uuidv7() }, 'REFERENCE_UNKNOWN', 'serviceId', 'REFERENCE_UNKNOWN'],
    ] as const;
    for (const [change, code, field, fieldCode] of cases)
      expect(await admin.refused(taskCategories.create, { ...given, ...change })).toMatchObject({
        code,
        errors: { [field]: [{ code: fieldCode }] },
      });
    await admin.call(taskCategories.create, given);
    expect(
      await admin.refused(taskCategories.create, { ...given, name: given.name.toUpperCase() }),
    ).toMatchObject({ httpStatus: 409, errors: { name: [{ code: 'ALREADY_EXISTS' }] } });
    const long = Array.from({ length: 101 }, (_none, no) => ({ title: `Step ${no}` }));
    expect((await admin.refused(taskCategories.create, { ...given, checklist: long })).errors).toHaveProperty(
      'checklist',
    );
  });

  it('need their permission, and are in everybody’s pickers, with the fee for people who see money', async () => {
    const other = await api.as({ keys: allBut('task_categories') });
    expect(await other.refused(taskCategories.list, {})).toMatchObject({ httpStatus: 403 });
    expect(await other.refused(taskCategories.create, registration())).toMatchObject({ httpStatus: 403 });

    const { id, name } = await admin.call(taskCategories.create, registration());
    const worker = await api.as({ userType: 'executive', keys: ['tasks.create'] });
    const find = { kind: 'task_category' as const, q: name };
    const [offered] = await worker.call(lookups.find, find);
    expect(offered).toMatchObject({
      id,
      label: name,
      more: { title: 'Register for GST', serviceId, slaDays: 14 },
    });
    expect(Object.keys(offered?.more ?? {})).not.toEqual(expect.arrayContaining(['fee', 'checklist']));
    const [picked] = await worker.call(lookups.find, { kind: 'task_category', id });
    expect(picked?.more).toMatchObject({
      checklist: [{ title: 'Ask for papers' }, { title: 'Look over' }],
      description: 'Ask for the lease.',
    });
    expect(picked?.more).not.toHaveProperty('fee');
    const [seen] = await admin.call(lookups.find, { kind: 'task_category', id });
    expect(seen?.more).toMatchObject({ fee: 500_000, currency: 'INR' });
    await admin.call(taskCategories.edit, { ...registration(), id, active: false }, { version: 1 });
    expect(await worker.call(lookups.find, find)).toEqual([]);
  });
});

describe('a task with a category', () => {
  it('shows it, is found by it, and takes its fee for people who do not see money', async () => {
    const fixture = await openTaskFixture(api);
    const { serviceId } = fixture.accounts();
    const category = await admin.call(taskCategories.create, {
      name: 'Accounts',
      serviceId,
      fee: 75_000,
      currency: 'EUR',
    });
    const made = await fixture.make({ categoryId: category.id });
    expect(made).toMatchObject({ category: { id: category.id, label: 'Accounts' }, fee: 90_000 });
    const maker = await api.as({ userType: 'executive', scope: 'all', keys: ['tasks.create', 'tasks.view'] });
    const { fee: _fee, ...unpriced } = fixture.accounts({ categoryId: category.id });
    const { id } = await maker.call(tasks.create, unpriced);
    expect(await admin.call(tasks.open, { id })).toMatchObject({ fee: 75_000 });
    const { rows } = await admin.call(tasks.list, { filter: { categoryId: category.id } });
    expect(rows.map((row) => row.id).toSorted()).toEqual([made.id, id].toSorted());
    const file = await admin.inject({
      url: `/api/v1/tasks/export?format=csv&filter[categoryId]=${category.id}`,
    });
    expect(file.body.match(/,Accounts,/g)).toHaveLength(2);
    expect(await admin.refused(tasks.create, fixture.accounts({ categoryId: uuidv7() }))).toMatchObject({
      errors: { categoryId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
  });
});
