import fc from 'fast-check';
import { propertyRuns } from '../property-runs.ts';
import { minor } from './money.ts';
import { atOwnRate, countedOn, withheldFrom, withholdingOn } from './withholding.ts';
import type { DatedWithholding } from './withholding.ts';

type Code = Parameters<typeof withholdingOn>[0];

const tds: Code = {
  currency: 'INR',
  base: 'net',
  counting: 'year',
  roundTo: 'whole',
  roundDir: 'nearest',
  rates: [{ validFrom: '2020-04-01', threshold: 0, rate: '10', tiers: [] }],
};

const rates = (...rows: Partial<DatedWithholding>[]): DatedWithholding[] =>
  rows.map((row) => ({ validFrom: '2020-01-01', threshold: 0, rate: '10', tiers: [], ...row }));

function withheld(code: Partial<Code>, base: number, { on = '2026-05-01', counted = 0 } = {}) {
  const terms = withholdingOn({ ...tds, ...code }, on, minor(counted));
  return terms && withheldFrom(minor(base), terms);
}

describe('tax withheld by a code', () => {
  it('TDS: is 10 % of the net before rounding, to the paisa or the rupee', () => {
    expect(withheld({ roundTo: 'minor' }, 1836_00)).toEqual({ amount: 183_60, ratePct: '10' });
    expect(withheld({}, 1836_00)).toEqual({ amount: 184_00, ratePct: '10' });
    expect(withheld({}, 1834_99)).toEqual({ amount: 183_00, ratePct: '10' });
  });

  it('is zero up to the threshold, and applies to the whole base that crosses it', () => {
    const code = { rates: rates({ threshold: 50_000_00 }) };
    expect(withheld(code, 50_000_00)).toEqual({ amount: 0, ratePct: '0' });
    expect(withheld(code, 50_001_00)?.amount).toBe(5_000_00);
    expect(withheld(code, 30_000_00, { counted: 20_000_00 })?.amount).toBe(0);
    expect(withheld(code, 30_000_00, { counted: 20_000_01 })?.amount).toBe(3_000_00);
    expect(withheld(code, 1_000_00, { counted: 80_000_00 })?.amount).toBe(100_00);
  });

  it('is counted for each payment separately if the law says so', () => {
    const code: Partial<Code> = { counting: 'payment', rates: rates({ threshold: 50_000_00 }) };
    expect(withheld(code, 30_000_00, { counted: 500_000_00 })?.amount).toBe(0);
  });

  it('uses the rate of the day, and none before the first', () => {
    const code = {
      rates: rates({ validFrom: '2025-04-01', rate: '10' }, { validFrom: '2026-04-01', rate: '7.5' }),
    };
    expect(withheld(code, 1_000_00, { on: '2026-03-31' })).toEqual({ amount: 100_00, ratePct: '10' });
    expect(withheld(code, 1_000_00, { on: '2026-04-01' })).toEqual({ amount: 75_00, ratePct: '7.5' });
    expect(withheld(code, 1_000_00, { on: '2025-03-31' })).toBeNull();
  });

  it('has a rate for each band: 10.21 % up to a million yen, 20.42 % above, rounded down', () => {
    const japan: Partial<Code> = {
      currency: 'JPY',
      counting: 'payment',
      roundDir: 'down',
      rates: rates({ rate: '10.21', tiers: [{ above: 1_000_000, rate: '20.42' }] }),
    };
    expect(withheld(japan, 99_999)).toEqual({ amount: 10_209, ratePct: '10.21' });
    expect(withheld(japan, 1_000_000)).toEqual({ amount: 102_100, ratePct: '10.21' });
    expect(withheld(japan, 1_500_000)).toEqual({ amount: 204_200, ratePct: '20.42' });
    const terms = withholdingOn({ ...tds, ...japan }, '2026-05-01', minor(0));
    const second = terms && countedOn(terms, minor(900_000));
    expect(second && withheldFrom(minor(200_000), second).amount).toBe(10_210 + 20_420);
  });

  it('is rounded to the minor or whole unit of currencies with three decimals, and never exceeds the base', () => {
    const dinar: Partial<Code> = { currency: 'KWD', rates: rates({ rate: '5' }) };
    expect(withheld({ ...dinar, roundTo: 'minor' }, 12_345)?.amount).toBe(617);
    expect(withheld({ ...dinar, roundDir: 'up' }, 20_001)?.amount).toBe(2_000);
    expect(withheld({ ...dinar, roundDir: 'up' }, 20_000)?.amount).toBe(1_000);
    expect(withheld({ ...dinar, roundDir: 'up' }, 400)?.amount).toBe(400);
    expect(withheld({ ...dinar, roundDir: 'down' }, 39_999)?.amount).toBe(1_000);
  });

  it('at a client’s own rate starts at the first unit, with the base and the rounding of the code', () => {
    const terms = withholdingOn(
      { ...tds, base: 'gross', rates: rates({ threshold: 50_000_00 }) },
      '2026-05-01',
      minor(0),
    );
    expect(atOwnRate(terms, '2')).toMatchObject({ base: 'gross', step: 100 });
    expect(withheldFrom(minor(1_030_00), atOwnRate(terms, '2')).amount).toBe(21_00);
    expect(withheldFrom(minor(1_030_01), atOwnRate(null, '2'))).toEqual({ amount: 20_60, ratePct: '2' });
  });

  it('is zero for a zero or negative amount', () => {
    expect([withheld({}, 0)?.amount, withheld({}, -1_000_00)?.amount]).toEqual([0, 0]);
  });

  it('is never negative, never exceeds the base, and never falls when the base grows', () => {
    const rate = fc.integer({ min: 0, max: 100_00 }).map((hundredths) => (hundredths / 100).toFixed(2));
    const amount = fc.integer({ min: 0, max: 5_000_000_00 });
    const code = fc.record({
      currency: fc.constantFrom('INR', 'JPY', 'KWD'),
      base: fc.constant('net' as const),
      counting: fc.constantFrom('year' as const, 'payment' as const),
      roundTo: fc.constantFrom('minor' as const, 'whole' as const),
      roundDir: fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
      rates: fc
        .record({
          threshold: amount,
          rate,
          tiers: fc
            .uniqueArray(fc.record({ above: amount.map((value) => value + 1), rate }), {
              maxLength: 3,
              selector: ({ above }) => above,
            })
            .map((tiers) => tiers.toSorted((a, b) => a.above - b.above)),
        })
        .map((row) => rates(row)),
    });
    fc.assert(
      fc.property(code, amount, amount, amount, (given, counted, base, more) => {
        const less = withheld(given, base, { counted })?.amount ?? -1;
        const greater = withheld(given, base + more, { counted })?.amount ?? -1;
        expect([less >= 0, less <= base, greater >= less]).toEqual([true, true, true]);
      }),
      { numRuns: propertyRuns },
    );
  });
});
