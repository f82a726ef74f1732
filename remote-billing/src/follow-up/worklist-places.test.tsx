import { screen, waitFor } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { worklist, type WorklistRow } from '@daybook/contracts/receivables/follow-up/worklist';
import { savedViews } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { idOf } from '../test/billing-records.ts';
import Worklist from './worklist.tsx';

const rowOf = (no: number): WorklistRow => ({
  client: { id: idOf(no), label: `Client ${no}` },
  group: null,
  owed: [
    {
      currency: 'EUR',
      outstanding: minor(150_000),
      overdue: minor(120_000),
      disputed: minor(0),
      unapplied: minor(0),
      balance: minor(150_000),
    },
  ],
  oldestDueOn: '2026-10-01',
  daysLate: 54,
  levelDue: null,
  lastFollowUp: null,
  promise: null,
  nextOn: null,
  responsible: { id: idOf(700), label: 'Mina' },
  isHandedOn: false,
  phone: null,
  isDisputed: false,
  reminders: { reminders: 'on', remindersPausedUntil: null },
  pausedInPart: false,
  certificatesLate: 0,
});

const all = [1, 2, 3].map((no) => rowOf(no));

/** Client 3 is on the tab of what is due today, and the search finds the client that it names. */
const open = async () => {
  fakeServer(worklist, {
    list: ({ input }) => ({
      rows: all.filter(
        ({ client }, index) =>
          (input.filter?.tab !== 'due_today' || index === 2) && client.label.includes(input.q ?? ''),
      ),
      pageSize: 20,
      next: null,
      previous: null,
    }),
    total: () => ({ total: all.length, isCapped: false, sums: [] }),
  }).also(savedViews, { list: () => [] });
  const { user, address } = await renderScreen(<Worklist />, {
    path: '/app/followup',
    route: '/app/followup',
    texts: { billing: texts },
  });
  await nameLink(1);
  return { user, address };
};

const nameLink = (no: number) => screen.findByRole('link', { name: `Client ${no}` });

afterEach(() => sessionStorage.clear());

it('one key leads from a client to the tabs, and one from there to the first client', async () => {
  const { user, address } = await open();
  await user.keyboard('jjt');
  expect(screen.getByRole('radio', { name: 'All' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(decodeURIComponent(address())).toContain('filter[tab]=due_today'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Client 1' })).not.toBeInTheDocument());
  expect(screen.getByRole('radio', { name: 'Due today' })).toHaveFocus();
  await user.keyboard('j');
  expect(await nameLink(3)).toHaveFocus();
});

it('one key leads from a client to the search, where letters are typed, and ↓ to what is found', async () => {
  const { user } = await open();
  await user.keyboard('jj/');
  const search = screen.getByRole('searchbox', { name: 'Search by client' });
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  await user.keyboard('3t/');
  expect(search).toHaveValue('3t/');
  await user.keyboard('{Backspace}{Backspace}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Client 1' })).not.toBeInTheDocument());
  await user.keyboard('{ArrowDown}');
  expect(await nameLink(3)).toHaveFocus();
});
