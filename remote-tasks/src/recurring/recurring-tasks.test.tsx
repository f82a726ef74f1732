import { screen, waitFor, within } from '@testing-library/react';
import { history, type HistoryEvent } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import type { SeriesRun, Upcoming } from '@daybook/contracts/recurrence/series-steps';
import { recurringTasks, type RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, entity, find, idOf, service } from '../test/task-records.ts';
import AddRecurring from './add-recurring.tsx';
import EditRecurring from './edit-recurring.tsx';
import RecurringList from './recurring-list.tsx';

const rule = {
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
  shift: 'next',
  calendarId: null,
  leadDays: 10,
  periodOffset: -1,
} as const;

const dayOf = (month: string, patch: Partial<Upcoming> = {}): Upcoming => ({
  nominal: `${month}-20`,
  due: `${month}-20`,
  makeOn: `${month}-10`,
  periodFrom: `${month}-01`,
  periodTo: `${month}-28`,
  title: `VAT of ${month}`,
  moved: null,
  skipped: null,
  ...patch,
});
const preview = {
  next: [
    dayOf('2027-01'),
    dayOf('2027-02', { due: '2027-02-22', moved: { why: 'weekend', text: '' } }),
    dayOf('2027-03', { due: '2027-03-25', moved: { why: 'person', text: 'The office asked' } }),
  ],
  missed: [dayOf('2026-11'), dayOf('2026-12')],
  missedBefore: 0,
};

const category = {
  id: idOf(800),
  label: 'VAT return',
  more: {
    titleTemplate: 'VAT {month}',
    rule,
    version: 3,
    serviceId: service.id,
    priority: 2,
    fee: 50_000,
    currency: 'EUR',
    checklist: [{ title: 'Ask for receipts', mandatory: true, offsetDays: -5, role: null }],
  },
};

const series: RecurringTask = {
  id: idOf(810),
  version: 4,
  title: 'VAT {month}',
  client,
  category: { id: category.id, label: category.label },
  rule,
  status: 'paused',
  pausedFor: 'failures',
  assigneeRule: 'client_executive',
  assignees: [],
  reviewer: null,
  next: null,
  billable: true,
  billingRule: 'fixed_fee',
  fee: minor(40_000),
  currency: 'EUR',
  startsOn: '2026-09-20',
  ends: 'never',
  endsOn: null,
  endsAfter: null,
  zone: 'UTC',
  catchUp: 'all',
  statusReason: null,
  reviewRequired: false,
  targetDays: null,
  priority: 3,
  estimateMin: null,
  service,
  billingEntity: entity,
  description: null,
  checklist: [],
  categoryVersion: 2,
  isBehindCategory: true,
  predecessor: null,
  successor: null,
  subscription: null,
  hasRun: true,
  notStarted: 2,
};

const run: SeriesRun = {
  nominal: '2026-10-20',
  status: 'failed',
  due: '2026-10-20',
  periodFrom: '2026-09-01',
  periodTo: '2026-09-30',
  reason: null,
  error: { code: 'REFERENCE_UNKNOWN', message: 'Somebody has left.' },
  attempts: 3,
  at: '2026-10-10T06:00:00Z',
  made: null,
};
const made: SeriesRun = {
  ...run,
  nominal: '2026-09-20',
  status: 'created',
  error: null,
  made: { id: idOf(9), label: 'T-00009', status: 'completed', amount: null },
};

const event: HistoryEvent = {
  id: 1,
  at: '2026-10-01T06:00:00Z',
  by: 'Mina',
  action: 'recurring_tasks.edit',
  isOwn: true,
  parts: [],
  changes: [
    {
      field: 'rrule',
      before: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=1' },
      after: { as: 'text', text: rule.rrule },
    },
    {
      field: 'priority',
      before: { as: 'decimal', text: '3' },
      after: { as: 'decimal', text: '1' },
    },
  ],
};

const serve = (patch: Partial<RecurringTask> = {}) =>
  fakeServer(recurringTasks, {
    open: () => ({ ...series, ...patch }),
    preview: () => preview,
    upcoming: () => preview,
    runs: () => ({ rows: [run, made], pageSize: 20, next: null, previous: null }),
    create: () => series,
    edit: () => ({ ...series, id: idOf(811) }),
    make: () => ({ version: 5 }),
    resume: () => ({ version: 5 }),
    skip: () => ({ version: 5 }),
    restore: () => ({ version: 5 }),
  })
    .also(lookups, {
      find: (asked) => (asked.input.kind === 'recurring_task_category' ? [category] : find(asked)),
    })
    .also(timeSpent, { ofSeries: () => ({ estimateMin: 240, spentMin: 300, otherMin: 0 }) })
    .also(history, { of: () => ({ events: [event], earlier: null }) });

const atRecord = (query = '') => ({
  path: `/app/recurring_tasks/edit/${series.id}${query}`,
  route: '/app/recurring_tasks/edit/:id',
  texts: { tasks: en },
});

beforeEach(() => sessionStorage.clear());

