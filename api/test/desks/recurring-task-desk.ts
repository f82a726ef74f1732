import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { openSeriesDesk } from './series-desk.ts';
import type { SeriesDesk } from './series-desk.ts';

type New = InputOf<typeof recurringTasks.create>;
export type Edit = Partial<Omit<InputOf<typeof recurringTasks.edit>, 'id'>> &
  Pick<InputOf<typeof recurringTasks.edit>, 'apply'>;

const today = new Date().toISOString().slice(0, 10);
/** On the first of each month, for the month before. */
export const monthly = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 } as const;
/** The first of a month, so many after this one. */
export const first = (months: number) => firstOfMonth(monthNumber(today) + months);
/** The firsts of months, from three before this one on, that have passed. */
export const passed = [-3, -2, -1, 0].map(first).filter((day) => day < today);

/** What a form sends of a series. */
const termsOf = ({
  client,
  category,
  service,
  reviewer,
  billingEntity,
  assignees,
  ...series
}: RecurringTask) => ({
  title: series.title,
  rule: series.rule,
  startsOn: series.startsOn,
  ends: series.ends,
  endsOn: series.endsOn,
  endsAfter: series.endsAfter,
  zone: series.zone,
  catchUp: series.catchUp,
  clientId: client.id,
  categoryId: category.id,
  serviceId: service?.id ?? null,
  assigneeRule: series.assigneeRule,
  assigneeIds: assignees.map(({ id }) => id),
  reviewerId: reviewer?.id ?? null,
  reviewRequired: series.reviewRequired,
  targetDays: series.targetDays,
  priority: series.priority,
  estimateMin: series.estimateMin,
  billable: series.billable,
  fee: series.fee ?? null,
  billingEntityId: billingEntity?.id ?? null,
  description: series.description,
  checklist: series.checklist,
});

export const edited = (series: RecurringTask, more: Edit) => ({
  ...termsOf(series),
  id: series.id,
  ...more,
});

/** One server for the tests of a file; each test has a client and a category of its own, for monthly returns. */
export function setUpRecurringTasks() {
  let api: TestApi;
  let admin: Caller;
  let desk: SeriesDesk;
  let categoryId: string;

  beforeAll(async () => {
    api = await startTestApi();
    admin = await api.as({ userType: 'super_admin' });
  });
  beforeEach(async () => {
    desk = await openSeriesDesk(api.db);
    const category = await admin.call(recurringTaskCategories.create, {
      name: `Return ${uuidv7()}`,
      titleTemplate: 'Return {month}',
      rule: monthly,
    });
    categoryId = category.id;
  });
  afterAll(() => api.stop());

  /** A return of each month, for any client. */
  const terms = () => ({
    categoryId,
    title: 'Return {month}',
    rule: monthly,
    startsOn: first(-1),
    assigneeRule: 'round_robin' as const,
    assigneeIds: [desk.personId],
  });
  const input = (more: Partial<New> = {}): New => ({
    ...terms(),
    clientId: desk.clientId,
    startsOn: first(-3),
    assigneeRule: 'fixed',
    checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -5 }],
    ...more,
  });

  return {
    get api() {
      return api;
    },
    get admin() {
      return admin;
    },
    get desk() {
      return desk;
    },
    get categoryId() {
      return categoryId;
    },
    terms,
    input,
    make: (more: Partial<New> = {}) => admin.call(recurringTasks.create, input(more)),
    edit: (series: RecurringTask, more: Edit) =>
      admin.call(recurringTasks.edit, edited(series, more), { version: series.version }),
    refusedEdit: (series: RecurringTask, more: Edit) =>
      admin.refused(recurringTasks.edit, edited(series, more), { version: series.version }),
    open: (id: string) => admin.call(recurringTasks.open, { id }),
    made: (id: string) =>
      api.db.selectFrom('task').selectAll().where('seriesId', '=', id).orderBy('nominalOn').execute(),
    runs: async (id: string) =>
      (await admin.call(recurringTasks.runs, { id })).rows.map(({ nominal, state, reason }) => [
        nominal,
        state,
        reason,
      ]),
  };
}
