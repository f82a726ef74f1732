import { screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../../test/texts.ts';
import { basis, draft, idOf, lookupRows } from '../../test/billing-records.ts';
import EditInvoice from './edit-invoice.tsx';

beforeEach(() => sessionStorage.clear());

const { currency } = draft;
const advances = [
  { receiptId: idOf(800), number: 'RV-0007', date: '2026-09-01', currency, available: 3_000 },
  { receiptId: idOf(801), number: 'RV-0009', date: '2026-10-01', currency, available: 4_000 },
  { receiptId: idOf(802), number: 'RV-0010', date: '2026-10-01', currency: 'JPY', available: 9_000 },
];

async function atEdit() {
  const server = fakeServer(invoices, {
    open: () => draft,
    basis: () => ({ ...basis, advance: 7_000, advances }),
    edit: () => draft,
  })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(pendingInvoices, { list: () => ({ rows: [], pageSize: 100, next: null, previous: null }) });
  const { user } = await renderScreen(<EditInvoice />, {
    path: `/app/invoices/edit/${draft.id}`,
    route: '/app/invoices/edit/:id',
    texts: { billing: texts },
  });
  const held = within(await screen.findByRole('list', { name: 'Advances from this client' }));
  const from = (number: string) => held.getByRole('textbox', { name: `Apply from ${number}` });
  const saved = async () => {
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.requestsTo(invoices.edit)).toHaveLength(1));
    return server.requestsTo(invoices.edit)[0]?.input as Record<string, unknown>;
  };
  return { user, held, from, saved };
}

describe('the prepaid amount', () => {
  it('can be typed as a single sum, and shows its receipts: the oldest first, in the document’s currency', async () => {
    const { user, held, from, saved } = await atEdit();
    expect(held.getAllByRole('listitem')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: 'Already paid' }), '50');
    expect([from('RV-0007'), from('RV-0009')].map((box) => (box as HTMLInputElement).value)).toEqual([
      '30.00',
      '20.00',
    ]);
    expect(await saved()).toMatchObject({ prepaid: 5_000, advances: [] });
  });

  it('can be typed receipt by receipt, and is their sum', async () => {
    const { user, from, saved } = await atEdit();
    await user.type(from('RV-0009'), '25');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Already paid' })).toHaveValue('25.00'));
    expect(from('RV-0007')).toHaveValue('');
    expect(await saved()).toMatchObject({
      prepaid: 2_500,
      advances: [{ receiptId: idOf(801), amount: 2_500 }],
    });
  });

  it('shows an error above the client’s advances, before it is sent', async () => {
    const { user } = await atEdit();
    await user.type(screen.getByRole('textbox', { name: 'Already paid' }), '70.01');
    expect(await screen.findByText('The client’s advances are not sufficient')).toBeVisible();
  });
});
