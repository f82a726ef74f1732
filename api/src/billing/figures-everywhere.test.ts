import fc from 'fast-check';
import { languages } from '@daybook/contracts/fields';
import { invoices } from '@daybook/contracts/billing/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { documentFormats } from '../pdf/document-formats.ts';
import { requestOf } from '../http/request-of.ts';
import { entryOf } from '../test/billing-desk.ts';
import { soak } from '../test/effort.ts';
import { pdfPages, withoutSpace } from '../test/pdf-pages.ts';
import { marketCount, openEntity, openMarkets } from '../test/random-books/markets.ts';
import type { Market } from '../test/random-books/markets.ts';
import { anyInvoice, invoiceOf } from '../test/random-books/random-invoice.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

jest.setTimeout(soak(600_000, 3_600_000));

let api: TestApi;
let admin: Caller;
let markets: (Market & { entityId: string })[];

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  markets = [];
  for (const market of await openMarkets(api, admin.id))
    markets.push({ ...market, entityId: await openEntity(api, market) });
});
afterAll(() => api.stop());

const figures = ({ net, tax, rounding, total, payable, taxGroups }: Invoice) => ({
  net,
  tax,
  rounding,
  total,
  payable,
  groups: taxGroups.map((group) => [group.net, ...group.components.map((component) => component.tax)]),
});

async function printed({ id }: Invoice): Promise<string> {
  const { rawPayload } = await admin.inject(requestOf(invoices.pdf, { id }));
  return pdfPages(rawPayload)
    .map(({ text }) => text)
    .join('');
}

/** The amounts of the document that its paper does not show. */
async function missingOf(invoice: Invoice, country: string): Promise<string[]> {
  const text = await printed(invoice);
  const { money, amount } = documentFormats(invoice.docLocale, country, invoice.currency);
  const { net, total, payable, taxGroups, rounding } = invoice;
  const components = taxGroups
    .filter(({ category }) => category === 'S')
    .flatMap((group) => group.components.map(({ tax }) => amount(tax)));
  const shown = [money(net), money(total), money(payable), ...components];
  return [...shown, ...(rounding === 0 ? [] : [money(rounding)])].filter(
    (one) => !text.includes(withoutSpace(one)),
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** What the entry of the document holds, as the document would say it. */
async function postedOf({ id }: Invoice) {
  const entry = Object.entries(await entryOf(api, id));
  const of = (account: string) => sum(entry.filter(([key]) => key.startsWith(account)).map(([, at]) => at));
  return {
    payable: of('receivable'),
    tax: 0 - of('output_tax'),
    all: sum(entry.map(([, amount]) => amount)),
  };
}

const drawn = fc.record({
  marketAt: fc.nat(marketCount - 1),
  invoice: anyInvoice,
  docLocale: fc.constantFrom(...languages),
});

describe('an invoice of any regime', () => {
  it('has the same figures as a draft, issued, on paper, when it is opened and in the ledger', async () => {
    const check = fc.asyncProperty(drawn, async ({ marketAt, invoice, docLocale }) => {
      const market = markets[marketAt];
      if (!market) throw new Error('no such market');
      const input = invoiceOf(market, market.entityId, '2026-03-24', invoice);
      const draft = await admin.call(invoices.create, { ...input, docLocale });
      const issued = await admin.call(invoices.issue, { id: draft.id }, draft);
      const opened = await admin.call(invoices.open, { id: draft.id });
      expect([figures(issued), figures(opened)]).toEqual([figures(draft), figures(draft)]);
      expect(await postedOf(issued)).toEqual({ payable: draft.payable, tax: draft.tax, all: 0 });
      expect(await missingOf(issued, market.country)).toEqual([]);
    });
    await fc.assert(check, { numRuns: soak(18, 1_000), seed: soak(20_260_701, Date.now()) });
  });
});
