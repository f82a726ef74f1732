import { uuidv7 } from 'uuidv7';
import { minor } from '@daybook/contracts/money/money';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { history } from '@daybook/contracts/history';
import { addDays } from '@daybook/contracts/plain-date';
import { services } from '@daybook/contracts/settings/services/services';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { edited, first, passed, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';

const at = setUpRecurringTasks();
const { input, make, edit, refusedEdit, open, made, runs } = at;
const today = new Date().toISOString().slice(0, 10);

it('the second of two edits shows the record as it is opened, and the second of two moves its version only', async () => {
  const series = await make();
  const { id, version } = series;
  await at.admin.call(recurringTasks.pause, { id, reason: 'Sick' }, { version });
  const late = await refusedEdit(series, { apply: 'following', priority: 1 });
  expect(late).toMatchObject({ code: 'VERSION_CONFLICT' });
  expect(late.data).toEqual(await open(id));
  expect((await at.admin.refused(recurringTasks.resume, { id }, { version })).data).toEqual({
    version: version + 1,
  });
});

describe('a new series of tasks', () => {
  it('creates the chosen past periods, skips the others as not wanted, and goes on from today', async () => {
    const series = await make({ create: passed.slice(1, 3) });
    expect(series).toMatchObject({ status: 'active', hasRun: true, notStarted: 2 });
    expect(series.next?.nominal).toBe(first(today.endsWith('-01') ? 0 : 1));
    expect((await runs(series.id)).toReversed()).toEqual(
      passed.map((day, index) =>
        [1, 2].includes(index) ? [day, 'created', null] : [day, 'skipped', 'NOT_WANTED'],
      ),
    );
    const [task] = await made(series.id);
    expect(task).toMatchObject({
      dueOn: first(-2),
      periodFrom: first(-3),
      recurringCategoryId: at.categoryId,
    });
    const record = await at.admin.call(tasks.open, { id: task?.id ?? '' });
    expect(record.series).toEqual({ id: series.id, label: 'Return {month}', isSeen: true });
    const [step] = record.checklist;
    expect(step).toMatchObject({ title: 'Ask for papers', dueOn: addDays(first(-2), -5) });
  });

  it('gives its tasks the rule by which they are billed', async () => {
    const taxCodeId = await makeTaxCode(at.api.db, { code: 'VAT20', rate: '20' });
    const service = await at.admin.call(services.create, { name: 'Advice', taxCodeId });
    const series = await make({
      create: passed.slice(1, 2),
      billable: true,
      billingRule: 'hours',
      serviceId: service.id,
      billingEntityId: at.fixture.entityId,
    });
    expect(series).toMatchObject({ billingRule: 'hours', fee: null });
    const [task] = await made(series.id);
    expect(await at.admin.call(tasks.open, { id: task?.id ?? '' })).toMatchObject({
      billable: true,
      billingRule: 'hours',
      fee: null,
    });
  });

  it('shows earlier values in its history, to people who may open it', async () => {
    const reviewer = await at.api.as({ userType: 'manager', keys: ['recurring_tasks.edit'], scope: 'all' });
    const { id, version } = await make({ startsOn: first(2) });
    const { next } = await at.admin.call(recurringTasks.upcoming, { id });
    await at.admin.call(
      recurringTasks.skip,
      { id, nominal: next[0]?.nominal ?? '', reason: 'None' },
      { version },
    );
    await edit(await open(id), {
      apply: 'following',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=15', periodOffset: -1 },
      assigneeIds: [at.fixture.personId, reviewer.id],
      priority: 1,
    });
    const { events } = await reviewer.call(history.of, { kind: 'recurring_task', id });
    expect(events.map(({ action }) => action)).toEqual([
      'recurring_tasks.edit',
      'recurring_tasks.skip',
      'recurring_tasks.create',
    ]);
    expect(events[0]?.changes).toEqual(
      expect.arrayContaining([
        {
          field: 'rrule',
          before: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=1' },
          after: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=15' },
        },
        { field: 'priority', before: { as: 'decimal', text: '3' }, after: { as: 'decimal', text: '1' } },
      ]),
    );
    expect(events[0]?.parts).toMatchObject([{ part: 'assignee', step: 'added' }]);
    expect(events[1]?.parts).toMatchObject([{ part: 'occurrence', step: 'added' }]);
    const stranger = await at.api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'all' });
    expect((await stranger.refused(history.of, { kind: 'recurring_task', id })).code).toBe('PERM_DENIED');
  });

  it('is refused on its fields', async () => {
    const refused = async (more: object) =>
      Object.entries((await at.admin.refused(recurringTasks.create, { ...input(), ...more })).errors).map(
        ([field, [error]]) => `${field} ${error?.code}`,
      );
    const inactive = await makeClient(at.api.db, {
      entityId: at.fixture.entityId,
      crmId: at.fixture.personId,
    });
    const leaving = await at.admin.call(clients.open, { id: inactive });
    await at.admin.call(clients.deactivate, { id: inactive, reason: 'left' }, { version: leaving.version });
    expect(await refused({ assigneeIds: [] })).toEqual(['assigneeIds REQUIRED']);
    expect(await refused({ reviewerId: at.fixture.personId, reviewRequired: true })).toEqual([
      'reviewerId REVIEWER_IS_ASSIGNEE',
    ]);
    expect(await refused({ clientId: inactive })).toEqual(['clientId REFERENCE_UNKNOWN']);
    expect(await refused({ categoryId: uuidv7() })).toEqual(['categoryId REFERENCE_UNKNOWN']);
    expect(await refused({ assigneeIds: [uuidv7()] })).toEqual(['assigneeIds REFERENCE_UNKNOWN']);
    expect(await refused({ billable: true })).toEqual([
      'serviceId REQUIRED',
      'billingEntityId REQUIRED',
      'fee REQUIRED',
    ]);
    expect(await refused({ create: [first(-1), first(4)] })).toEqual(['create NOT_A_CHOICE']);
    expect(await refused({ ends: 'until', endsOn: first(-4) })).toEqual(['endsOn ENDS_BEFORE_FIRST']);
    expect(await refused({ title: 'Return {moon}' })).toEqual(['title TOKEN_UNKNOWN']);
    expect(await refused({ zone: 'Mars/Olympus' })).toEqual(['zone ZONE_UNKNOWN']);
    expect(await refused({ rule: { rrule: 'FREQ=MONTHLY' } })).toEqual(['rule.rrule RULE_DAY_MISSING']);
  });

  it('is refused when a task of the same period exists, and then creates nothing', async () => {
    await make({ create: passed.slice(-1) });
    const again = input({ create: passed.slice(-1) });
    const refused = await at.admin.refused(recurringTasks.create, again);
    expect(refused.code).toBe('DUPLICATE_PERIOD_TASK');
    const { total } = await at.admin.call(recurringTasks.total, { filter: { categoryId: at.categoryId } });
    expect(total).toBe(1);
  });

  it('takes a fee from people who see money, and for others that of its service', async () => {
    const serviceId = uuidv7();
    await at.api.db
      .insertInto('service')
      .values({
        id: serviceId,
        name: `Service ${serviceId}`,
        price: minor(5000),
        currency: 'EUR',
        taxCodeId: at.fixture.taxCodeId,
      })
      .execute();
    const keys = ['recurring_tasks.create', 'recurring_tasks.edit'] as const;
    const clerk = await at.api.as({ userType: 'manager', keys, scope: 'all' });
    const billed = { billable: true, serviceId, billingEntityId: at.fixture.entityId };
    expect((await clerk.refused(recurringTasks.create, input({ ...billed, fee: 1 }))).errors).toMatchObject({
      fee: [{ code: 'PERM_DENIED' }],
    });
    const series = await clerk.call(recurringTasks.create, input(billed));
    expect(series).not.toHaveProperty('fee');
    const seen = await open(series.id);
    expect(seen.fee).toBe(5000);
    const dearer = await edit(seen, { apply: 'following', fee: 7000 });
    await clerk.call(
      recurringTasks.edit,
      edited({ ...dearer, fee: null }, { apply: 'following', title: 'Filing {month}' }),
      { version: dearer.version },
    );
    expect(await open(series.id)).toMatchObject({ title: 'Filing {month}', fee: 7000 });
  });
});
