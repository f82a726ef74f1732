import type { Minor } from '@daybook/contracts/money/money';
import { rateOf } from './charge-rates.rules.ts';
import type { RateOfHours } from './charge-rates.rules.ts';

const hour = {
  clientId: 'acme',
  serviceId: 'audit',
  personId: 'ada',
  workedOn: '2026-05-10',
  currency: 'EUR',
};

/** The first is the most specific; each has a rate of its own, in euros an hour. */
const all = [
  { clientId: 'acme', personId: 'ada', rate: 210 },
  { clientId: 'acme', serviceId: 'audit', rate: 190 },
  { clientId: 'acme', rate: 170 },
  { serviceId: 'audit', rate: 150 },
  { personId: 'ada', rate: 130 },
  { rate: 110 },
];

const stored = (given: Partial<Omit<RateOfHours, 'rate'>> & { rate: number }): RateOfHours => ({
  clientId: null,
  serviceId: null,
  personId: null,
  currency: 'EUR',
  validFrom: '2026-01-01',
  validTo: null,
  ...given,
  rate: given.rate as Minor,
});

describe('the rate of an hour', () => {
  it.each(all.map(({ rate }, skipped) => [rate, skipped]))(
    'is %i when the %i more specific rates are missing, in whatever order they are stored',
    (rate, skipped) => {
      const left = all.slice(skipped).map(stored);
      expect(rateOf(left, hour)).toBe(rate);
      expect(rateOf(left.toReversed(), hour)).toBe(rate);
    },
  );

  it.each([
    ['another client', { clientId: 'other', rate: 1 }],
    ['the client with another person', { clientId: 'acme', personId: 'bob', rate: 1 }],
    ['the client with another service', { clientId: 'acme', serviceId: 'payroll', rate: 1 }],
    ['another service', { serviceId: 'payroll', rate: 1 }],
    ['another person', { personId: 'bob', rate: 1 }],
    ['another currency', { rate: 1, currency: 'USD' }],
    ['later days', { rate: 1, validFrom: '2026-05-11' }],
    ['earlier days', { rate: 1, validTo: '2026-05-09' }],
  ])('is not that of %s, and there is none without a rate that fits', (_of, rate) => {
    expect(rateOf([stored(rate)], hour)).toBeNull();
    expect(rateOf([stored(rate), stored({ rate: 110 })], hour)).toBe(110);
  });

  it('includes the first and the last day of a rate, and changes from one to the next', () => {
    const rates = [
      stored({ rate: 100, validTo: '2026-05-10' }),
      stored({ rate: 120, validFrom: '2026-05-11', validTo: '2026-05-31' }),
    ];
    const on = (workedOn: string) => rateOf(rates, { ...hour, workedOn });
    expect(
      ['2025-12-31', '2026-01-01', '2026-05-10', '2026-05-11', '2026-05-31', '2026-06-01'].map(on),
    ).toEqual([null, 100, 100, 120, 120, null]);
  });

  it('falls back from a specific rate that is not valid on the day', () => {
    const rates = [stored({ clientId: 'acme', rate: 200, validTo: '2026-04-30' }), stored({ rate: 110 })];
    expect(rateOf(rates, hour)).toBe(110);
    expect(rateOf(rates, { ...hour, workedOn: '2026-04-30' })).toBe(200);
  });

  it('of work without a service is not that of a service', () => {
    const rates = [stored({ serviceId: 'audit', rate: 150 }), stored({ personId: 'ada', rate: 130 })];
    expect(rateOf(rates, { ...hour, serviceId: null })).toBe(130);
  });
});
