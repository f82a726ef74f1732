import { screen, waitFor, within } from '@testing-library/react';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours, type UnbilledTask } from '@daybook/contracts/billing/pending/unbilled-hours';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import { client, entity, idOf, pendingItem } from '../../test/billing-records.ts';
import PendingScreen from '../pending-list.tsx';
import UnbilledHoursList from './unbilled-hours-list.tsx';

const at = {
  path: '/app/pending_invoices/hours',
  route: '/app/pending_invoices/hours',
  texts: { billing: texts },
};
const page = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });

const advice: UnbilledTask = {
  id: idOf(700),
  no: 'T-00007',
  title: 'Advice',
  client,
  entity,
  currency: 'EUR',
  billingRule: 'hours',
  isCompleted: false,
  from: '2026-05-04',
  to: '2026-05-20',
  minutes: 135,
  unratedMinutes: 15,
  value: minor(24_000),
  limitLeft: null,
  proposed: minor(24_000),
};
const audit: UnbilledTask = {
  ...advice,
  id: idOf(701),
  title: 'Audit',
  from: '2026-04-01',
  limitLeft: minor(10_000),
  proposed: minor(10_000),
};
const entries = [
  {
    id: idOf(710),
    person: { id: idOf(500), label: 'Asha Rao' },
    workedOn: '2026-05-04',
    minutes: 120,
    note: 'Call with the bank',
    rate: minor(12_000),
    amount: minor(24_000),
  },
  {
    id: idOf(711),
    person: { id: idOf(501), label: 'Ben Roy' },
    workedOn: '2026-05-20',
    minutes: 15,
    note: null,
    rate: null,
    amount: null,
  },
];
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);

describe('unbilled hours', () => {
  it('are listed by task, with what a limit cuts and what has no rate', async () => {
    fakeServer(unbilledHours, {
      list: () => page([advice, audit]),
      total: () => ({ total: 2, isCapped: false, minutes: 270 }),
    });
    await renderScreen(<UnbilledHoursList />, at);
    expect(await screen.findByRole('link', { name: 'Advice' })).toHaveAttribute(
      'href',
      `/app/tasks/view-task/${advice.id}`,
    );
    expect(rowOf('Advice').getByText('2:15')).toBeVisible();
    expect(rowOf('Advice').getByText('Without a rate: 0:15')).toBeVisible();
    expect(rowOf('Audit').getByText('Left of the limit: €100.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Unbilled hours', current: 'page' })).toBeVisible();
  });

  it('of one task are billed with the entries behind it, at another amount with a reason', async () => {
    const server = fakeServer(unbilledHours, {
      list: () => page([advice]),
      total: () => ({ total: 1, isCapped: false, minutes: 135 }),
      open: () => ({
        ...advice,
        entries,
        withoutTime: [{ person: { id: idOf(501), label: 'Ben Roy' }, weekOn: '2026-05-04' }],
      }),
      bill: ({ input }) => ({ results: input.tasks.map(({ id }) => ({ id, itemId: idOf(800) })) }),
    });
    const { user } = await renderScreen(<UnbilledHoursList />, at);
    await user.click(await screen.findByRole('button', { name: 'Bill hours' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Call with the bank')).toBeVisible();
    expect(dialog.getByText('none')).toBeVisible();
    expect(dialog.getByText('Ben Roy recorded no time in the week from 4 May 2026.')).toBeVisible();
    const amount = dialog.getByRole('textbox', { name: 'Amount to bill' });
    expect(amount).toHaveValue('240.00');
    await user.clear(amount);
    await user.type(amount, '200');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A new client');
    await user.click(dialog.getByRole('button', { name: 'Bill hours' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsTo(unbilledHours.bill)[0]?.input).toMatchObject({
      from: '2026-05-04',
      to: '2026-05-20',
      tasks: [{ taskId: advice.id, amount: 20_000, reason: 'A new client' }],
    });
  });

  it('of many tasks are billed together, and the ones that are refused say why', async () => {
    const server = fakeServer(unbilledHours, {
      list: () => page([advice, audit]),
      total: () => ({ total: 2, isCapped: false, minutes: 270 }),
      bill: ({ input }) => ({
        results: input.tasks.map(({ id, taskId }) =>
          taskId === audit.id
            ? { id, itemId: idOf(800) }
            : {
                id,
                refused: {
                  code: 'INPUT_INVALID',
                  message: 'Some fields need attention.',
                  fields: { taskId: [{ code: 'NO_HOURS' }] },
                },
              },
        ),
      }),
    });
    const { user } = await renderScreen(<UnbilledHoursList />, at);
    await screen.findByText('Advice');
    await user.click(rowOf('Advice').getByRole('checkbox'));
    await user.click(rowOf('Audit').getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Bill the hours of 2 tasks' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Bill hours' }));
    expect(
      await dialog.findByText('Not billed: Advice. No unbilled hours with a rate in this period'),
    ).toBeVisible();
    expect(server.requestsTo(unbilledHours.bill)[0]?.input).toMatchObject({
      from: '2026-04-01',
      to: '2026-05-20',
      tasks: [
        { taskId: advice.id, amount: null, reason: null },
        { taskId: audit.id, amount: null, reason: 'The limit is reached' },
      ],
    });
    // Whoever tries again bills what is left.
    await user.click(dialog.getByRole('button', { name: 'Bill hours' }));
    await waitFor(() => expect(server.requestsTo(unbilledHours.bill)).toHaveLength(2));
    expect(server.requestsTo(unbilledHours.bill)[1]?.input).toMatchObject({ tasks: [{ taskId: advice.id }] });
  });

  const ofHours = pendingItem(800, { description: 'Advice in May', source: 'time', sourceId: idOf(720) });
  const openItems = {
    ...at,
    path: '/app/pending_invoices?filter[status]=open',
    route: '/app/pending_invoices',
  };

  it('behind a pending item are shown', async () => {
    fakeServer(pendingInvoices, { list: () => page([ofHours]) }).also(unbilledHours, {
      ofItem: () => ({ from: '2026-05-01', to: '2026-05-31', entries }),
    });
    const { user } = await renderScreen(<PendingScreen />, openItems);
    await user.click(await screen.findByRole('button', { name: 'More for Advice in May' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show the hours' }));
    expect(await screen.findByText('Call with the bank')).toBeVisible();
  });

  it('behind a pending item are released', async () => {
    const server = fakeServer(pendingInvoices, { list: () => page([ofHours]) }).also(unbilledHours, {
      release: () => ({}),
    });
    const { user } = await renderScreen(<PendingScreen />, openItems);
    await user.click(await screen.findByRole('button', { name: 'More for Advice in May' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Release hours' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Release the hours of “Advice in May”?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Release hours' }));
    await waitFor(() =>
      expect(server.requestsTo(unbilledHours.release)[0]).toMatchObject({
        input: { id: ofHours.id },
        version: ofHours.version,
      }),
    );
  });
});
