import { screen } from '@testing-library/react';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, idOf, server } from '../test/client-records.ts';
import ClientRecord from './client-record.tsx';

const page = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });
const atTasks = {
  texts: { crm: en },
  path: `/app/view-client/${idOf(1)}?tab=tasks`,
  route: '/app/view-client/:id',
};

const shown = () =>
  server(client())
    .also(tasks, { list: () => page([]) })
    .also(timeSpent, { ofClient: () => ({ estimateMin: 600, spentMin: 540, otherMin: 90 }) })
    .also(unbilledHours, {
      ofClient: () => ({ sums: [{ currency: 'EUR', minutes: 150, unratedMinutes: 30, value: 24_000 }] }),
    });

describe('the work of a client', () => {
  it('shows the time spent against the estimates, and what is unbilled to people who bill', async () => {
    shown();
    const { unmount } = await renderScreen(<ClientRecord />, atTasks);
    expect(await screen.findByText('90 % of the estimate is spent.')).toBeVisible();
    for (const time of ['10:00', '9:00', '1:30', '0:30']) expect(await screen.findByText(time)).toBeVisible();
    expect(screen.getByText('€240.00')).toBeVisible();
    expect(screen.getByRole('link', { name: '2:30' })).toHaveAttribute(
      'href',
      `/app/pending_invoices/hours?filter%5BclientId%5D=${idOf(1)}`,
    );
    unmount();
    const api = shown();
    await renderScreen(<ClientRecord />, { ...atTasks, me: { roles: ['clients.view', 'tasks.view'] } });
    expect(await screen.findByText('10:00')).toBeVisible();
    expect(screen.queryByText('Unbilled hours')).not.toBeInTheDocument();
    expect(api.requestsTo(unbilledHours.ofClient)).toEqual([]);
  });
});
