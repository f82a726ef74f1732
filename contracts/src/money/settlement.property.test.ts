import fc from 'fast-check';
import { propertyRuns } from '../property-runs.ts';
import { negate, percentOf, proportion, roundTo, share, toDecimal, fromDecimal, minor } from './money.ts';
import type { Minor } from './money.ts';
import { proposeSettlement, reverseAdvanceTax, settle, splitAdvance } from './settlement.ts';
import type { AdvanceTax, OpenDocument, SettlementSource } from './settlement.ts';

const runs = { numRuns: propertyRuns };
const money = fc.integer({ min: 0, max: 10_000_000_000 }).map(minor);
const positive = fc.integer({ min: 1, max: 10_000_000_000 }).map(minor);
const bigOf = (amounts: readonly Minor[]) => amounts.reduce((total, one) => total + BigInt(one), 0n);

describe('sharing an amount', () => {
  it('adds up to the amount, gives each part within one unit of its quota, and mirrors negative amounts', () => {
    const given = fc.tuple(money, fc.array(money, { minLength: 1, maxLength: 12 }));
    fc.assert(
      fc.property(given, ([total, weights]) => {
        const whole = bigOf(weights);
        fc.pre(whole > 0n);
        const parts = share(total, weights);
        const isNear = parts.every((part, row) => {
          const off = BigInt(part) * whole - BigInt(total) * BigInt(weights[row] ?? 0);
          return off < whole && -off < whole;
        });
        const mirrored = share(negate(total), weights).map(negate);
        expect({ total: bigOf(parts), isNear, mirrored }).toEqual({
          total: BigInt(total),
          isNear: true,
          mirrored: parts,
        });
      }),
      runs,
    );
  });
});

describe('rounding', () => {
  const rate = fc.integer({ min: 0, max: 100_0000 }).map((tenThousandths) => ({
    tenThousandths: BigInt(tenThousandths),
    text: (tenThousandths / 10_000).toFixed(4),
  }));

  it('of a percentage goes to the nearest unit, half away from zero; with floor, towards zero', () => {
    fc.assert(
      fc.property(money, rate, fc.boolean(), (size, { tenThousandths, text }, isCredit) => {
        const exact = BigInt(size) * tenThousandths;
        const den = 1_000_000n;
        const sign = isCredit ? -1n : 1n;
        const amount = minor(BigInt(size) * sign);
        const halfUp = (2n * exact + den) / (2n * den);
        expect(BigInt(percentOf(amount, text))).toBe(halfUp * sign);
        expect(BigInt(percentOf(amount, text, 'floor'))).toBe((exact / den) * sign);
      }),
      runs,
    );
  });

  it('to a step gives a multiple of it, at most half a step away', () => {
    fc.assert(
      fc.property(money, fc.constantFrom(1, 5, 10, 100), (amount, step) => {
        const rounded = roundTo(amount, step);
        expect(rounded % step).toBe(0);
        expect(Math.abs(rounded - amount) * 2).toBeLessThanOrEqual(step);
        expect(roundTo(rounded, step)).toBe(rounded);
      }),
      runs,
    );
  });

  it('does not change an amount that is converted to a decimal and back', () => {
    fc.assert(
      fc.property(money, fc.constantFrom('JPY', 'EUR', 'KWD'), fc.boolean(), (size, currency, isCredit) => {
        const amount = isCredit ? negate(size) : size;
        expect(fromDecimal(toDecimal(amount, currency), currency)).toBe(amount);
      }),
      runs,
    );
  });
});

const entityId = 'entity';
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
const documents: fc.Arbitrary<OpenDocument[]> = fc
  .array(fc.record({ outstanding: money, issueDate: day, dueDate: day, isOther: fc.boolean() }), {
    maxLength: 8,
  })
  .map((rows) =>
    rows.map(({ isOther, ...row }, index) => ({
      ...row,
      id: `id-${index}`,
      number: `INV-${index}`,
      entityId: isOther && index % 3 === 2 ? 'other' : entityId,
      currency: 'EUR',
    })),
  );
const source: fc.Arbitrary<SettlementSource> = fc
  .tuple(positive, fc.integer({ min: 0, max: 100 }))
  .map(([available, percent]) => ({
    entityId,
    currency: 'EUR',
    available,
    withheld: percentOf(available, String(percent), 'floor'),
  }));
const order = fc.constantFrom('fifo', 'oldest_overdue_first');

