import { screen, waitFor } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import {
  statementSchedules,
  type StatementSchedule,
} from '@daybook/contracts/receivables/statements/statement-schedules';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { idOf, lookupRows } from '../test/billing-records.ts';
import AddSchedule from './add-schedule.tsx';
import EditSchedule from './edit-schedule.tsx';
import ScheduleList from './schedule-list.tsx';

const schedule: StatementSchedule = {
  id: idOf(600),
  version: 2,
  name: 'Monthly',
  kind: 'period',
  every: 'month',
  onDay: 5,
  shift: 'next',
  calendarId: null,
  clientId: null,
  entityId: null,
  groupId: null,
  crmId: null,
  withBalance: true,
  owner: { id: idOf(500), label: 'Asha Rao' },
  status: 'paused',
  pausedFor: 'owner',
  nextOn: null,
  lastOn: '2026-11-05',
  client: null,
  entity: null,
  group: null,
  crm: null,
};
const below = { texts: { billing: texts } };

beforeEach(() => sessionStorage.clear());

it('the schedules of statements are listed, and one whose owner lost the permission is resumed by another person', async () => {
  const server = fakeServer(statementSchedules, {
    list: () => ({ rows: [schedule], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false }),
    open: () => schedule,
    resume: () => ({ ...schedule, status: 'active' as const, pausedFor: null }),
  }).also(lookups, { find: ({ input }) => lookupRows(input) });
  const { unmount } = await renderScreen(<ScheduleList />, below);
  expect(await screen.findByRole('link', { name: 'Monthly' })).toHaveAttribute(
    'href',
    `/app/reports/statement_schedules/edit/${schedule.id}`,
  );
  expect(screen.getByText('Paused: no permission')).toBeVisible();
  expect(screen.getByText('All clients')).toBeVisible();
  unmount();
  const { user } = await renderScreen(<EditSchedule />, {
    ...below,
    path: `/edit/${schedule.id}`,
    route: '/edit/:id',
  });
  expect(await screen.findByText(/^Asha Rao may no longer send statements/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(server.requestsTo(statementSchedules.resume)[0]).toMatchObject({ version: 2 }));
});

it('a new schedule sends on the fifth of each month, unless another day is chosen', async () => {
  const server = fakeServer(statementSchedules, { create: () => schedule }).also(lookups, {
    find: ({ input }) => lookupRows(input),
  });
  const { user } = await renderScreen(<AddSchedule />, { ...below, path: '/new', route: '/new' });
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Quarterly');
  expect(screen.getByText(/^Next: /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsTo(statementSchedules.create)[0]?.input).toMatchObject({
      name: 'Quarterly',
      every: 'month',
      onDay: 5,
      shift: 'next',
    }),
  );
});
