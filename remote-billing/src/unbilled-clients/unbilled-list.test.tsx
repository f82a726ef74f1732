import { screen } from '@testing-library/react';
import { unbilledClients, type UnbilledClient } from '@daybook/contracts/billing/pending/unbilled-clients';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import UnbilledScreen from './unbilled-list.tsx';

const row: UnbilledClient = {
  id: client.id,
  code: 'C-0001',
  name: client.label,
  crm: { id: idOf(500), label: 'Asha Rao' },
  entity,
  lastInvoicedOn: '2026-09-30',
  draftId: null,
  currency: 'EUR',
  waitingItems: 2,
  waiting: minor(75_050),
};
const at = { route: '/app/reports/unbilled_clients', texts: { billing: texts } };

it('the list of unbilled clients begins with this month, and links to the pending items', async () => {
  const server = fakeServer(unbilledClients, {
    list: () => ({ rows: [row], pageSize: 20, next: null, previous: null }),
  });
  const { user } = await renderScreen(<UnbilledScreen />, { ...at, path: at.route });
  expect(await screen.findByRole('link', { name: client.label })).toHaveAttribute(
    'href',
    `/app/view-client/${client.id}`,
  );
  expect(server.requestsTo(unbilledClients.list).at(-1)?.input['filter']).toEqual({
    from: `${today().slice(0, 8)}01`,
    to: today(),
    regular: 'true',
  });
  expect(screen.getByRole('link', { name: '2 items, €750.50' })).toHaveAttribute(
    'href',
    `/app/pending_invoices?filter%5BclientId%5D=${client.id}`,
  );
  expect(screen.getByRole('link', { name: 'Create an invoice' })).toHaveAttribute(
    'href',
    `/app/invoices/add?clientId=${client.id}`,
  );
  await user.click(screen.getByRole('button', { name: 'Billed in the previous year' }));
  expect(
    await screen.findByRole('button', { name: 'Billed in the previous year', pressed: false }),
  ).toBeVisible();
});

it('the list of unbilled clients links to the open draft of a client', async () => {
  fakeServer(unbilledClients, {
    list: () => ({ rows: [{ ...row, draftId: idOf(42) }], pageSize: 20, next: null, previous: null }),
  });
  await renderScreen(<UnbilledScreen />, { ...at, path: at.route });
  expect(await screen.findByRole('link', { name: 'Open the draft' })).toHaveAttribute(
    'href',
    `/app/invoices/view-invoice/${idOf(42)}`,
  );
  expect(screen.queryByRole('link', { name: 'Create an invoice' })).not.toBeInTheDocument();
});
