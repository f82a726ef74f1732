import fc from 'fast-check';
import { propertyRuns } from '../property-runs.ts';
import {
  documentTotals,
  type DocumentTotals,
  type DocumentTotalsInput,
  type TotalsLine,
} from './document-totals.ts';
import { minor, negate } from './money.ts';
import type { TaxTreatment } from './tax-split.ts';

// The oracle shares no code with the tested function: it uses integers with fixed scales, and its own rounding.
const PRICE = 10n ** 6n;
const RATE = 10n ** 6n;

const scaled = (value: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const units = BigInt(whole) * 10n ** BigInt(scale) + BigInt(fraction.padEnd(scale, '0'));
  return value.startsWith('-') ? -units : units;
};

function divide(dividend: bigint, divisor: bigint, dir: 'half_up' | 'floor'): bigint {
  if (dividend < 0n) return -divide(-dividend, divisor, dir);
  const remainder = dividend % divisor;
  return dividend / divisor + (dir === 'half_up' && remainder + remainder >= divisor ? 1n : 0n);
}

function oracleLine(line: TotalsLine, dir: 'half_up' | 'floor'): bigint {
  const product = scaled(line.qty, 4) * scaled(line.unitPrice, 6) * 100n;
  const unit = scaled(line.baseQty ?? '1', 4) * PRICE;
  const kept = line.discountPct === undefined ? 100n * RATE : 100n * RATE - scaled(line.discountPct, 6);
  const numerator = product * kept - BigInt(line.discountMinor ?? 0) * unit * 100n * RATE;
  return divide(numerator, unit * 100n * RATE, dir) + BigInt(line.chargeMinor ?? 0);
}

/** Net and tax of the document, from its lines after the document discount. The oracle does not check the discount itself. */
function oracleTax(input: DocumentTotalsInput, amounts: readonly bigint[]): { tax: bigint; base: bigint } {
  const rates = [...new Set(input.lines.map((line) => line.tax.ratePct))];
  let tax = 0n;
  for (const rate of rates) {
    const own = amounts.filter((_, row) => input.lines[row]?.tax.ratePct === rate);
    const units = scaled(rate, 6);
    const halves =
      input.lines.find((line) => line.tax.ratePct === rate)?.tax.components.length === 2 ? 2n : 1n;
    const divisor = (input.pricesIncludeTax ? 100n * RATE + units : 100n * RATE) * halves;
    const pieces = input.rounding === 'line' ? own : [own.reduce((a, b) => a + b, 0n)];
    tax +=
      halves * pieces.reduce((all, piece) => all + divide(piece * units, divisor, input.roundingDir), 0n);
  }
  const entered = amounts.reduce((a, b) => a + b, 0n);
  return { tax, base: input.pricesIncludeTax ? entered - tax : entered };
}

const decimalOf = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((units) => {
    const digits = String(units).padStart(scale + 1, '0');
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  });

const treatments: TaxTreatment[] = ['0', '5.5', '6', '8', '12', '18', '19', '21', '25', '28.125'].map(
  (ratePct) => ({
    category: ratePct === '0' ? 'Z' : 'S',
    ratePct,
    components: ['6', '12', '18', '28.125'].includes(ratePct)
      ? [
          { name: 'CGST', share: 1 },
          { name: 'SGST', share: 1 },
        ]
      : [{ name: 'VAT', share: 1 }],
  }),
);

const discount = fc.oneof(
  fc.constant({}),
  decimalOf(9999, 2).map((discountPct) => ({ discountPct })),
  fc.integer({ min: 0, max: 5000 }).map((amount) => ({ discountMinor: minor(amount) })),
);

