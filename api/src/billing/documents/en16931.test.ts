import fixture from '@daybook/contracts/fixtures/en16931';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { fromDecimal, toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeEntity, makeClient, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
const taxCodes = new Map<string, string>();

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  const rates = new Set(
    fixture.invoices.flatMap(({ lines }) => lines.map(({ tax }) => `${tax.category} ${Number(tax.ratePct)}`)),
  );
  for (const key of rates) {
    const [category = '', rate = ''] = key.split(' ');
    taxCodes.set(key, await makeTaxCode(api.db, { code: `${category}${rate}`, category, rate }));
  }
});
afterAll(() => api.stop());

type Published = (typeof fixture.invoices)[number];
type Line = Published['lines'][number];

// Line 20 of example 1 is printed as 6 × 18.33 = −109.98. It is a return of goods whose quantity lost its minus sign in
// print.
const quantityOf = ({ qty, net }: Line): string =>
  net.startsWith('-') && !qty.startsWith('-') ? `-${qty}` : qty;

const codeOf = ({ category, ratePct }: Line['tax']): string =>
  taxCodes.get(`${category} ${Number(ratePct)}`) ?? '';

const amountOf = (line: Line, charge: boolean, currency: string): number | null => {
  const found = line.allowanceCharges.find((one) => one.charge === charge);
  return found === undefined ? null : fromDecimal(found.amount, currency);
};

async function issuePublished({ currency, lines, allowanceCharges, prepaid }: Published): Promise<Invoice> {
  const entityId = await makeEntity(api.db, { currency });
  const clientId = await makeClient(api.db, { entityId, crmId: admin.id, currency });
  const paidBefore = fromDecimal(prepaid, currency);
  if (paidBefore > 0) {
    const money = { entityId, clientId, currency, amount: paidBefore, mode: 'bank' as const };
    await admin.call(receipts.create, { ...money, receiptDate: '2026-01-10' });
  }
  const made = await admin.call(invoices.create, {
    entityId,
    clientId,
    issueDate: '2026-01-15',
    dueDate: '2026-02-14',
    currency,
    docLocale: 'en',
    prepaid: paidBefore,
    adjustments: allowanceCharges.map(({ charge, amount, tax }) => ({
      kind: charge ? ('charge' as const) : ('allowance' as const),
      amount: fromDecimal(amount, currency),
      taxCodeId: codeOf(tax),
    })),
    lines: lines.map((line) => ({
      description: line.name,
      qty: quantityOf(line),
      unit: line.unit,
      unitPrice: line.unitPrice,
      baseQty: line.baseQty,
      discount: amountOf(line, false, currency),
      charge: amountOf(line, true, currency),
      taxCodeId: codeOf(line.tax),
    })),
  });
  return admin.call(invoices.issue, { id: made.id }, { version: made.version });
}

/** Daybook enters an invoice with a negative total as a credit note. */
const entered = fixture.invoices.filter(({ total }) => Number(total) >= 0);

/** Credits a part of what is left of each line, charge and allowance of an invoice. */
async function creditSome(invoice: Invoice, some: (left: number) => number): Promise<CreditNote> {
  const { currency, id } = invoice;
  const [clientId, entityId] = [invoice.client.id, invoice.entity.id];
  const basis = await admin.call(creditNotes.basis, { clientId, entityId, currency, invoiceId: id });
  const left = basis.invoices.find((one) => one.id === id)?.lines ?? [];
  const lines = left
    .map((line) => ({ invoiceLineId: line.id, amount: some(Math.abs(line.leftAmount)) }))
    .filter(({ amount }) => amount > 0);
  return issuedCredit(admin, { ...creditOf({ clientId, entityId }, []), currency, lines });
}

describe('published invoices of EN 16931, entered and issued', () => {
  it.each(entered.map((published) => [published.file, published] as const))(
    '%s',
    async (_file, published) => {
      const issued = await issuePublished(published);
      const print = (amount: number) => Number(toDecimal(amount as Minor, published.currency));
      expect(issued.lines.map(({ net }) => print(net))).toEqual(
        published.lines.map(({ net }) => Number(net)),
      );
      expect(
        issued.taxGroups.map(({ category, rate, net, tax }) => [
          category,
          Number(rate),
          print(net),
          print(tax),
        ]),
      ).toEqual(
        published.taxes.map(({ category, ratePct, base, tax }) => [
          category,
          Number(ratePct),
          Number(base),
          Number(tax),
        ]),
      );
      expect([issued.net, issued.tax, issued.total, issued.payable].map(print)).toEqual(
        [published.net, published.tax, published.total, published.payable].map(Number),
      );
    },
  );
});

describe('published invoices of EN 16931, credited in two parts', () => {
  it.each(
    entered.filter(({ total }) => Number(total) > 0).map((published) => [published.file, published] as const),
  )('%s', async (_file, published) => {
    const issued = await issuePublished({ ...published, prepaid: '0' });
    const notes = [
      await creditSome(issued, (left) => Math.floor(left / 3)),
      await creditSome(issued, (left) => left),
    ];
    const taxes = [issued, ...notes].map(({ taxGroups }) =>
      Object.fromEntries(
        taxGroups.map(({ category, rate, net, tax }) => [`${category} ${rate}`, [net, tax]]),
      ),
    );
    const [of = {}, first = {}, second = {}] = taxes;
    const both = Object.keys(of).map((key) => [
      key,
      [0, 1].map((at) => (first[key]?.[at] ?? 0) + (second[key]?.[at] ?? 0)),
    ]);
    expect(Object.fromEntries(both)).toEqual(of);
    const sumOf = (figure: 'net' | 'tax' | 'rounding' | 'total') =>
      notes.reduce((sum, note) => sum + note[figure], 0);
    expect([sumOf('net'), sumOf('tax'), sumOf('rounding'), sumOf('total')]).toEqual([
      issued.net,
      issued.tax,
      issued.rounding,
      issued.total,
    ]);
  });
});
