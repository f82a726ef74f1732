import { screen, waitFor, within } from '@testing-library/react';
import { allLedgers, type LedgerRow } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { groupLedgers, type GroupLedger } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  statementRecipients,
  type StatementRecipient,
} from '@daybook/contracts/receivables/statements/statements';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { client, entity, idOf, lookupRows } from '../test/billing-records.ts';
import ClientLedgersScreen from './client-ledgers-screen.tsx';

const moved = { opening: minor(10_000), debit: minor(0), credit: minor(4_000), closing: minor(6_000) };
const row: LedgerRow = {
  id: idOf(700),
  client,
  code: 'C-0001',
  crm: { id: idOf(500), label: 'Asha Rao' },
  group: null,
  entity,
  currency: 'EUR',
  ...moved,
};

it('the ledgers of all clients begin with this year, show their sums, and each opens with the same days', async () => {
  const server = fakeServer(allLedgers, {
    list: () => ({ rows: [row], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false, sums: [{ currency: 'EUR', ...moved }] }),
  });
  const route = '/app/reports/client_ledgers';
  const { user } = await renderScreen(<ClientLedgersScreen />, {
    path: route,
    route,
    texts: { billing: texts },
  });
  const [from, to] = [`${today().slice(0, 4)}-01-01`, today()];
  const link = await screen.findByRole('link', { name: client.label });
  const query = new URLSearchParams({
    clientId: client.id,
    entityId: entity.id,
    currency: 'EUR',
    from,
    asOf: to,
  });
  expect(link).toHaveAttribute('href', `${route}?${query.toString()}`);
  expect(server.requestsTo(allLedgers.list).at(-1)?.input['filter']).toEqual({ from, to });
  const sums = await screen.findByRole('group', { name: 'Totals of the list' });
  expect(within(sums).getByText('Closing balance').nextSibling).toHaveTextContent('€60.00');
  await user.click(screen.getByRole('button', { name: 'With a balance' }));
  await waitFor(() =>
    expect(server.requestsTo(allLedgers.list).at(-1)?.input['filter']).toMatchObject({ withBalance: 'true' }),
  );
});

const line = (label: string, balance: number): GroupLedger['rows'][number] => ({
  client: { id: idOf(label.length), label },
  date: '2026-11-05',
  kind: 'invoice',
  document: { id: idOf(900 + label.length), label: `INV-${label}` },
  documentKind: 'invoice',
  dueDate: null,
  debit: minor(500),
  credit: minor(0),
  balance: minor(balance),
});

const recipient = (label: string, sentTo: string[]): StatementRecipient => ({
  id: idOf(label.length),
  client: { id: idOf(label.length), label },
  entity,
  sentTo,
  copiedTo: [],
  balances: [{ currency: 'EUR', closing: minor(6_000) }],
  reason: sentTo.length === 0 ? 'ADDRESSEE_REQUIRED' : null,
});

it('the ledger of a group says how many of its clients it holds, and goes through them one after the other', async () => {
  const group = { id: idOf(800), label: 'Trees' };
  const rows = [line('Ash', 1_500), line('Birch', 700)];
  const ledger: GroupLedger = {
    group,
    entity,
    currency: 'EUR',
    from: '2026-11-01',
    asOf: '2026-11-20',
    members: { shown: 2, of: 5 },
    clients: rows.map(({ client: one, balance }) => ({
      client: one,
      opening: minor(balance - 500),
      debit: minor(500),
      credit: minor(0),
      closing: balance,
    })),
    opening: minor(1_200),
    debit: minor(1_000),
    credit: minor(0),
    closing: minor(2_200),
    pageSize: 100,
    next: null,
    previous: null,
    rows,
  };
  const server = fakeServer(groupLedgers, {
    find: () => ({ members: ledger.members, ledgers: [{ entity, currency: 'EUR', balance: 2_200 }] }),
    open: () => ledger,
  }).also(lookups, { find: ({ input }) => lookupRows(input) });
  const route = '/app/reports/client_ledgers';
  const { user } = await renderScreen(<ClientLedgersScreen />, {
    path: `${route}?groupId=${group.id}&from=2026-11-01&asOf=2026-11-20`,
    route,
    texts: { billing: texts },
  });
  expect(await screen.findByText('2 of 5 clients')).toBeVisible();
  expect(screen.getByText('Opening balance').closest('tr')).toHaveTextContent('12.00');
  await user.click(screen.getByRole('combobox', { name: 'Order of the lines' }));
  await user.click(await screen.findByText('Client by client'));
  expect((await screen.findByText('Birch: opening balance')).closest('tr')).toHaveTextContent('2.00');
  expect(server.requestsTo(groupLedgers.open).at(-1)?.input['order']).toBe('each');
});

it('statements are previewed with who gets none and why, and sent in the background', async () => {
  const rows = [recipient('Ash', ['ada@ash.example']), recipient('Birch', [])];
  const server = fakeServer(allLedgers, {
    list: () => ({ rows: [row], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 1, isCapped: false, sums: [] }),
  }).also(statementRecipients, {
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 2, isCapped: false, withReason: 1 }),
    sendAll: () => ({ id: idOf(900) }),
  });
  const route = '/app/reports/client_ledgers';
  const { user, address } = await renderScreen(<ClientLedgersScreen />, {
    path: `${route}?filter%5Bfrom%5D=2026-01-01&filter%5Bto%5D=2026-11-20&filter%5BwithBalance%5D=true`,
    route,
    texts: { billing: texts },
  });
  await user.click(await screen.findByRole('button', { name: 'Send statements' }));
  expect(await screen.findByText('No contact with an address')).toBeVisible();
  expect(await screen.findByText('One client has no contact with an address and gets none.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Send one statement' }));
  await waitFor(() => expect(address()).toBe(`/app/jobs/${idOf(900)}`));
  expect(server.requestsTo(statementRecipients.sendAll)[0]?.input).toMatchObject({
    kind: 'period',
    from: '2026-01-01',
    asOf: '2026-11-20',
    filter: { withBalance: true },
  });
});
