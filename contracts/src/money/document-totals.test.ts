import { documentTotals, type DocumentTotalsInput, type TotalsLine } from './document-totals.ts';
import { minor } from './money.ts';
import type { TaxTreatment } from './tax-split.ts';
import { atOwnRate, type WithholdingTerms } from './withholding.ts';

const vat = (ratePct: string): TaxTreatment => ({
  category: 'S',
  ratePct,
  components: [{ name: 'VAT', share: 1 }],
});
const gst = (ratePct: string): TaxTreatment => ({
  category: 'S',
  ratePct,
  components: [
    { name: 'CGST', share: 1 },
    { name: 'SGST', share: 1 },
  ],
});
const untaxed = (category: TaxTreatment['category']): TaxTreatment => ({ ...vat('0'), category });

const fee = (
  qty: string,
  unitPrice: string,
  tax: TaxTreatment,
  more: Partial<TotalsLine> = {},
): TotalsLine => ({
  qty,
  unitPrice,
  tax,
  kind: 'fee',
  ...more,
});

const totals = (lines: TotalsLine[], more: Partial<DocumentTotalsInput> = {}) =>
  documentTotals({
    currency: 'EUR',
    lines,
    pricesIncludeTax: false,
    rounding: 'document_rate',
    roundingDir: 'half_up',
    roundTotalTo: 0,
    ...more,
  });

const repeat = (count: number, line: TotalsLine) => Array.from({ length: count }, () => line);

describe('tax on exclusive prices', () => {
  it('EN1: is computed once for each rate', () => {
    const result = totals([fee('1', '183.23', vat('6')), fee('1', '46.37', vat('21'))]);
    expect(result.groups.map(({ tax }) => tax)).toEqual([1099, 974]);
    expect(result).toMatchObject({ net: 22960, payable: 25033 });
  });

  it('EN8: differs between rounding once for each rate and rounding each line', () => {
    const nets = [
      '140.80',
      '16.16',
      '167.64',
      '88.74',
      '36.75',
      '56.50',
      '83.34',
      '190.31',
      '64.21',
      '64.46',
    ];
    const lines = nets.map((net) => fee('1', net, vat('21')));
    expect(totals(lines)).toMatchObject({ net: 90891, tax: 19087, payable: 109978 });
    expect(totals(lines, { rounding: 'line' }).tax).toBe(19088);
  });

  it('ZERO: is exactly zero if all lines are taken back', () => {
    const result = totals([
      fee('1', '720.81', vat('21')),
      fee('1', '0.01', vat('21')),
      fee('-1', '720.81', vat('21')),
      fee('-1', '0.01', vat('21')),
    ]);
    expect(result).toMatchObject({ net: 0, tax: 0, total: 0 });
    expect(Object.is(result.total, -0)).toBe(false);
    expect(result.lines.map(({ tax }) => tax)).toEqual([15137, 0, -15137, 0]);
  });

  it('BIS: is computed for 1300 + 25 at 25 %', () => {
    expect(totals([fee('1', '1300', vat('25')), fee('1', '25', vat('25'))])).toMatchObject({
      tax: 33125,
      payable: 165625,
    });
  });

  it('LINE: is computed from the rounded line', () => {
    const result = totals([fee('16', '348.35', vat('22'), { discountPct: '4' })]);
    expect(result).toMatchObject({ net: 535066, tax: 117715, payable: 652781 });
    expect(result.lines[0]).toMatchObject({ amount: 535066, discount: 22294 });
  });

  it('TEN: is the sum of ten lines that are rounded one by one', () => {
    expect(totals([fee('10', '3.60', vat('5.5'))]).payable).toBe(3798);
    expect(totals(repeat(10, fee('1', '3.60', vat('5.5'))), { rounding: 'line' }).payable).toBe(3800);
    expect(totals(repeat(10, fee('1', '3.60', vat('5.5')))).payable).toBe(3798);
  });

  it.each([
    ['GST1', '100', '18', [900, 900], 11800],
    ['GST2', '62.51', '18', [563, 563], 7377],
  ])('%s: %s at %s %% gives equal halves', (_row, price, rate, halves, payable) => {
    const result = totals([fee('1', price, gst(rate))], { currency: 'INR' });
    expect(result.groups[0]?.components.map(({ tax }) => tax)).toEqual(halves);
    expect(result.payable).toBe(payable);
  });

  it('GST3: adds up over the lines, and is not affected by the rounding of the total', () => {
    const result = totals([fee('1', '7.60', gst('12')), fee('1', '7.60', gst('12'))], {
      currency: 'INR',
      roundTotalTo: 100,
    });
    expect(result.lines.map(({ components }) => components.map(({ tax }) => tax))).toEqual([
      [46, 46],
      [45, 45],
    ]);
    expect(result.groups[0]?.components.map(({ tax }) => tax)).toEqual([91, 91]);
    expect(result).toMatchObject({ net: 1520, tax: 182, rounding: -2, total: 1700 });
  });

  it('is grouped by rate whatever its spelling, with categories separate', () => {
    const result = totals([
      fee('1', '10', vat('21')),
      fee('1', '10', vat('21.000000')),
      fee('1', '10', untaxed('E')),
      fee('1', '10', untaxed('Z')),
    ]);
    expect(result.groups.map(({ category, ratePct, base, tax }) => [category, ratePct, base, tax])).toEqual([
      ['S', '21', 2000, 420],
      ['E', '0', 1000, 0],
      ['Z', '0', 1000, 0],
    ]);
  });

  it('is split by unequal components', () => {
    const quebec = {
      ...vat('14.975'),
      components: [
        { name: 'GST', share: 5000 },
        { name: 'QST', share: 9975 },
      ],
    };
    expect(totals([fee('1', '100', quebec)]).groups[0]?.components).toEqual([
      { name: 'GST', tax: 500 },
      { name: 'QST', tax: 998 },
    ]);
  });

  it('is rounded towards zero if the entity says so, so that a credit note mirrors its invoice', () => {
    const floor = { currency: 'JPY', roundingDir: 'floor' } as const;
    expect(totals([fee('1', '109', vat('8'))], floor)).toMatchObject({ net: 109, tax: 8 });
    expect(totals([fee('-1', '109', vat('8'))], floor)).toMatchObject({ net: -109, tax: -8 });
  });
});

