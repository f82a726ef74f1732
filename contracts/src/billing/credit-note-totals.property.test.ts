import fc from 'fast-check';
import { documentTotals } from '../money/document-totals.ts';
import type { DocumentTotals } from '../money/document-totals.ts';
import { toDecimal, minor } from '../money/money.ts';
import type { TaxTreatment } from '../money/tax-split.ts';
import { creditNoteTotals } from './credit-note-totals.ts';
import type { CreditableLine, CreditedRow } from './credit-note-totals.ts';

const treatments: readonly TaxTreatment[] = [
  {
    category: 'S',
    ratePct: '18',
    components: [
      { name: 'CGST', share: 1 },
      { name: 'SGST', share: 1 },
    ],
  },
  { category: 'S', ratePct: '5.5', components: [{ name: 'VAT', share: 1 }] },
  { category: 'E', ratePct: '0', components: [{ name: 'VAT', share: 1 }] },
];
const rules = fc.record({
  currency: fc.constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document_rate' as const, 'line' as const),
  roundingDir: fc.constantFrom('half_up' as const, 'floor' as const),
  roundTotalTo: fc.constant(0),
});
const bill = fc.record({
  rules,
  discountPct: fc.constantFrom(undefined, '10', '33.333333'),
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 10, max: 20_000 }),
      qty: fc.integer({ min: 1, max: 7 }),
      tax: fc.constantFrom(...treatments),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
const steps = fc.array(
  fc.record({ line: fc.nat(3), percent: fc.integer({ min: 1, max: 100 }), isQuantity: fc.boolean() }),
  { maxLength: 6 },
);

type Bill = typeof bill extends fc.Arbitrary<infer One> ? One : never;

const totalsOf = ({ rules: of, discountPct, lines }: Bill): DocumentTotals =>
  documentTotals({
    ...of,
    discountPct,
    lines: lines.map(({ price, qty, tax }) => ({
      qty: String(qty),
      unitPrice: toDecimal(minor(price), of.currency),
      kind: 'fee' as const,
      tax,
    })),
  });

/** The invoice as the server offers it before anything is credited. */
const creditable = ({ rules: of, lines }: Bill, totals: DocumentTotals) => ({
  lines: lines.map(({ qty, tax }, index): CreditableLine => {
    const figures = totals.lines[index];
    if (!figures) throw new Error('a line without figures');
    const amount: number = of.pricesIncludeTax ? figures.gross : figures.net;
    return {
      id: String(index),
      kind: 'fee' as const,
      category: tax.category,
      rate: tax.ratePct,
      components: tax.components.map(({ name }) => name),
      qty: String(qty),
      amount,
      leftAmount: amount,
      leftQty: String(qty),
    };
  }),
  groups: totals.groups.map(({ category, ratePct, base, components }) => ({
    category,
    rate: ratePct,
    net: base as number,
    components: components.map(({ name, tax }) => ({ name, tax: tax as number })),
  })),
});

type Left = ReturnType<typeof creditable>;

/** Takes what a credit note credited from what is left. */
function take(left: Left, row: CreditedRow, credited: ReturnType<typeof creditNoteTotals>): void {
  const line = left.lines.find(({ id }) => id === row.invoiceLineId);
  const [figures] = credited.lines;
  const group = left.groups.find(
    ({ category, rate }) => category === line?.category && Number(rate) === Number(line.rate),
  );
  if (!line || !figures || !group) throw new Error('an unknown line');
  line.leftAmount -= figures.amount;
  line.leftQty =
    row.qty === null || line.leftQty === null ? null : String(Number(line.leftQty) - Number(row.qty));
  group.net -= figures.net;
  for (const component of group.components)
    component.tax -= figures.components.find(({ name }) => name === component.name)?.tax ?? 0;
}

const stepOf = (
  left: Left,
  { line: at, percent, isQuantity }: { line: number; percent: number; isQuantity: boolean },
) => {
  const line = left.lines[at % left.lines.length];
  if (!line || line.leftAmount <= 0) return null;
  if (isQuantity && line.leftQty !== null && Number(line.leftQty) > 1)
    return { invoiceLineId: line.id, qty: '1', amount: null };
  return {
    invoiceLineId: line.id,
    qty: null,
    amount: Math.max(1, Math.floor((line.leftAmount * percent) / 100)),
  };
};

const cgstRunsOut: Bill = {
  rules: {
    currency: 'EUR',
    pricesIncludeTax: true,
    rounding: 'document_rate',
    roundingDir: 'floor',
    roundTotalTo: 0,
  },
  discountPct: undefined,
  lines: [{ price: 10, qty: 4, tax: treatments[0] as TaxTreatment }],
};

describe('credit notes of an invoice', () => {
  it('never give back more than it charged, and all together give back exactly that', () => {
    fc.assert(
      fc.property(bill, steps, (given, wanted) => {
        const left = creditable(given, totalsOf(given));
        for (const step of wanted) {
          const row = stepOf(left, step);
          if (!row) continue;
          const credited = creditNoteTotals(given.rules, [left], [row]);
          if (credited.excess.length > 0) continue;
          take(left, row, credited);
          for (const { net, components } of left.groups)
            expect(Math.min(net, ...components.map(({ tax }) => tax))).toBeGreaterThanOrEqual(0);
        }
        const rest = left.lines
          .filter(({ leftAmount }) => leftAmount > 0)
          .map(({ id, leftAmount }) => ({ invoiceLineId: id, qty: null, amount: leftAmount }));
        const taken = creditNoteTotals(given.rules, [left], rest);
        expect(taken.excess).toEqual([]);
        const sums = left.groups.map(({ net, components }) => [net, ...components.map(({ tax }) => tax)]);
        const givenBack = left.groups.map((group) => {
          const own = taken.groups.find(
            ({ category, ratePct }) => category === group.category && ratePct === group.rate,
          );
          return [
            own?.base ?? 0,
            ...group.components.map(({ name }) => own?.components.find((one) => one.name === name)?.tax ?? 0),
          ];
        });
        expect(givenBack).toEqual(sums);
      }),
      {
        numRuns: 10_000,
        // Once, what was short of the net was taken from the first part of the tax, of which nothing was left.
        examples: [
          [cgstRunsOut, [25, 1, 90, 1, 1].map((percent) => ({ line: 0, percent, isQuantity: false }))],
        ],
      },
    );
  });
});
