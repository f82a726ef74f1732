import fc from 'fast-check';
import { add, minor, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { shareOut, taxIn } from './due-by-payment.rules.ts';
import type { Amounts, Use } from './due-by-payment.rules.ts';

const [net20, tax20, net5, tax5] = ['S|20|false|', 'S|20|false|VAT', 'S|5|false|', 'S|5|false|VAT'];

const invoiceOf = (at20: number, at5: number, rounding: number) => {
  const amounts: Amounts = new Map([
    [net20, minor(at20)],
    [tax20, minor(Math.round(at20 / 5))],
    [net5, minor(at5)],
    [tax5, minor(Math.round(at5 / 20))],
    ['settled', minor(0)],
    ['rest', minor(rounding)],
  ]);
  return { amounts, total: sum(amounts.values()) };
};

let made = 0;
const use = (kind: Use['kind'], amount: Minor, more: Partial<Use> = {}): Use => ({
  id: `use ${(made += 1)}`,
  kind,
  isUndone: false,
  amount,
  base: amount,
  day: '2026-01-01',
  postedAt: '2026-01-01T00:00:00Z',
  postedOn: '2026-01-01',
  ...more,
});

const invoice = fc
  .record({
    at20: fc.integer({ min: 1, max: 1_000_000 }),
    at5: fc.integer({ min: 0, max: 1_000_000 }),
    rounding: fc.integer({ min: -50, max: 50 }),
  })
  .map(({ at20, at5, rounding }) => invoiceOf(at20 + 50, at5, rounding));
const portions = fc.array(fc.record({ percent: fc.integer({ min: 1, max: 100 }), isUndone: fc.boolean() }), {
  maxLength: 12,
});

/** Payments of parts of what is open at their time, some of which are undone at once, and one of all that is left. */
function paidInFull(total: Minor, parts: readonly { percent: number; isUndone: boolean }[]): Use[] {
  const uses: Use[] = [];
  let open = total;
  for (const { percent, isUndone } of parts) {
    const amount = minor(Math.floor((open * percent) / 100));
    if (amount === 0) continue;
    const payment = use('money', amount);
    uses.push(payment, ...(isUndone ? [{ ...payment, isUndone: true }] : []));
    if (!isUndone) open = subtract(open, amount);
  }
  return open === 0 ? uses : [...uses, use('money', open)];
}

const plain = (amounts: Amounts) => Object.fromEntries([...amounts].filter(([, amount]) => amount !== 0));

// docs/rules.md#tax-due-by-payment
describe('the shares of an invoice', () => {
  it('add up to it once it is paid in full, whatever was undone meanwhile', () => {
    fc.assert(
      fc.property(invoice, portions, (document, parts) => {
        const { taken, open, unpaid } = shareOut(document, paidInFull(document.total, parts));
        const sums = new Map<string, Minor>();
        for (const { share } of taken)
          for (const [key, amount] of share) sums.set(key, add(sums.get(key) ?? minor(0), amount));
        expect(plain(sums)).toEqual(plain(document.amounts));
        expect({ unpaid, open: plain(open) }).toEqual({ unpaid: 0, open: {} });
      }),
    );
  });

  it('are each as large as the payment, with the tax to within a cent of its part', () => {
    fc.assert(
      fc.property(invoice, portions, (document, parts) => {
        for (const { amount, share, isUndone } of shareOut(document, paidInFull(document.total, parts)).taken)
          expect(sum(share.values())).toBe(isUndone ? negate(amount) : amount);
      }),
    );
  });
});

describe('a credit note', () => {
  const document = invoiceOf(100_000, 100_000, 0);
  const ofFives: Amounts = new Map([
    [net5, minor(100_000)],
    [tax5, minor(5_000)],
    ['settled', minor(0)],
    ['rest', minor(0)],
  ]);

  it('makes nothing due, and leaves the tax of what it did not credit', () => {
    const note = use('credit', minor(105_000));
    const { taken, open } = shareOut(document, [note], new Map([[note.id, ofFives]]));
    expect(taken.map(({ share }) => plain(share))).toEqual([{}]);
    expect(plain(open)).toEqual({ [net20]: 100_000, [tax20]: 20_000 });
  });

  it('that settles the rest leaves no tax behind, even if payments were taken for what it credits', () => {
    const note = use('credit', minor(105_000));
    const { taken, open } = shareOut(
      document,
      [use('money', minor(120_000)), note],
      new Map([[note.id, ofFives]]),
    );
    const due = taken.map(({ share }) => sum(taxIn(share).values()));
    expect(sum(due)).toBe(20_000);
    expect(plain(open)).toEqual({});
  });

  it('whose own tax was taken back at its issue settles as money does', () => {
    const note = use('credit', minor(112_500));
    const handed = new Map([[note.id, new Map([['settled', minor(112_500)]])]]);
    const { taken } = shareOut(document, [note], handed);
    expect(taken.map(({ share }) => plain(share))).toEqual([
      { [net20]: 50_000, [tax20]: 10_000, [net5]: 50_000, [tax5]: 2_500 },
    ]);
  });
});