describe('tax inside the prices', () => {
  const inclusive = { pricesIncludeTax: true };

  it.each([
    ['INCL', '52.50', vat('12'), 4687, [563]],
    ['INCL2', '124.40', vat('8'), 11519, [921]],
    ['GST5', '999', gst('18'), 84662, [7619, 7619]],
  ])('%s: is computed first, and the gross stays', (_, price, tax, net, components) => {
    const result = totals([fee('1', price, tax)], inclusive);
    expect(result.net).toBe(net);
    expect(result.groups[0]?.components.map((component) => component.tax)).toEqual(components);
    expect(result.total).toBe(Math.round(Number(price) * 100));
  });

  it('keeps every line gross under a document discount', () => {
    const result = totals(repeat(3, fee('1', '33.33', vat('20'))), {
      ...inclusive,
      discountMinor: minor(1000),
    });
    expect(result.lines.map(({ documentDiscount }) => documentDiscount)).toEqual([334, 333, 333]);
    expect(result.lines.map(({ gross }) => gross)).toEqual([2999, 3000, 3000]);
    expect(result.total).toBe(8999);
  });
});

describe('a document with allowances, charges or discounts', () => {
  it('includes those of a line, and the base quantity of its price, in the net of the line', () => {
    const line = fee('132', '15.24', vat('21'), {
      baseQty: '12',
      discountMinor: minor(1200),
      chargeMinor: minor(350),
    });
    expect(totals([line]).lines[0]).toMatchObject({ amount: 15914, discount: 1200, net: 15914 });
  });

  it('adds document allowances and charges to the group of their own tax', () => {
    const result = totals([fee('1', '1000', vat('25')), fee('1', '200', untaxed('E'))], {
      allowances: [{ amount: minor(10000), tax: vat('25') }],
      charges: [{ amount: minor(5000), tax: vat('12') }],
    });
    expect(result.groups.map(({ category, ratePct, base, tax }) => [category, ratePct, base, tax])).toEqual([
      ['S', '25', 90000, 22500],
      ['E', '0', 20000, 0],
      ['S', '12', 5000, 600],
    ]);
    expect(result).toMatchObject({ linesAmount: 120000, net: 115000, tax: 23100, total: 138100 });
    expect(result.allowances[0]).toMatchObject({ net: 10000, tax: 2500, gross: 12500 });
  });

  it('spreads its discount over fees and not over disbursements', () => {
    const result = totals(
      [
        fee('1', '70', vat('20')),
        fee('1', '30', vat('10')),
        fee('1', '50', untaxed('O'), { kind: 'disbursement' }),
      ],
      { discountPct: '10' },
    );
    expect(result.lines.map(({ net }) => net)).toEqual([6300, 2700, 5000]);
    expect(result).toMatchObject({
      documentDiscount: 1000,
      net: 14000,
      tax: 1530,
      linesAmount: 15000,
    });
  });

  it('has no discount without fees', () => {
    expect(totals([], { discountMinor: minor(500) })).toMatchObject({
      documentDiscount: 0,
      total: 0,
      groups: [],
    });
  });

  it('is refused with two discounts at once', () => {
    const both = { discountPct: '1', discountMinor: minor(1) };
    expect(() => totals([fee('1', '1', vat('0'), both)])).toThrow(RangeError);
    expect(() => totals([fee('1', '1', vat('0'))], both)).toThrow(RangeError);
  });
});

describe('the totals of a document', () => {
  it('round the total, then subtract the prepaid amount', () => {
    const result = totals([fee('1', '1382.96', vat('25'))], {
      roundTotalTo: 100,
      prepaid: minor(100000),
    });
    expect(result).toMatchObject({
      tax: 34574,
      rounding: 30,
      total: 172900,
      prepaid: 100000,
      payable: 72900,
    });
  });

  it('round Swiss totals to five centimes', () => {
    expect(totals([fee('1', '10.03', vat('0'))], { currency: 'CHF', roundTotalTo: 5 })).toMatchObject({
      rounding: 2,
      total: 1005,
    });
  });

  it('TDS: withhold on the net before rounding', () => {
    const result = totals([fee('1', '1836', gst('18'))], {
      currency: 'INR',
      roundTotalTo: 100,
      withholding: atOwnRate(null, '10'),
    });
    expect(result).toMatchObject({
      net: 183600,
      tax: 33048,
      rounding: -48,
      total: 216600,
      withheldExpected: 18360,
    });
  });

  it('round the withholding once, to the step of its code', () => {
    const withholding: WithholdingTerms = { ...atOwnRate(null, '10'), base: 'gross', step: 100 };
    expect(totals([fee('1', '1028.80', vat('20'))], { withholding })).toMatchObject({
      withheldExpected: 12300,
      withheldPct: '10',
    });
  });

  it('work in currencies without decimals and with three', () => {
    expect(totals([fee('3', '33.4', vat('10'))], { currency: 'JPY' })).toMatchObject({
      net: 100,
      tax: 10,
      total: 110,
    });
    expect(totals([fee('3', '0.3335', vat('5'))], { currency: 'KWD' })).toMatchObject({
      net: 1001,
      tax: 50,
      total: 1051,
    });
  });
});
