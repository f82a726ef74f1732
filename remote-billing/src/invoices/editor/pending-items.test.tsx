import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer, type FakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import { basis, client, draft, idOf, lookupRows, pendingItem, vat20 } from '../../test/billing-records.ts';
import AddInvoice from './add-invoice.tsx';

const withNothingWaiting = (server: FakeServer) =>
  server
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(pendingInvoices, { list: () => ({ rows: [], pageSize: 100, next: null, previous: null }) });

const waiting = (item: PendingItem) => ({
  open: () => item,
  list: () => ({ rows: [item], pageSize: 100, next: null, previous: null }),
});

const atNew = {
  path: `/app/invoices/add?clientId=${client.id}`,
  route: '/app/invoices/add',
  texts: { billing: texts },
};

const line = (no: number) => within(screen.getByRole('group', { name: `Line ${no}` }));
const cell = (no: number, name: string) => line(no).getByRole('textbox', { name });
const totals = () => screen.getByRole('region', { name: 'Totals' });
const shown = (name: RegExp) => within(totals()).getByText(name).nextElementSibling?.textContent;

/** The totals appear when the basis with its tax codes has loaded. */
const ready = async () => screen.findByRole('region', { name: 'Totals' });

beforeEach(() => sessionStorage.clear());

describe('pending items in the invoice editor', () => {
  it('are offered as lines, and what was typed survives a reload', async () => {
    const item = pendingItem(800);
    const server = fakeServer(invoices, { basis: () => basis, create: () => draft })
      .also(lookups, { find: ({ input }) => lookupRows(input) })
      .also(pendingInvoices, waiting(item));
    const { user, unmount } = await renderScreen(<AddInvoice />, atNew);
    await user.click(await screen.findByRole('button', { name: `Add ${item.description}` }));
    await waitFor(() => expect(cell(1, 'Description')).toHaveValue('Return 800'));
    expect(cell(1, 'Unit price')).toHaveValue('500');
    expect(screen.queryByRole('button', { name: `Add ${item.description}` })).not.toBeInTheDocument();
    await user.type(cell(1, 'Description'), ', late');
    unmount();

    const again = await renderScreen(<AddInvoice />, atNew);
    expect(await screen.findByText('Your unsaved entries have been restored.')).toBeVisible();
    await ready();
    expect(cell(1, 'Description')).toHaveValue('Return 800, late');
    await again.user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.requestsTo(invoices.create)).toHaveLength(1));
    expect(server.requestsTo(invoices.create)[0]?.input['lines']).toMatchObject([{ pendingItemId: item.id }]);
  });

  it('are added once, however often the button is pressed', async () => {
    const item = pendingItem(800);
    withNothingWaiting(fakeServer(invoices, { basis: () => basis })).also(pendingInvoices, waiting(item));
    const { user } = await renderScreen(<AddInvoice />, atNew);
    await user.dblClick(await screen.findByRole('button', { name: `Add ${item.description}` }));
    await waitFor(() => expect(cell(1, 'Description')).toHaveValue('Return 800'));
    await ready();
    expect(screen.queryByRole('group', { name: 'Line 2' })).not.toBeInTheDocument();
  });

  it('keep their amount when they are disbursements, and their description can be edited', async () => {
    const untaxed = { id: idOf(302), label: 'Outside VAT' };
    const components = [{ name: 'VAT', share: 1 }];
    const treatment = { category: 'O' as const, ratePct: '0', components };
    const none = { ...untaxed, code: 'FRO', treatment };
    const item = pendingItem(800, { kind: 'disbursement', taxCode: untaxed });
    fakeServer(invoices, { basis: () => ({ ...basis, taxCodes: [...basis.taxCodes, none] }) })
      .also(lookups, { find: ({ input }) => lookupRows(input) })
      .also(pendingInvoices, waiting(item));
    const { user } = await renderScreen(<AddInvoice />, {
      ...atNew,
      path: `/app/invoices/add?pending=${item.id}`,
    });
    await ready();
    expect(line(1).getByText(/^Paid in the client’s name/)).toBeVisible();
    for (const name of ['Qty', 'Unit price', 'Discount']) expect(cell(1, name)).toBeDisabled();
    await user.click(line(1).getByRole('combobox', { name: 'Tax' }));
    expect(await screen.findByRole('option', { name: 'Outside VAT' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: vat20.label })).not.toBeInTheDocument();
    await user.click(line(1).getByRole('button', { name: 'More for Line 1' }));
    expect(line(1).getByRole('combobox', { name: 'Kind' })).toBeDisabled();
    expect(cell(1, 'Surcharge')).toBeDisabled();
  });

  it('are preset when the address names them', async () => {
    const item = pendingItem(800);
    fakeServer(invoices, { basis: () => basis })
      .also(lookups, { find: ({ input }) => lookupRows(input) })
      .also(pendingInvoices, waiting(item));
    await renderScreen(<AddInvoice />, { ...atNew, path: `/app/invoices/add?pending=${item.id}` });
    await ready();
    expect(cell(1, 'Description')).toHaveValue('Return 800');
    expect(shown(/^Payable$/)).toBe('€600.00');
    expect(screen.getByRole('textbox', { name: 'Due date' })).toHaveValue('20/12/2026');
  });
});
