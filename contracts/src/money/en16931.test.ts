import { documentTotals, type DocumentTotalsInput, type TotalsLine } from './document-totals.ts';
import fixture from './en16931.fixture.json';
import { fromDecimal, minor, sum, toDecimal, type Minor } from './money.ts';
import { TaxCategory, type TaxTreatment } from './tax-split.ts';

type Rate = { category: string; ratePct: string };
type AllowanceCharge = { charge: boolean; amount: string; tax?: Rate };
type Document = {
  currency: string;
  lines: {
    qty: string;
    unitPrice: string;
    baseQty: string;
    allowanceCharges: AllowanceCharge[];
    tax: Rate;
    net: string;
  }[];
  allowanceCharges: AllowanceCharge[];
  prepaid: string;
  taxes: (Rate & { base: string; tax: string })[];
  linesNet: string;
  net: string;
  tax: string;
  total: string;
  payable: string;
};

const treatment = ({ category, ratePct }: Rate): TaxTreatment => ({
  category: TaxCategory.parse(category),
  ratePct,
  components: [{ name: 'VAT', share: 1 }],
});

function totalsOf(document: Document, more: Partial<DocumentTotalsInput> = {}) {
  const { currency } = document;
  const amount = (value: string) => fromDecimal(value, currency);
  const amounts = (rows: AllowanceCharge[], charge: boolean): Minor =>
    sum(rows.filter((row) => row.charge === charge).map((row) => amount(row.amount)));
  const adjustments = (charge: boolean) =>
    document.allowanceCharges.flatMap((row) =>
      row.charge === charge && row.tax ? [{ amount: amount(row.amount), tax: treatment(row.tax) }] : [],
    );
  const lines = document.lines.map(({ qty, unitPrice, baseQty, allowanceCharges, tax }): TotalsLine => ({
    qty,
    unitPrice,
    baseQty,
    tax: treatment(tax),
    kind: 'fee',
    discountMinor: amounts(allowanceCharges, false),
    chargeMinor: amounts(allowanceCharges, true),
  }));
  return documentTotals({
    currency,
    lines,
    allowances: adjustments(false),
    charges: adjustments(true),
    prepaid: amount(document.prepaid),
    pricesIncludeTax: false,
    rounding: 'document_rate',
    roundingDir: 'half_up',
    roundTotalTo: 0,
    ...more,
  });
}

function expectPrinted(document: Document, more: Partial<DocumentTotalsInput> = {}) {
  const totals = totalsOf(document, more);
  const print = (value: Minor) => Number(toDecimal(value, document.currency));
  expect(totals.lines.map(({ net }) => print(net))).toEqual(document.lines.map(({ net }) => Number(net)));
  expect(
    totals.groups.map(({ category, ratePct, base, tax }) => [
      category,
      Number(ratePct),
      print(base),
      print(tax),
    ]),
  ).toEqual(
    document.taxes.map(({ category, ratePct, base, tax }) => [
      category,
      Number(ratePct),
      Number(base),
      Number(tax),
    ]),
  );
  const { linesAmount, net, tax, total, payable, rounding } = totals;
  const printed = [document.linesNet, document.net, document.tax, document.total, document.payable].map(
    Number,
  );
  expect([linesAmount, net, tax, minor(total - rounding), payable].map(print)).toEqual(printed);
}

/** Line 20 of example 1, returned goods, is printed as 6 × 18.33 = −109.98: the publisher left out the minus of the quantity. */
const withReturnsNegative = (document: Document): Document => ({
  ...document,
  lines: document.lines.map((line) =>
    line.net.startsWith('-') && !line.qty.startsWith('-') ? { ...line, qty: `-${line.qty}` } : line,
  ),
});

describe('published invoices of EN 16931', () => {
  it.each(fixture.invoices.map((invoice) => [invoice.file, invoice] as const))('%s', (_, invoice) => {
    expectPrinted(withReturnsNegative(invoice));
  });
});

const STANDARD = { category: 'S', ratePct: '25' };
const REDUCED = { category: 'S', ratePct: '15' };
const EXEMPT = { category: 'E', ratePct: '0' };

const line = (qty: string, unitPrice: string, tax: Rate, net: string) => ({
  qty,
  unitPrice,
  baseQty: '1',
  allowanceCharges: [],
  tax,
  net,
});

describe('an invoice by the standard', () => {
  it('may combine allowances and charges on lines and document, returns, a prepayment and rounding', () => {
    expectPrinted(
      {
        currency: 'NOK',
        lines: [
          {
            ...line('1', '1273', STANDARD, '1273.00'),
            allowanceCharges: [
              { charge: false, amount: '12' },
              { charge: true, amount: '12.00' },
            ],
          },
          line('-1', '3.96', REDUCED, '-3.96'),
          line('2', '2.48', REDUCED, '4.96'),
          line('-1', '25', EXEMPT, '-25.00'),
          { ...line('250', '187.5', STANDARD, '187.50'), baseQty: '250' },
        ],
        allowanceCharges: [
          { charge: true, amount: '100', tax: STANDARD },
          { charge: false, amount: '100', tax: STANDARD },
        ],
        prepaid: '1000',
        taxes: [
          { ...STANDARD, base: '1460.50', tax: '365.13' },
          { ...REDUCED, base: '1.00', tax: '0.15' },
          { ...EXEMPT, base: '-25.00', tax: '0' },
        ],
        linesNet: '1436.50',
        net: '1436.50',
        tax: '365.28',
        total: '1801.78',
        payable: '802',
      },
      { roundTotalTo: 100 },
    );
  });

  it('separates the categories of a rate: exempt, zero, export, reverse charge, intra-community, out of scope', () => {
    const rates = ['E', 'Z', 'G', 'AE', 'K', 'O'].map((category) => ({ category, ratePct: '0.00' }));
    expectPrinted({
      currency: 'EUR',
      lines: rates.map((tax) => line('1', '10', tax, '10')),
      allowanceCharges: [{ charge: false, amount: '3', tax: { category: 'Z', ratePct: '0' } }],
      prepaid: '0',
      taxes: rates.map(({ category, ratePct }) => ({
        category,
        ratePct,
        base: category === 'Z' ? '7' : '10',
        tax: '0',
      })),
      linesNet: '60',
      net: '57',
      tax: '0',
      total: '57',
      payable: '57',
    });
  });

  it('rounds a price per thousand once, on the line', () => {
    expectPrinted({
      currency: 'EUR',
      lines: [
        {
          qty: '1234.5',
          unitPrice: '9.999',
          baseQty: '1000',
          allowanceCharges: [{ charge: false, amount: '0.34' }],
          tax: STANDARD,
          net: '12.00',
        },
      ],
      allowanceCharges: [],
      prepaid: '15.00',
      taxes: [{ ...STANDARD, base: '12.00', tax: '3.00' }],
      linesNet: '12.00',
      net: '12.00',
      tax: '3.00',
      total: '15.00',
      payable: '0',
    });
  });
});
