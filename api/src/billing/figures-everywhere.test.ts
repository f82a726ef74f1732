import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { languages, type Language } from '@daybook/contracts/fields';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { printedWords } from '../pdf/printed-words.ts';
import { requestOf } from '../http/request-of.ts';
import { entryOf } from '../../test/fixtures/billing-fixture.ts';
import { soak } from '../../test/effort.ts';
import { pdfPages } from '../../test/files/pdf-pages.ts';
import { readFigure } from '../../test/files/read-figures.ts';
import { marketCount, openEntity, openMarkets } from '../../test/random-books/markets.ts';
import type { Market } from '../../test/random-books/markets.ts';
import { anyInvoice, invoiceOf } from '../../test/random-books/random-invoice.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

/** The number of decimals by ISO 4217 of the currencies used here; all others have two. */
const decimals: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

jest.setTimeout(soak(600_000, 3_600_000));

let api: TestApi;
let admin: Caller;
let markets: (Market & { entityId: string })[];

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  markets = [];
  for (const market of (await openMarkets(api, admin.id)).markets)
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

/** The lines of the printed invoice, each as its cells. */
async function printedOf({ id }: Invoice): Promise<string[][]> {
  const { rawPayload } = await admin.inject(requestOf(invoices.pdf, { id }));
  return pdfPages(rawPayload).flatMap(({ rows }) => rows);
}

type Step = [label: string, amount: number | null];

/** The amounts from net to payable, in the order in which a reader adds them up; from the total if there is no tax. */
function stepsOf(invoice: Invoice): (number | null)[] {
  const { net, tax, rounding, total, prepaid, payable, taxGroups, docKind } = invoice;
  const isTaxed = docKind !== 'bill_of_supply' && taxGroups.length > 0;
  const [only, ...others] = taxGroups;
  const byComponent = only?.category === 'S' ? only.components.map((component) => component.tax) : [tax];
  const taxes = others.length > 0 ? [tax] : byComponent;
  return [
    ...(isTaxed ? [net, ...taxes] : []),
    ...(rounding === 0 ? [] : [rounding]),
    total,
    ...(prepaid === 0 ? [] : [0 - prepaid]),
    payable,
  ];
}

/** Net amounts and taxes by rate; a tax has a column if any line bears it. */
function tableOf(groups: Invoice['taxGroups']): number[][] {
  const borne = groups.flatMap(({ category, components }) => (category === 'S' ? components : []));
  const names = new Set(borne.map(({ name }) => name));
  return groups.map(({ net, components }) => [
    net,
    ...components.filter(({ name }) => names.has(name)).map(({ tax }) => tax),
  ]);
}

/** Parses the printed amounts into minor units, independently of the code that formats them. */
async function readBack(invoice: Invoice) {
  const { docLocale, currency, taxGroups } = invoice;
  const read = (cell = '') => readFigure(cell, docLocale, decimals[currency] ?? 2);
  const say = printedWords(docLocale);
  const rows = await printedOf(invoice);
  // A label or amount with two scripts may be two cells, of which the first has the sign.
  const amountOf = (cells: readonly string[]) => {
    const [last, lastTwo] = [cells.at(-1), cells.slice(-2).join(' ')];
    return (lastTwo.startsWith('-') ? read(lastTwo) : read(last)) ?? read(lastTwo);
  };
  const pairs = rows
    .filter(({ length }) => length > 1)
    .map(([label = '', ...cells]): Step => [label, amountOf(cells)]);
  const steps = stepsOf(invoice);
  const due = pairs.filter(([label]) => label === say('payable'));
  const end = pairs.findLastIndex(([label]) => label === say('payable')) + 1;
  // A label that takes two lines is not in the row of its figures.
  const inTable = (wanted: readonly number[]) =>
    rows.some(
      (cells) =>
        cells.length <= wanted.length + 1 &&
        isDeepStrictEqual(cells.slice(0 - wanted.length).map(read), wanted),
    );
  return {
    steps: pairs.slice(end - steps.length, end).map(([, amount]) => amount),
    due: due.map(([, amount]) => amount),
    taxTable:
      taxGroups.length > 1
        ? tableOf(taxGroups).map((wanted) => (inTable(wanted) ? wanted : 'not on the paper'))
        : [],
  };
}

const onPaper = (invoice: Invoice) => ({
  steps: stepsOf(invoice),
  due: [invoice.payable, invoice.payable],
  taxTable: invoice.taxGroups.length > 1 ? tableOf(invoice.taxGroups) : [],
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The amounts of the document's entry, under the names of the document's fields. */
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

describe('the reader of printed figures', () => {
  it.each<[string, Language, number, number | null]>([
    ['₹2,09,893.00', 'en', 2, 20_989_300],
    ['-₹0.10', 'en', 2, -10],
    ['KWD 101.609', 'en', 3, 101_609],
    ['KWD 101,609', 'en', 3, null],
    ['KWD 101,609.00', 'en', 3, null],
    ['1\u202f234\u202f567,80\u00a0€', 'fr', 2, 123_456_780],
    ['1,234.50 €', 'fr', 2, null],
    ['1.234,50 €', 'fr', 2, null],
    ['¥150,899', 'ja', 0, 150_899],
    ['¥150,899.00', 'ja', 0, null],
    ['¥15,08,99', 'ja', 0, null],
    ['18%', 'zh', 2, null],
  ])('reads %s in %s with %i decimals as %p', (printed, language, places, amount) => {
    expect(readFigure(printed, language, places)).toBe(amount);
  });
});

describe('an invoice of any regime', () => {
  it('has the same amounts as a draft, when issued, on paper, on screen and in the ledger', async () => {
    const check = fc.asyncProperty(drawn, async ({ marketAt, invoice, docLocale }) => {
      const market = markets[marketAt];
      if (!market) throw new Error('no such market');
      const input = invoiceOf(market, market.entityId, '2026-03-24', invoice);
      const draft = await admin.call(invoices.create, { ...input, docLocale }).catch((error: Error) => {
        // An allowance above all the rest leaves nothing to invoice.
        fc.pre(!(invoice.allowance && error.message.includes('TOTAL_NEGATIVE')));
        throw error;
      });
      const issued = await admin.call(invoices.issue, { id: draft.id }, draft);
      const opened = await admin.call(invoices.open, { id: draft.id });
      expect([figures(issued), figures(opened)]).toEqual([figures(draft), figures(draft)]);
      expect(await postedOf(issued)).toEqual({ payable: draft.payable, tax: draft.tax, all: 0 });
      expect(await readBack(issued)).toEqual(onPaper(issued));
    });
    await fc.assert(check, { numRuns: soak(12, 1_000), seed: soak(20_260_701, Date.now()) });
  });
});
