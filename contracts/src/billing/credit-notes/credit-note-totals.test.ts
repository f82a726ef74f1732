import { creditNoteTotals } from './credit-note-totals.ts';
import type { CreditableDocument, CreditableLine, CreditedRow } from './creditable-document.ts';
import { creditableLines } from './creditable-lines.ts';
import { NOTHING, minor, share } from '../../money/money.ts';

type Charge = Pick<CreditableLine, 'id' | 'kind' | 'amount'> & Partial<CreditableLine>;

const gst = { rate: '18', components: ['CGST', 'SGST'] };

/** An invoice at 25 % unless a row differs. `taxes` are the taxes of its only rate by component; `moved` is the rounding of its total. */
function invoiceOf(
  rows: readonly Charge[],
  figures: { net: number; taxes: readonly number[]; moved?: number } & Partial<CreditableDocument>,
): CreditableDocument {
  const { net, taxes, moved = 0, ...terms } = figures;
  const plain = { category: 'S', rate: '25', components: ['VAT'], qty: '1' } as const;
  const amounts = rows.map(({ amount }) => minor(amount));
  const nets = terms.pricesIncludeTax ? share(minor(net), amounts) : amounts;
  const lines = creditableLines(
    rows.map((row, index) => ({
      ...plain,
      leftQty: row.kind === 'fee' ? '1' : null,
      ...row,
      net: nets[index] ?? NOTHING,
    })),
  ).map((line): CreditableLine => ({ ...line, leftAmount: line.amount, leftNet: line.net }));
  const { category, rate, components } = lines[0] ?? { category: 'S', rate: '25', components: ['VAT'] };
  return {
    pricesIncludeTax: false,
    rounding: 'document_rate',
    roundingDir: 'half_up',
    roundTotalTo: 0,
    total: net + taxes.reduce((all, tax) => all + tax, 0) + moved,
    credited: { exact: 0, total: 0 },
    lines,
    groups: [
      {
        category,
        rate,
        net,
        components: components.map((name, index) => ({ name, tax: taxes[index] ?? 0 })),
      },
    ],
    ...terms,
  };
}

const whole = (id: string): CreditedRow => ({ invoiceLineId: id, qty: '1', amount: null });
const amountOf = (id: string, amount: number): CreditedRow => ({
  invoiceLineId: id,
  qty: null,
  amount: minor(amount),
});
const credit = (document: CreditableDocument, ...rows: CreditedRow[]) =>
  creditNoteTotals('EUR', [document], rows);

const fee = (amount: number, more: Partial<Charge> = {}): Charge => ({
  id: 'fee',
  kind: 'fee',
  amount,
  ...more,
});
const charge = (amount: number, more: Partial<Charge> = {}): Charge => ({
  id: 'charge',
  kind: 'charge',
  amount,
  ...more,
});
const allowance = (amount: number, more: Partial<Charge> = {}): Charge => ({
  id: 'allowance',
  kind: 'allowance',
  amount: -amount,
  ...more,
});

describe('a credit note for a line of an invoice with a document charge', () => {
  it.each([
    ['1,000.00 and 25.00 at 25 %', 100_000, 2_500, 25_000],
    ['100.00 and 400.00 at 25 %', 10_000, 40_000, 2_500],
  ])('gives back only the tax of the line: %s', (_of, line, extra, tax) => {
    const invoice = invoiceOf([fee(line), charge(extra)], { net: line + extra, taxes: [(line + extra) / 4] });
    expect(credit(invoice, whole('fee'))).toMatchObject({ net: line, tax, total: line + tax, excess: [] });
    expect(credit(invoice, whole('fee'), amountOf('charge', extra))).toMatchObject({
      net: line + extra,
      tax: (line + extra) / 4,
      excess: [],
    });
  });

  it('halves only the tax of the line in India', () => {
    const invoice = invoiceOf([fee(10_000, gst), charge(10_000, gst)], {
      net: 20_000,
      taxes: [1_800, 1_800],
    });
    expect(credit(invoice, whole('fee')).lines[0]?.components).toEqual([
      { name: 'CGST', tax: 900 },
      { name: 'SGST', tax: 900 },
    ]);
  });

  it('takes only the tax of the line out of prices that include tax', () => {
    const invoice = invoiceOf([fee(100_000), charge(2_500)], {
      net: 82_000,
      taxes: [20_500],
      pricesIncludeTax: true,
    });
    expect(credit(invoice, whole('fee'))).toMatchObject({ net: 80_000, tax: 20_000, excess: [] });
  });

  it('credits a charge that has its own rate', () => {
    const invoice = invoiceOf([charge(5_000, { rate: '10' })], { net: 5_000, taxes: [500] });
    expect(credit(invoice, amountOf('charge', 2_500))).toMatchObject({ net: 2_500, tax: 250, excess: [] });
  });
});

