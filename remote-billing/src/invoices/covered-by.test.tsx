import { screen, within } from '@testing-library/react';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { history } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { onPhone } from '@daybook/shared/test/on-phone';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../test/texts.ts';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { idOf, issued } from '../test/billing-records.ts';
import InvoiceList from './invoice-list.tsx';
import InvoiceRecord from './invoice-record.tsx';

afterEach(() => jest.restoreAllMocks());

const by = (more: Partial<NonNullable<InvoiceRow['coveredBy']>> = {}) => ({
  ...issued,
  coveredBy: { cheques: 1, lastOn: '2027-05-03', amount: minor(50_000), isWhole: false, ...more },
});
const serve = (row: typeof issued) =>
  fakeServer(invoices, {
    list: () => ({ rows: [{ ...issued, id: idOf(77) }, row], pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 2, isCapped: false, sums: [] }),
    open: () => row,
  })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) });
const atList = { path: '/app/invoices', route: '/app/invoices', texts: { billing: en } };

describe('an invoice covered by post-dated cheques', () => {
  it.each([
    ['by one, in part', {}, 'Partly covered by the cheque of 3 May 2027 (€500.00)'],
    ['by one', { isWhole: true }, 'Covered by the cheque of 3 May 2027'],
    ['by several', { isWhole: true, cheques: 3 }, 'Covered by 3 cheques, the last of 3 May 2027'],
  ])('shows that in the list: %s', async (_how, more, text) => {
    serve(by(more));
    await renderScreen(<InvoiceList />, atList);
    expect(await screen.findAllByText(/overed by/)).toEqual([screen.getByText(text)]);
  });

  it('shows that on a phone', async () => {
    onPhone();
    serve(by());
    await renderScreen(<InvoiceList />, atList);
    const cards = within(await screen.findByRole('list', { name: 'Invoices' }));
    expect(cards.getByText('Partly covered by the cheque of 3 May 2027 (€500.00)')).toBeVisible();
  });

  it.each([
    ['en', en, 'Partly covered by the cheque of'],
    ['fr', fr, 'Couverte en partie par le chèque du'],
    ['ja', ja, '一部決済予定'],
    ['zh', zh, '部分结清'],
  ] as const)('shows that on its page, in %s', async (language, billing, text) => {
    serve(by());
    await renderScreen(<InvoiceRecord />, {
      path: `/app/invoices/view-invoice/${issued.id}`,
      route: '/app/invoices/view-invoice/:id',
      language,
      texts: { billing },
    });
    expect(await screen.findByText(new RegExp(text))).toBeVisible();
  });
});