describe('a settlement', () => {
  it('that is proposed stays within each document, and leaves an advance only when nothing is outstanding', () => {
    fc.assert(
      fc.property(source, documents, order, day, (from, open, by, asOf) => {
        const { rows, advance, withheldAdvance } = proposeSettlement(from, open, by, asOf);
        const payable = open.filter((one) => one.entityId === entityId);
        const paid = new Map(rows.map(({ targetId, amount }) => [targetId, amount]));
        const isWithin = rows.every(({ targetId, amount, withheldPart }) => {
          const owed = payable.find(({ id }) => id === targetId)?.outstanding ?? 0;
          return amount > 0 && amount <= owed && withheldPart >= 0 && withheldPart <= amount;
        });
        const allocated = bigOf(rows.map(({ amount }) => amount));
        const withheld = bigOf(rows.map(({ withheldPart }) => withheldPart));
        expect([isWithin, allocated + BigInt(advance), withheld + BigInt(withheldAdvance)]).toEqual([
          true,
          BigInt(from.available),
          BigInt(from.withheld),
        ]);
        const isAllPaid = payable.every(({ id, outstanding }) => (paid.get(id) ?? 0) === outstanding);
        expect(advance === 0 || isAllPaid).toBe(true);
        expect(settle(from, open, rows)).toEqual({
          ok: true,
          settlement: { rows, advance, withheldAdvance },
        });
      }),
      runs,
    );
  });

  it('that is entered is refused exactly when a row exceeds its document or the available amount', () => {
    const byHand = fc.array(fc.tuple(fc.nat(9), positive), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(source, documents, byHand, (from, open, entered) => {
        const rows = entered.map(([at, amount]) => ({ targetId: `id-${at}`, amount }));
        const perTarget = Map.groupBy(rows, ({ targetId }) => targetId);
        const isWithin = [...perTarget].every(([targetId, of]) => {
          const target = open.find(({ id, entityId: by }) => id === targetId && by === entityId);
          return target !== undefined && bigOf(of.map(({ amount }) => amount)) <= BigInt(target.outstanding);
        });
        const isCovered = bigOf(rows.map(({ amount }) => amount)) <= BigInt(from.available);
        expect(settle(from, open, rows).ok).toBe(isWithin && isCovered);
      }),
      runs,
    );
  });
});

/** The tax included in an amount, computed with integers: rates here have at most three decimals. */
function oracle(gross: number, { ratePct, components, roundingDir }: AdvanceTax): number[] {
  const rate = BigInt(Math.round(Number(ratePct) * 1000));
  const shares = BigInt(components.reduce((all, { share }) => all + share, 0));
  return components.map(({ share }) => {
    const [dividend, divisor] = [BigInt(gross) * rate * BigInt(share), (100_000n + rate) * shares];
    return Number(roundingDir === 'floor' ? dividend / divisor : (2n * dividend + divisor) / (2n * divisor));
  });
}

describe('an advance that includes tax', () => {
  it('holds the tax of the remaining amount after random allocations and returns, as an oracle computes it', () => {
    const terms: fc.Arbitrary<AdvanceTax> = fc.record({
      category: fc.constant('S'),
      ratePct: fc.constantFrom('18', '5', '20', '5.5', '2.1', '28', '10', '0.25', '19.6'),
      components: fc
        .constantFrom<[string, number][]>(
          [['VAT', 1]],
          [
            ['CGST', 1],
            ['SGST', 1],
          ],
          [
            ['CITY', 1],
            ['STATE', 3],
          ],
        )
        .map((parts) => parts.map(([name, share]) => ({ name, share }))),
      roundingDir: fc.constantFrom('half_up', 'floor'),
    });
    // The currency does not matter here. These are the remaining amounts after each step; the last one is 0.
    const lefts = fc.array(fc.nat(100_000_000_000), { maxLength: 4 });
    fc.assert(
      fc.property(fc.nat(100_000_000_000), lefts, terms, (gross, moves, tax) => {
        let before = minor(gross);
        const held = splitAdvance(before, tax).components.map((one): number => one.tax);
        for (const left of [...moves, 0]) {
          reverseAdvanceTax(tax, before, minor(left)).forEach((one, index) => {
            held[index] = (held[index] ?? 0) - one.tax;
          });
          before = minor(left);
          if (oracle(left, tax).some((one, index) => one !== held[index]))
            throw new Error(`tax held is ${held.join()} when ${left} is left`);
        }
        return held.every((one) => one === 0);
      }),
      runs,
    );
  });

  it('gives back more tax for a larger part', () => {
    fc.assert(
      fc.property(money, positive, fc.nat(1_000), fc.nat(1_000), (amount, whole, a, b) => {
        const [less, more] = [a, b]
          .toSorted((x, y) => x - y)
          .map((n) => proportion(whole, minor(n), minor(1_000)));
        expect(proportion(amount, less ?? minor(0), whole)).toBeLessThanOrEqual(
          proportion(amount, more ?? minor(0), whole),
        );
      }),
      runs,
    );
  });
});
