import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { recurrence } from '@daybook/contracts/recurrence/preview';
import { dueOverrides, type OpenTask } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import {
  recurringTaskBatches,
  type BatchClient,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { idOf } from '../test/task-records.ts';
import ExtendDue from './extend-due.tsx';
import ManyRecurring from './many-recurring.tsx';

const texts = { tasks: en };
const filing = {
  id: idOf(810),
  label: 'GSTR-3B',
  more: {
    titleTemplate: 'GSTR-3B {month}',
    version: 1,
    serviceId: idOf(820),
    // Some of the billing entities use another currency.
    fee: 650_000,
    currency: 'INR',
    rule: {
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
      shift: 'none',
      calendarId: null,
      leadDays: 0,
      periodOffset: -1,
    },
  },
};
const find = ({ input }: { input: { kind: string } }) =>
  input.kind === 'recurring_task_category' ? [filing] : [];
type User = Awaited<ReturnType<typeof renderScreen>>['user'];
const pick = async (user: User, box: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

beforeEach(() => sessionStorage.clear());

describe('series for many clients', () => {
  const clients = Array.from({ length: 12 }, (_, n): BatchClient => ({
    client: { id: idOf(n), label: n === 7 ? 'Zenith' : `Client ${n}` },
    isActive: n !== 1,
    entity: n === 4 ? { id: idOf(701), label: 'Kyoto' } : { id: idOf(700), label: 'Mumbai' },
    currency: n === 4 ? 'JPY' : 'INR',
    fee: n === 4 || n === 5 ? null : minor(650_000),
    present: n === 2 ? { id: idOf(900), label: 'GSTR-3B {month}' } : null,
    nextDue: '2026-12-20',
    missed: n === 3 ? ['2026-10-20', '2026-11-20'] : [],
  }));
  const openMany = async () => {
    const server = fakeServer(recurringTaskBatches, {
      preview: ({ input }) => ({
        clients: input.found ? clients : clients.filter(({ client }) => input.clientIds.includes(client.id)),
        areMore: false,
      }),
      create: ({ input }) => ({
        results: input.clientIds.map((id, n) => ({
          client: clients.find(({ client }) => client.id === id)?.client ?? { id, label: '' },
          seriesId: n === 0 ? null : idOf(500 + n),
          refused: n === 0 ? { code: 'DUPLICATE_PERIOD_TASK', message: 'It is there already.' } : null,
        })),
      }),
    })
      .also(recurrence, { preview: () => ({ days: [] }) })
      .also(lookups, { find });
    const { user } = await renderScreen(<ManyRecurring />, { texts, path: '/app/recurring_tasks/many' });
    return { server, user };
  };

  it('show a preview for each client, tick those without one, and list each result', async () => {
    const { server, user } = await openMany();
    expect(screen.getByText(/^Choose the category first/)).toBeVisible();
    await pick(user, 'Category', 'GSTR-3B');
    await pick(user, 'Add clients by', 'All clients');
    const all = screen.getByRole('button', { name: 'Add all active clients' });
    await waitFor(() => expect(all).toBeEnabled());
    await user.click(all);
    const list = await screen.findByRole('list', { name: 'Clients' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(12));
    expect(screen.getByText('10 of 12 selected')).toBeVisible();
    const box = (name: string) => within(list).getByRole('checkbox', { name });
    expect(box('Client 1')).toBeDisabled();
    expect(box('Client 2')).not.toBeChecked();
    expect(within(list).getByRole('link', { name: 'GSTR-3B {month}' })).toHaveAttribute(
      'href',
      `/app/recurring_tasks/edit/${idOf(900)}`,
    );
    // Only the clients that the filter shows are ticked.
    await user.click(screen.getByRole('textbox', { name: 'Filter these clients' }));
    await user.paste('zen');
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await user.click(screen.getByRole('checkbox', { name: 'All shown' }));
    expect(screen.getByText('9 of 12 selected')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: '20 Nov 2026' }));
    await user.clear(screen.getByRole('textbox', { name: 'Filter these clients' }));
    // Each client is billed by its own entity: one fee is agreed individually, and one is in yen.
    expect(within(list).getByRole('textbox', { name: 'Fee for Client 3' })).toHaveValue('6,500.00');
    expect(within(list).getAllByText('No price')).toHaveLength(2);
    await user.type(within(list).getByRole('textbox', { name: 'Fee for Client 4' }), '12000');
    await user.click(screen.getByRole('button', { name: 'Set up for selected clients' }));
    const question = await screen.findByRole('dialog');
    expect(question).toHaveTextContent('Set up 9 recurring tasks?');
    expect(question).toHaveTextContent('7 × ₹6,500.00, 1 × ¥12,000, 1 without a price is not set up.');
    expect(question).toHaveTextContent('1 task is created now.');
    expect(server.requestsTo(recurringTaskBatches.create)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Set up for selected clients' }));
    expect(await screen.findByRole('heading', { name: '8 recurring tasks set up' })).toBeVisible();
    const refused = screen.getByRole('list', { name: '1 client not set up' });
    expect(refused).toHaveTextContent('Client 0It is there already.');
    expect(within(screen.getByRole('list', { name: 'Set up' })).getAllByRole('link')).toHaveLength(8);
    const sent = server.requestsTo(recurringTaskBatches.create)[0]?.input;
    expect(sent).toMatchObject({ categoryId: filing.id, title: 'GSTR-3B {month}', create: ['2026-11-20'] });
    expect(sent).toMatchObject({ billable: true, fees: [{ clientId: idOf(4), fee: 12_000 }] });
    expect(sent?.clientIds).not.toContain(idOf(7));
  });
});

const task = (n: number, dueOn = '2026-11-20'): OpenTask => ({
  id: idOf(n),
  no: `T-0000${n}`,
  title: 'GSTR-3B October',
  client: `Client ${n}`,
  dueOn,
});

describe('an extension by an authority', () => {
  const period = {
    periodKey: '2026-10-01--2026-10-31',
    dueOn: '2026-11-20',
    open: 3,
    override: null,
  };

  it('lists the tasks of a period, moves those with their own date on request, and shows each result', async () => {
    const server = fakeServer(dueOverrides, {
      periods: () => [period],
      reached: () => ({
        open: 3,
        tasks: [
          { ...task(1), isByHand: false },
          { ...task(2), isByHand: false },
          { ...task(3, '2026-11-25'), isByHand: true },
        ],
      }),
      put: ({ input }) => {
        const moved = (n: number) => ({ ...task(n, input.newDue), was: '2026-11-20', isMoved: true });
        return {
          id: idOf(9),
          moved: 2,
          left: 1,
          tasks: [moved(1), moved(2), { ...task(3, '2026-11-25'), was: '2026-11-25', isMoved: false }],
        };
      },
    }).also(lookups, { find });
    const { user } = await renderScreen(<ExtendDue />, {
      texts,
      path: `/app/recurring_tasks/extend?categoryId=${filing.id}`,
      route: '/app/recurring_tasks/extend',
    });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Period' })).toBeEnabled());
    await pick(user, 'Period', 'October 2026 · 3 open tasks');
    expect(await screen.findByText('2 tasks will move')).toBeVisible();
    const own = screen.getByRole('checkbox', { name: /Client 3/ });
    expect(own).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Extend the due date' }));
    expect((await screen.findAllByText('This is required')).length).toBeGreaterThan(1);
    await user.click(own);
    await user.click(screen.getByRole('textbox', { name: 'New due date' }));
    await user.paste('30/11/2026');
    await user.click(screen.getByRole('textbox', { name: 'Reason' }));
    await user.paste('Notification 17/2026');
    await user.click(screen.getByRole('button', { name: 'Extend the due date' }));
    expect(await screen.findByRole('heading', { name: '2 tasks have a new due date' })).toBeVisible();
    const moved = screen.getByRole('list', { name: 'Moved' });
    expect(within(moved).getAllByRole('listitem')[0]).toHaveTextContent(
      'Client 1T-00001 GSTR-3B October20 Nov 2026 30 Nov 2026',
    );
    expect(screen.getByRole('list', { name: '1 task kept its own date' })).toHaveTextContent('Client 3');
    expect(server.requestsTo(dueOverrides.put)[0]?.input).toMatchObject({
      categoryId: filing.id,
      periodKey: '2026-10-01--2026-10-31',
      newDue: '2026-11-30',
      reason: 'Notification 17/2026',
      alsoIds: [idOf(3)],
    });
  });
});
