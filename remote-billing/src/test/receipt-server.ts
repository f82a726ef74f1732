import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import texts from './texts.ts';
import { client, idOf, lookupRows, openInvoice, receipt } from './billing-records.ts';

export const older = openInvoice(21, 100_000, '2026-10-31');
export const newer = openInvoice(22, 50_000, '2026-11-30');
export const basis = {
  today: '2026-11-20',
  baseCurrency: 'EUR',
  bankAccounts: [{ id: idOf(900), label: 'FR76 …' }],
};

/** The endpoints that the form of a new receipt calls. */
export const serveReceipts = (more: Parameters<typeof fakeServer<typeof receipts>>[1] = {}) =>
  fakeServer(receipts, {
    basis: () => basis,
    openInvoices: () => [older, newer],
    sameReference: () => ({ rows: [], waiting: [] }),
    advanceBasis: () => ({ placeOfSupply: null, taxCodes: [] }),
    create: () => receipt,
    open: () => receipt,
    ...more,
  })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(history, { of: () => ({ events: [], earlier: null }) });

/** The form of a new receipt, opened for a client. */
export const atNewReceipt = {
  path: `/app/receipts/add?clientId=${client.id}`,
  route: '/app/receipts/add',
  texts: { billing: texts },
};