describe('a credit note for an invoice with a document allowance', () => {
  const invoice = invoiceOf([fee(100_000), { ...fee(50_000), id: 'second' }, allowance(15_000)], {
    net: 135_000,
    taxes: [33_750],
  });

  it('credits a line by quantity, less its share of the allowance', () => {
    expect(credit(invoice, whole('fee'))).toMatchObject({ net: 90_000, tax: 22_500, excess: [] });
    expect(credit(invoice, whole('second'))).toMatchObject({ net: 45_000, tax: 11_250, excess: [] });
    expect(credit(invoice, whole('fee'), whole('second'))).toMatchObject({ net: 135_000, tax: 33_750 });
  });

  it('lists the allowance separately if the fees of its rate are smaller', () => {
    const odd = invoiceOf([fee(1_000), charge(5_000), allowance(2_000)], { net: 4_000, taxes: [1_000] });
    expect(odd.lines.map(({ id, amount }) => [id, amount])).toEqual([
      ['fee', 1_000],
      ['charge', 5_000],
      ['allowance', -2_000],
    ]);
    expect(credit(odd, amountOf('charge', 5_000)).excess).toEqual([0]);
    expect(credit(odd, amountOf('charge', 5_000), amountOf('allowance', 2_000))).toMatchObject({
      net: 3_000,
      tax: 750,
      excess: [],
    });
  });

  it('gives disbursements no share of the allowance', () => {
    const rows = [fee(10_000), { ...fee(10_000), id: 'court', kind: 'disbursement' as const }];
    const mixed = invoiceOf([...rows, allowance(1_000)], { net: 19_000, taxes: [4_750] });
    expect(mixed.lines.map(({ amount }) => amount)).toEqual([9_000, 10_000]);
  });
});

/** The totals of credit notes that credit one row each. */
function oneByOne(document: CreditableDocument, rows: readonly CreditedRow[]): number[] {
  let credited = { exact: 0, total: 0 };
  return rows.map((row) => {
    const { net, tax, total } = credit({ ...document, credited }, row);
    credited = { exact: credited.exact + net + tax, total: credited.total + total };
    return total;
  });
}

describe('the rounding of credited totals', () => {
  const free = { category: 'E' as const, rate: '0', components: ['VAT'] };

  it('adds up to the rounding of the invoice: 17.00 in halves, and ten times 0.50', () => {
    const rounded = { taxes: [0], roundTotalTo: 100 };
    const halves = invoiceOf([fee(850, free), { ...fee(850, free), id: 'second' }], {
      net: 1_700,
      ...rounded,
    });
    expect(oneByOne(halves, [whole('fee'), whole('second')])).toEqual([900, 800]);
    const ids = Array.from({ length: 10 }, (_one, index) => `line ${index}`);
    const small = invoiceOf(
      ids.map((id) => ({ ...fee(50, free), id })),
      { net: 500, ...rounded },
    );
    expect(oneByOne(small, ids.map(whole))).toEqual([100, 0, 100, 0, 100, 0, 100, 0, 100, 0]);
  });

  it('gives the remainder to the last of three credits: 3,540.00', () => {
    const invoice = invoiceOf([fee(300_000, gst)], {
      net: 300_000,
      taxes: [27_000, 27_000],
      roundTotalTo: 100,
    });
    expect(
      oneByOne(invoice, [amountOf('fee', 99_960), amountOf('fee', 99_960), amountOf('fee', 100_080)]),
    ).toEqual([118_000, 117_900, 118_100]);
  });

  it('is computed for each invoice, even on one credit note', () => {
    const whole17 = invoiceOf([fee(1_690, free)], { net: 1_690, taxes: [0], moved: 10, roundTotalTo: 100 });
    const plain = invoiceOf([{ ...fee(1_233, free), id: 'other' }], { net: 1_233, taxes: [0] });
    const both = creditNoteTotals('EUR', [whole17, plain], [whole('fee'), whole('other')]);
    expect(both).toMatchObject({ net: 2_923, rounding: 10, total: 2_933 });
    expect(both.documents.map(({ total }) => total)).toEqual([1_700, 1_233]);
  });
});
