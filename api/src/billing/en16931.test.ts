import fixture from '@daybook/contracts/fixtures/en16931';
import { invoices } from '@daybook/contracts/billing/invoices';
import { receipts } from '@daybook/contracts/billing/receipts';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { fromDecimal, toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { makeEntity, makeClient, makeTaxCode } from '../test/masters.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

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

// Line 20 of example 1 is printed as 6 × 18.33 = −109.98: goods returned, whose quantity lost its minus in print.
const quantityOf = ({ qty, net }: Line): string =>
  net.startsWith('-') && !qty.startsWith('-') ? `-${qty}` : qty;

async function issuePublished({ currency, lines, prepaid }: Published): Promise<Invoice> {
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
    lines: lines.map((line) => ({
      description: line.name,
      qty: quantityOf(line),
      unit: line.unit,
      unitPrice: line.unitPrice,
      baseQty: line.baseQty,
      taxCodeId: taxCodes.get(`${line.tax.category} ${Number(line.tax.ratePct)}`) ?? '',
    })),
  });
  return admin.call(invoices.issue, { id: made.id }, { version: made.version });
}

describe('the published examples of EN 16931, entered and issued', () => {
  it.each(fixture.invoices.map((published) => [published.file, published] as const))(
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