it('a category fills in a series, which previews its next tasks with the reason of a moved date, and creates chosen past ones', async () => {
  const server = serve();
  const { user, address } = await renderScreen(<AddRecurring />, {
    path: `/app/recurring_tasks/add?clientId=${client.id}`,
    route: '/app/recurring_tasks/add',
    texts: { tasks: en },
  });
  await user.click(await screen.findByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByText('VAT return', { selector: '.ant-select-item-option-content' }));
  const preview = within(await screen.findByRole('table', { name: 'Next tasks' }));
  expect(preview.getAllByRole('row')).toHaveLength(4);
  expect(preview.getByText('instead of 20 Feb 2027: weekend')).toBeVisible();
  expect(preview.getByText('instead of 20 Mar 2027: The office asked')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Fee' })).toHaveValue('500.00');
  await user.click(screen.getByRole('checkbox', { name: /VAT of 2026-12/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(address()).toBe(`/app/recurring_tasks/edit/${series.id}`));
  expect(server.requestsTo(recurringTasks.create)[0]?.input).toMatchObject({
    clientId: client.id,
    categoryId: category.id,
    categoryVersion: 3,
    title: 'VAT {month}',
    rule,
    serviceId: service.id,
    billingEntityId: entity.id,
    billable: true,
    fee: 50_000,
    priority: 2,
    checklist: category.more.checklist,
    create: ['2026-12-20'],
  });
});

it('a paused series shows the reason, repeats failed runs, moves dates, and creates chosen missed tasks', async () => {
  const server = serve();
  const { user } = await renderScreen(<EditRecurring />, atRecord());
  expect(await screen.findByText('Resume it to choose which missed periods get a task.')).toBeVisible();
  expect(screen.getByText('VAT return has changed since its terms were applied here.')).toBeVisible();
  expect(await screen.findByText(/Day 1 of the month/)).toBeVisible();
  expect(screen.getByText(/Urgent/)).toBeVisible();
  expect(await screen.findByText('The estimate is spent: 125 %.')).toBeVisible();
  const log = within(await screen.findByRole('table', { name: 'History of runs' }));
  expect(await log.findByText('Somebody has left.')).toBeVisible();
  expect(log.getByRole('link', { name: 'T-00009' })).toHaveAttribute(
    'href',
    `/app/tasks/view-task/${idOf(9)}`,
  );
  await user.click(log.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(server.requestsTo(recurringTasks.make)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'More for 25 Mar 2027' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Restore the schedule' }));
  await waitFor(() =>
    expect(server.requestsTo(recurringTasks.restore)[0]?.input).toEqual({
      id: series.id,
      nominal: '2027-03-20',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: /VAT of 2026-11/ }));
  await user.click(dialog.getByRole('button', { name: 'Resume' }));
  await waitFor(() =>
    expect(server.requestsTo(recurringTasks.resume)[0]?.input).toEqual({
      id: series.id,
      create: ['2026-11-20'],
    }),
  );
});

it('a due date is extended for all clients only by people who see them all', async () => {
  fakeServer(recurringTasks, {
    list: () => ({ rows: [], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 0, isCapped: false }),
  }).also(lookups, { find });
  const roles = ['recurring_tasks.create', 'recurring_tasks.edit'];
  for (const scope of ['all', 'team'] as const) {
    const { unmount } = await renderScreen(<RecurringList />, { texts: { tasks: en }, me: { roles, scope } });
    // Both are also the first step of an empty list.
    const adds = await screen.findAllByRole('link', { name: 'New recurring task' });
    const extending = screen.queryAllByRole('link', { name: 'Extend a due date' });
    expect(extending).toHaveLength(scope === 'all' ? adds.length : 0);
    unmount();
  }
});

it('an edit lists the tasks it changes, and can take over the category’s later changes', async () => {
  const server = serve();
  const { user, address } = await renderScreen(<EditRecurring />, atRecord('?terms'));
  expect(await screen.findByText(/This series ends before 20 Jan 2027/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'First date' })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Tasks not started only' }));
  expect(screen.getByText(/^2 tasks that have not been started change/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(address()).toBe(`/app/recurring_tasks/edit/${idOf(811)}`));
  const [request] = server.requestsTo(recurringTasks.edit);
  expect(request?.input).toMatchObject({
    id: series.id,
    apply: 'not_started',
    categoryVersion: 3,
    priority: 2,
    fee: 50_000,
    startsOn: '2026-09-20',
    checklist: category.more.checklist,
  });
});

it('a series of a package links to it, and its form leaves the days to the package', async () => {
  const ofPackage = { id: idOf(12), label: 'Small firm', isPaused: true };
  const server = serve({ subscription: ofPackage });
  const { unmount } = await renderScreen(<EditRecurring />, atRecord());
  expect(await screen.findByText(/^Comes with the package Small firm/)).toHaveTextContent(/It is paused/);
  expect(screen.getByRole('link', { name: 'Open the client’s packages' })).toHaveAttribute(
    'href',
    `/app/view-client/${client.id}?tab=series`,
  );
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  unmount();
  const { user } = await renderScreen(<EditRecurring />, atRecord('?terms'));
  expect(await screen.findByRole('radio', { name: 'Tasks not started only' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'This and following' })).toBeDisabled();
  expect(screen.getByText(/^Comes with the package Small firm/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'First date' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsTo(recurringTasks.edit)).toHaveLength(1));
  expect(server.requestsTo(recurringTasks.edit)[0]?.input).toMatchObject({
    apply: 'not_started',
    title: series.title,
    rule: series.rule,
    startsOn: series.startsOn,
  });
});
