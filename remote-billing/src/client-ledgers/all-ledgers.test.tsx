import { screen, waitFor, within } from '@testing-library/react';
import { allLedgers, type LedgerRow } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../locales/en.json';
import { client, entity, idOf } from '../test/billing-records.ts';
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