const line: fc.Arbitrary<TotalsLine> = fc
  .tuple(
    discount,
    fc.record({
      qty: fc.tuple(fc.constantFrom('', '', '', '-'), decimalOf(999_999, 4)).map((parts) => parts.join('')),
      unitPrice: fc.oneof(decimalOf(99_999, 2), decimalOf(999_999_999, 6)),
      baseQty: fc.constantFrom(undefined, '1', '12', '1000', '0.25'),
      chargeMinor: fc.constantFrom(undefined, minor(1), minor(350)),
      tax: fc.constantFrom(...treatments),
      kind: fc.constantFrom('fee', 'fee', 'disbursement'),
    }),
  )
  .map(([reduction, fields]) => Object.assign(fields, reduction));

const document: fc.Arbitrary<DocumentTotalsInput> = fc.record({
  currency: fc.constant('EUR'),
  lines: fc.array(line, { maxLength: 12 }),
  discountMinor: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 100_000 }).map(minor)),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document_rate', 'line'),
  roundingDir: fc.constantFrom('half_up', 'floor'),
  roundTotalTo: fc.constantFrom(0, 5, 100),
});

const added = (amounts: readonly number[]): bigint =>
  amounts.reduce((all, amount) => all + BigInt(amount), 0n);

function expectOracle(input: DocumentTotalsInput, result: DocumentTotals) {
  const amounts = input.lines.map((row) => oracleLine(row, input.roundingDir));
  const discounted = amounts.map((amount, row) => amount - BigInt(result.lines[row]?.documentDiscount ?? 0));
  const { tax, base } = oracleTax(input, discounted);
  const multiple = BigInt(input.roundTotalTo || 1);
  const rounded = divide(tax + base, multiple, input.roundingDir) * multiple;
  const computed = [...result.lines.map(({ amount }) => amount), result.tax, result.net, result.total];
  expect(computed.map(BigInt)).toEqual([...amounts, tax, base, rounded]);
}

function expectSums({ lines, groups, net, tax, rounding, total, documentDiscount }: DocumentTotals) {
  const sums = [
    lines.map((row) => row.net),
    lines.map((row) => row.tax),
    lines.map((row) => row.gross),
    lines.map((row) => row.documentDiscount),
  ];
  expect(sums.map(added)).toEqual([net, tax, total - rounding, documentDiscount].map(BigInt));
  const taxed = [...lines, ...groups];
  expect(taxed.map(({ components }) => added(components.map((component) => component.tax)))).toEqual(
    taxed.map((row) => BigInt(row.tax)),
  );
  const halves = taxed
    .map(({ components }) => components.map((component) => component.tax))
    .filter(({ length }) => length === 2);
  expect(halves.filter(([central, state]) => central !== state)).toEqual([]);
}

it('the totals of 10,000 random documents agree with an independent oracle, add up, and keep the entered amounts', () => {
  fc.assert(
    fc.property(document, (input) => {
      const result = documentTotals(input);
      expectOracle(input, result);
      expectSums(result);
      const fixed = result.lines.map((row) => (input.pricesIncludeTax ? row.gross : row.net));
      expect(fixed).toEqual(result.lines.map((row) => row.amount - row.documentDiscount));
    }),
    { numRuns: propertyRuns },
  );
}, 60_000);

const opposite = (row: TotalsLine): TotalsLine => ({
  ...row,
  qty: row.qty.startsWith('-') ? row.qty.slice(1) : `-${row.qty}`,
  discountMinor: row.discountMinor && negate(row.discountMinor),
  chargeMinor: row.chargeMinor && negate(row.chargeMinor),
});

const figures = ({ lines, total }: DocumentTotals) => [...lines.flatMap(({ net, tax }) => [net, tax]), total];

it('the totals of a negated document are the negated totals', () => {
  fc.assert(
    fc.property(document, (input) => {
      const forth = documentTotals(input);
      const back = documentTotals({
        ...input,
        lines: input.lines.map(opposite),
        discountMinor: input.discountMinor && negate(input.discountMinor),
      });
      expect(figures(back)).toEqual(figures(forth).map(negate));
    }),
    { numRuns: propertyRuns },
  );
}, 60_000);
