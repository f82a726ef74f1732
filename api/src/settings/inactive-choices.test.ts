import { uuidv7 } from 'uuidv7';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { services } from '@daybook/contracts/settings/services/services';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeClient, makeEntity, makeTaxCode } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let clientId: string;
let entityId: string;
let taxCodeId: string;
/** Masters that were deactivated. */
let resting: Record<'department' | 'service' | 'tax_code' | 'task_category' | 'billing_entity', string>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  entityId = await makeEntity(api.db, {});
  clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  taxCodeId = await makeTaxCode(api.db, { code: 'IN', rate: '0' });
  resting = {
    department: (await admin.call(departments.create, { name: 'Old department' })).id,
    service: (await admin.call(services.create, { name: 'Old service', taxCodeId })).id,
    tax_code: await makeTaxCode(api.db, { code: 'OLD', rate: '0' }),
    task_category: (await admin.call(taskCategories.create, { name: 'Old category' })).id,
    billing_entity: await makeEntity(api.db, {}),
  };
  for (const [table, id] of Object.entries(resting))
    await api.ownerPool.query(`update ${table} set active = false where id = $1`, [id]);
});
afterAll(() => api.stop());

const refusedOn = (...fields: string[]) => ({
  code: 'REFERENCE_UNKNOWN',
  errors: Object.fromEntries(fields.map((field) => [field, [{ code: 'REFERENCE_UNKNOWN' }]])),
});
const monthly = () => ({
  name: `Return ${uuidv7()}`,
  titleTemplate: 'Return {month}',
  rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20' },
});
const newTask = (more: object = {}) => ({ title: 'File it', dueOn: '2030-01-31', clientId, ...more });

describe('an inactive setting that is chosen in a form is refused on its field', () => {
  it('in a task', async () => {
    const picked = {
      categoryId: resting.task_category,
      serviceId: resting.service,
      billingEntityId: resting.billing_entity,
    };
    expect(await admin.refused(tasks.create, newTask(picked))).toMatchObject(
      refusedOn(...Object.keys(picked)),
    );
    const task = await admin.call(tasks.create, newTask());
    const edited = { id: task.id, ...newTask({ serviceId: resting.service }) };
    expect(await admin.refused(tasks.edit, edited, { version: task.version })).toMatchObject(
      refusedOn('serviceId'),
    );
  });

  it('in a recurring task', async () => {
    const { id: categoryId } = await admin.call(recurringTaskCategories.create, monthly());
    const given = {
      clientId,
      categoryId,
      title: 'Return',
      rule: monthly().rule,
      startsOn: '2030-01-01',
      serviceId: resting.service,
    };
    expect(await admin.refused(recurringTasks.create, given)).toMatchObject(refusedOn('serviceId'));
  });

  it('in a category of either kind', async () => {
    const picked = { departmentId: resting.department, serviceId: resting.service };
    const refused = refusedOn('departmentId', 'serviceId');
    expect(await admin.refused(taskCategories.create, { name: 'Audit', ...picked })).toMatchObject(refused);
    expect(await admin.refused(recurringTaskCategories.create, { ...monthly(), ...picked })).toMatchObject(
      refused,
    );
  });

  it('in a service and in a charge rate', async () => {
    const picked = { departmentId: resting.department, taxCodeId: resting.tax_code };
    expect(await admin.refused(services.create, { name: 'Audit', ...picked })).toMatchObject(
      refusedOn('departmentId', 'taxCodeId'),
    );
    const rate = { serviceId: resting.service, currency: 'EUR', rate: 9_000, validFrom: '2030-01-01' };
    expect(await admin.refused(chargeRates.create, rate)).toMatchObject(refusedOn('serviceId'));
  });
});

it('What a record has already stays when it is edited, although it is inactive by now', async () => {
  const { id: departmentId } = await admin.call(departments.create, { name: `Team ${uuidv7()}` });
  const given = { name: `Review ${uuidv7()}`, departmentId };
  const { id } = await admin.call(taskCategories.create, given);
  await api.ownerPool.query('update department set active = false where id = $1', [departmentId]);
  const edited = await admin.call(
    taskCategories.edit,
    { ...given, name: `Check ${uuidv7()}`, id, active: true },
    { version: 1 },
  );
  expect(edited).toMatchObject({ department: { id: departmentId } });
});
