import { screen, waitFor, within } from '@testing-library/react';
import {
  postdatedCheques,
  type PostdatedCheque,
} from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import en from '../test/texts.ts';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { client, entity, idOf, lookupRows } from '../test/billing-records.ts';
import AddReceipt from './add-receipt.tsx';
import PostdatedList from './postdated-list.tsx';

const waiting: PostdatedCheque = {
  id: idOf(950),
  version: 1,
  status: 'waiting',
  client,
  entity,
  dueOn: '2027-05-03',
  currency: 'EUR',
  amount: minor(100_000),
  instrumentNo: '000123',
  instrumentBank: 'First Bank',
  receipt: null,
  failure: null,
};
const rows: PostdatedCheque[] = [
  waiting,
  {
    ...waiting,
    id: idOf(951),
    instrumentNo: '000124',
    failure: { code: 'PERIOD_LOCKED', params: { until: '2027-05-31' } },
  },
  { ...waiting, id: idOf(952), status: 'received', receipt: { id: idOf(953), label: 'RV-0007' } },
];
const listing = (more = {}) =>
  fakeServer(postdatedCheques, {
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: 3, isCapped: false }),
    ...more,
  }).also(lookups, { find: ({ input }) => lookupRows(input) });

const box = (name: string) => screen.getByRole('textbox', { name });
const dayOf = (date: string) => date.split('-').toReversed().join('/');

beforeEach(() => sessionStorage.clear());

describe('the list of post-dated cheques', () => {
  it.each([
    ['en', en],
    ['zh', zh],
    ['fr', fr],
    ['ja', ja],
  ] as const)('is shown in %s', async (language, own) => {
    listing();
    await renderScreen(<PostdatedList />, { language, texts: { billing: own } });
    expect(await screen.findByText('000124 · First Bank')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(own.postdated.list);
    expect(screen.getByRole('link', { name: 'RV-0007' })).toBeVisible();
  });

  it('returns a cheque with a reason', async () => {
    const server = listing({ withdraw: () => ({ ...waiting, status: 'withdrawn' as const }) });
    const { user } = await renderScreen(<PostdatedList />, { texts: { billing: en } });
    await user.click((await screen.findAllByRole('button', { name: 'More actions' }))[0] as HTMLElement);
    await user.click(await screen.findByRole('menuitem', { name: 'Return to client' }));
    expect(await screen.findByText('Return cheque 000123 to the client')).toBeVisible();
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Paid by transfer');
    await user.click(dialog.getByRole('button', { name: 'Return to client' }));
    await waitFor(() => expect(server.requestsTo(postdatedCheques.withdraw)).toHaveLength(1));
    expect(server.requestsTo(postdatedCheques.withdraw)[0]).toMatchObject({
      version: 1,
      input: { id: waiting.id, reason: 'Paid by transfer' },
    });
  });
});

describe('a receipt of a post-dated cheque', () => {
  it('is stored instead of posted, and posted when the date is today after all', async () => {
    const server = fakeServer(receipts, {
      basis: () => ({ baseCurrency: 'EUR', today: today(), bankAccounts: [] }),
      openInvoices: () => [],
      sameReference: ({ input }) => ({ rows: [], waiting: input.reference === '000123' ? [waiting] : [] }),
      advanceBasis: () => ({ placeOfSupply: null, taxCodes: [] }),
    })
      .also(postdatedCheques, { create: () => waiting })
      .also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user, address } = await renderScreen(<AddReceipt />, {
      path: `/app/receipts/add?clientId=${client.id}`,
      route: '/app/receipts/add',
      texts: { billing: en },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Payment method' }));
    await user.click((await screen.findAllByText('Cheque')).at(-1) as HTMLElement);
    await user.type(box('Amount received'), '1000');
    const later = addDays(today(), 30);
    const date = box('Received on');
    await user.clear(date);
    await user.type(date, `${dayOf(later)}{Tab}`);
    expect(await screen.findByText(/^Post-dated cheque: held until/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hold until its date' })).toBeVisible();
    await user.clear(date);
    await user.type(date, `${dayOf(today())}{Tab}`);
    await waitFor(() => expect(screen.queryByText(/^Post-dated cheque/)).toBeNull());
    expect(screen.getByRole('button', { name: 'Post receipt' })).toBeVisible();
    // It was received today, so the date of the cheque itself makes it post-dated.
    await user.type(await screen.findByRole('textbox', { name: 'Cheque number' }), '000123');
    const warning = await screen.findByText(/A cheque with this number is held until its date:/);
    expect(warning).toHaveTextContent(new RegExp(`000123 · 3 May 2027 · €1,000.00 · ${client.label}`));
    await user.type(box('Bank of the cheque'), 'First Bank');
    await user.type(box('Date of the cheque'), `${dayOf(later)}{Tab}`);
    expect(await screen.findByText(/^Post-dated cheque: held until/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hold until its date' }));
    await waitFor(() => expect(server.requestsTo(postdatedCheques.create)).toHaveLength(1));
    expect(server.requestsTo(postdatedCheques.create)[0]?.input).toMatchObject({
      receiptDate: later,
      instrumentDate: later,
      mode: 'cheque',
      amount: 100_000,
      instrumentNo: '000123',
    });
    await waitFor(() => expect(address()).toBe('/app/receipts/post_dated'));
  });
});
