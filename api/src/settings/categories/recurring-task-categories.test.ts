import { uuidv7 } from 'uuidv7';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { startCategories } from '../../../test/fixtures/category-fixture.ts';
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

const monthly = () => ({
  name: `GSTR-3B ${uuidv7()}`,
  departmentId,
  serviceId,
  titleTemplate: 'GSTR-3B {month}',
  rule: {
    rrule: 'RRULE:FREQ=MONTHLY;BYMONTHDAY=20',
    shift: 'next' as const,
    leadDays: 10,
    periodOffset: -1 as const,
  },
  statutory: true,
  jurisdiction: 'IN-MH',
});

describe('recurring task categories', () => {
  it('keep their rule as it was written, and are found, edited and deleted', async () => {
    const given = monthly();
    const made = await admin.call(recurringTaskCategories.create, given);
    expect(made).toMatchObject({
      rule: {
        rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
        shift: 'next',
        calendarId: null,
        leadDays: 10,
        periodOffset: -1,
      },
      statutory: true,
      jurisdiction: 'IN-MH',
      calendar: null,
      dueOverrides: [],
    });
    const { rows } = await admin.call(recurringTaskCategories.list, {
      filter: { statutory: 'true' },
      q: 'gstr',
    });
    expect(rows.map(({ id }) => id)).toEqual([made.id]);
    const rule = { ...given.rule, rrule: 'FREQ=MONTHLY;BYMONTHDAY=22', leadDays: 5 };
    await admin.call(
      recurringTaskCategories.edit,
      { ...given, rule, id: made.id, active: true },
      { version: 1 },
    );
    await api.db
      .insertInto('dueOverride')
      .values({
        id: uuidv7(),
        categoryId: made.id,
        periodKey: '2026-03-01--2026-03-31',
        newDue: '2026-04-25',
        reason: 'Portal was down',
      })
      .execute();
    const { dueOverrides } = await admin.call(recurringTaskCategories.open, { id: made.id });
    expect(dueOverrides).toMatchObject([
      { periodKey: '2026-03-01--2026-03-31', newDue: '2026-04-25', reason: 'Portal was down' },
    ]);
    const { events } = await admin.call(history.of, { kind: 'recurring_task_category', id: made.id });
    expect(events[0]?.parts).toMatchObject([{ part: 'dueOverride', step: 'added' }]);
    expect(events[1]?.changes).toEqual([
      {
        field: 'rule.rrule',
        before: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=20' },
        after: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=22' },
      },
      { field: 'rule.leadDays', before: { as: 'decimal', text: '10' }, after: { as: 'decimal', text: '5' } },
    ]);
    const { version } = await admin.call(recurringTaskCategories.open, { id: made.id });
    expect(await admin.refused(recurringTaskCategories.remove, { id: made.id }, { version })).toMatchObject({
      code: 'REFERENCED',
    });
    const [offered] = await admin.call(lookups.find, { kind: 'recurring_task_category', id: made.id });
    expect(offered?.more).toMatchObject({
      titleTemplate: 'GSTR-3B {month}',
      rule: { leadDays: 5 },
      statutory: true,
    });
  });

  it.each([
    ['rule.rrule', 'RULE_DAY_MISSING', { rule: { rrule: 'FREQ=MONTHLY' } }],
    ['rule.rrule', 'RULE_NEVER', { rule: { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } }],
    ['rule.leadDays', 'TOO_BIG', { rule: { rrule: 'FREQ=DAILY', leadDays: 366 } }],
    ['rule.calendarId', 'REFERENCE_UNKNOWN', { rule: { rrule: 'FREQ=DAILY', calendarId: uuidv7() } }],
    ['rule.until', 'UNKNOWN_FIELD', { rule: { rrule: 'FREQ=DAILY', until: '2030-01-01' } }],
    ['titleTemplate', 'TOKEN_UNKNOWN', { titleTemplate: 'Return {mounth}' }],
    ['jurisdiction', 'WRONG_FORMAT', { jurisdiction: 'India' }],
  ])('are refused on %s as %s', async (field, code, change) => {
    const refused = await admin.refused(recurringTaskCategories.create, { ...monthly(), ...change });
    expect(refused.errors).toEqual({ [field]: [expect.objectContaining({ code })] });
  });

  it('need the permission of each step', async () => {
    const reader = await api.as({ keys: ['recurring_task_categories.delete'] });
    const { id } = await admin.call(recurringTaskCategories.create, monthly());
    expect(await reader.call(recurringTaskCategories.open, { id })).toMatchObject({ id });
    expect(await reader.refused(recurringTaskCategories.create, monthly())).toMatchObject({
      httpStatus: 403,
    });
    expect(
      await reader.refused(recurringTaskCategories.edit, { ...monthly(), id, active: true }, { version: 1 }),
    ).toMatchObject({ httpStatus: 403 });
    await reader.call(recurringTaskCategories.remove, { id }, { version: 1 });
    const other = await api.as({
      keys: allBut(
        'recurring_task_categories.add',
        'recurring_task_categories.edit',
        'recurring_task_categories.delete',
      ),
    });
    expect(await other.refused(recurringTaskCategories.list, {})).toMatchObject({ httpStatus: 403 });
  });
});
