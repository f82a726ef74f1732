import { screen, waitFor } from '@testing-library/react';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { lookups } from '@daybook/contracts/lookups';
import { exchangeRates, type KnownRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, lookupRows, openInvoice, receipt } from '../test/billing-records.ts';
import AddReceipt from './add-receipt.tsx';
import ReceiptRecord from './receipt-record.tsx';

type PayableInvoice = OutputOf<typeof receipts.openInvoices>[number];

/** A firm in London that receives euros. */
const serverWith = (known: (date: string) => KnownRate | null, open: PayableInvoice[] = []) =>
  fakeServer(receipts, {
    basis: () => ({ today: '2026-11-20', baseCurrency: 'GBP', bankAccounts: [] }),
    openInvoices: () => open,
    advanceBasis: () => ({ placeOfSupply: null, taxCodes: [] }),
    create: () => receipt,
  })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(exchangeRates, { known: ({ input }) => ({ known: known(input.date) }) });

const atNew = {
  path: `/app/receipts/add?clientId=${client.id}`,
  route: '/app/receipts/add',
  texts: { billing: texts },
};
const rateField = () => screen.findByRole('textbox', { name: /Exchange rate/ });
const dateField = () => screen.getByRole('textbox', { name: 'Received on' });

beforeEach(() => sessionStorage.clear());

describe('a receipt in another currency', () => {
  it('has the rate of its date, until another is typed', async () => {
    const server = serverWith((date) =>
      date < '2026-11-02'
        ? { date: '2026-10-01', rate: '0.87', source: 'ECB' }
        : { date: '2026-11-02', rate: '0.88', source: null },
    );
    const { user } = await renderScreen(<AddReceipt />, atNew);
    await waitFor(async () => expect(await rateField()).toHaveValue('0.88'));
    expect(screen.getByText('GBP for 1 EUR: 0.88 (2 Nov 2026)')).toBeVisible();
    await user.clear(dateField());
    await user.type(dateField(), '01/11/2026');
    await user.tab();
    await waitFor(async () => expect(await rateField()).toHaveValue('0.87'));
    expect(screen.getByText('GBP for 1 EUR: 0.87 (1 Oct 2026, ECB)')).toBeVisible();
    await user.clear(await rateField());
    await user.type(await rateField(), '88');
    await user.tab();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '88 is far from the stored rate, 0.87 (1 Oct 2026, ECB).',
    );
    await user.clear(dateField());
    await user.type(dateField(), '02/11/2026');
    await user.tab();
    expect(await screen.findByText('GBP for 1 EUR: 0.88 (2 Nov 2026)')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Amount received' }), '1');
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({ fxRate: '88' }));
  });

  it('shows a warning for a rate far from that of an invoice it settles', async () => {
    serverWith(() => null, [{ ...openInvoice(42, 10_000, '2026-10-31'), fxRate: '0.9', client: null }]);
    const { user } = await renderScreen(<AddReceipt />, atNew);
    await user.type(await screen.findByRole('textbox', { name: 'Amount received' }), '100');
    await user.type(await rateField(), '1.4');
    await user.tab();
    expect(await screen.findByText(/^1\.4 is far from 0\.9, the rate of F-2026-0042\./)).toBeVisible();
    await user.clear(await rateField());
    await user.type(await rateField(), '0.95');
    await user.tab();
    await waitFor(() => expect(screen.queryByText(/is far from/)).toBeNull());
  });

  it('shows its base amount, and the exchange gain or loss', async () => {
    const foreign = {
      ...receipt,
      baseCurrency: 'GBP',
      fxRate: '0.88',
      inBase: { amount: 132_000, withheld: 0, bankCharge: 0 },
      exchangeGain: -2_400,
      allocations: receipt.allocations.map((one) => ({ ...one, exchangeGain: -2_400 })),
    };
    fakeServer(receipts, { open: () => foreign });
    await renderScreen(<ReceiptRecord />, {
      path: `/app/receipts/view-receipts/${receipt.id}`,
      route: '/app/receipts/view-receipts/:receiptId',
      texts: { billing: texts },
    });
    expect(await screen.findByText('1 EUR = 0.88 GBP')).toBeVisible();
    expect(screen.getByText('£1,320.00')).toBeVisible();
    expect(screen.getAllByText(/Exchange loss/)).toHaveLength(2);
    expect(screen.getAllByText(/£24\.00/)).toHaveLength(2);
  });

  it('begins without a rate where none is stored, and asks for it', async () => {
    serverWith(() => null);
    await renderScreen(<AddReceipt />, atNew);
    expect(await screen.findByText(/No rate is stored for this day/)).toBeVisible();
    expect(await rateField()).toHaveValue('');
  });
});
