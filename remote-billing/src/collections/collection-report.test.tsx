import { screen, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { savedViews } from '@daybook/contracts/saved-views';
import {
  collectedReceipts,
  collections,
  type CollectionRow,
} from '@daybook/contracts/receivables/collections/collections';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, lookupRows } from '../test/billing-records.ts';
import CollectedReceiptList from './collected-receipts.tsx';
import CollectionReportScreen from './collection-report.tsx';

const figures = {
  gross: minor(156_00),
  withheld: minor(5_01),
  bankCharge: minor(1_00),
  net: minor(149_99),
  allocated: minor(130_01),
  unallocated: minor(20_99),
  refunded: minor(5_00),
};
const before = { gross: minor(90_00), net: minor(80_00) };
const row: CollectionRow = {
  id: 'EUR|2026-03-02|unallocated',
  currency: 'EUR',
  keys: [
    { by: 'week', id: '2026-02-23', label: '' },
    { by: 'service', id: 'unallocated', label: '' },
  ],
  receipts: 3,
  ...figures,
  before,
};
const march = { from: '2026-03-01', to: '2026-03-31' };
const page = { pageSize: 20, next: null, previous: null };
const account = { id: '018f2b1c-0000-7000-8000-000000000009', label: 'ING 42' };

const serve = () =>
  fakeServer(collections, {
    list: () => ({ rows: [row], ...page }),
    total: () => ({
      total: 1,
      isCapped: false,
      bankAccounts: [account],
      period: march,
      periodBefore: { from: '2026-02-01', to: '2026-02-28' },
      currencies: [{ currency: 'EUR', receipts: 3, ...figures, before, creditNotesRefunded: minor(4_00) }],
    }),
    chart: () => ({ currency: 'EUR', bars: [], more: 0 }),
  })
    .also(collectedReceipts, {
      list: () => ({
        rows: [
          {
            id: 'one-',
            receipt: { id: account.id, label: 'RC-7' },
            date: '2026-03-20',
            isReversal: true,
            client,
            entity,
            mode: 'cheque' as const,
            reference: null,
            currency: 'EUR',
            ...figures,
          },
        ],
        ...page,
      }),
      total: () => ({ total: 1, isCapped: false, bankAccounts: [account] }),
    })
    .also(savedViews, { list: () => [] })
    .also(lookups, { find: ({ input }) => lookupRows(input) });

const at = (path: string) => ({ path, route: path.split('?')[0] ?? '', texts: { billing: texts } });

describe('the collection report', () => {
  it('shows what was collected, and opens the receipts of a row by exactly its days and its kind of money', async () => {
    serve();
    const filter = 'filter[from]=2026-03-01&filter[to]=2026-03-31&filter[by]=week&filter[thenBy]=service';
    await renderScreen(<CollectionReportScreen />, at(`/app/reports/collection_report?${filter}`));
    const table = await screen.findByRole('table', { name: 'Collection report' });
    const count = within(table).getByRole('link', { name: '3' });
    const opened = new URLSearchParams(count.getAttribute('href')?.split('?')[1]);
    expect(Object.fromEntries(opened)).toEqual({
      'filter[from]': '2026-03-01',
      'filter[to]': '2026-03-01',
      'filter[serviceId]': 'unallocated',
      'filter[currency]': 'EUR',
    });
    expect(within(table).getByText('Not allocated', { selector: 'bdi' })).toBeVisible();
    const totals = await screen.findByRole('region', { name: 'Collected in EUR' });
    expect(totals).toHaveTextContent('€149.99');
    expect(totals).toHaveTextContent('Refunds of credit notes, not included€4.00');
    expect(screen.getByText(/^Compared with .*2026/)).toBeVisible();
  });

  it('lists receipts and reversals, and names money without a record in the filter', async () => {
    serve();
    const filter = 'filter[from]=2026-03-01&filter[serviceId]=unallocated';
    await renderScreen(<CollectedReceiptList />, at(`/app/reports/collection_report/receipts?${filter}`));
    const table = await screen.findByRole('table', { name: 'Collected receipts' });
    expect(within(table).getByText('Reversed')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Service' }).closest('.ant-select')).toHaveTextContent(
      'Not allocated',
    );
  });
});
