import { minor } from '@daybook/contracts/money/money';
import { planPrices } from './plan-prices.rules.ts';
import type { PricedSeries, RiseTerms } from './plan-prices.rules.ts';

const terms = (more: object = {}): RiseTerms => ({
  percentBp: 500,
  amount: null,
  step: 1,
  currency: null,
  from: '2030-07-10',
  mayRaisePackages: true,
  ...more,
});

const line = (more: object = {}) => ({
  id: 'line',
  qty: '1',
  discountPct: null,
  upliftPct: '0',
  prices: [{ validFrom: '2029-01-01', unitPrice: '100' }],
  ...more,
});

const series = (more: Partial<PricedSeries> = {}): PricedSeries => ({
  id: 'series',
  version: 3,
  status: 'active',
  currency: 'EUR',
  discountPct: null,
  billed: null,
  lines: [line()],
  subscription: null,
  firstYear: () => ({ firstFrom: '2030-08-01', invoices: 12 }),
  ...more,
});

const subscription = (more: object = {}) => ({
  id: 'subscription',
  version: 7,
  cycle: 'monthly' as const,
  fyStart: '04-01',
  pausedOn: null,
  endedOn: null,
  billedThrough: null,
  prices: [{ validFrom: '2030-01-01', price: minor(250_00) }],
  ...more,
});

const planned = (one: PricedSeries, more: object = {}) => planPrices(one, terms(more));

describe('a line of a series', () => {
  it.each([
    [
      'costs more from the day on',
      {},
      {},
      { validFrom: '2030-07-10', unitBefore: '100', unitAfter: '105', before: 100_00, after: 105_00 },
    ],
    ['costs more for each unit', { qty: '2.5' }, {}, { unitAfter: '105', before: 250_00, after: 262_50 }],
    ['keeps its discount', { discountPct: '10' }, {}, { unitAfter: '105', before: 90_00, after: 94_50 }],
    [
      'is raised by an amount',
      {},
      { percentBp: null, amount: minor(7_50), currency: 'EUR' },
      { unitAfter: '107.5' },
    ],
    ['is raised to a step', {}, { percentBp: 333, step: 50 }, { unitAfter: '103.5' }],
    [
      'has the price in force on the day',
      {
        prices: [
          { validFrom: '2029-01-01', unitPrice: '80' },
          { validFrom: '2030-07-09', unitPrice: '90' },
        ],
      },
      {},
      { unitBefore: '90', unitAfter: '94.5' },
    ],
    ['bills twelve times a year', {}, {}, { yearBefore: 1200_00, yearAfter: 1260_00 }],
    [
      'keeps a later price',
      {
        prices: [
          { validFrom: '2029-01-01', unitPrice: '80' },
          { validFrom: '2030-10-01', unitPrice: '90' },
        ],
      },
      {},
      { leftOut: 'LATER_PRICE', leftOutOn: '2030-10-01' },
    ],
    [
      'keeps a price of the same day',
      { prices: [{ validFrom: '2030-07-10', unitPrice: '80' }] },
      {},
      { leftOut: 'LATER_PRICE', leftOutOn: '2030-07-10' },
    ],
    ['that rises by itself is left alone', { upliftPct: '2.5' }, {}, { leftOut: 'RISES_YEARLY' }],
    [
      'that is free stays free',
      { prices: [{ validFrom: '2029-01-01', unitPrice: '0' }] },
      { percentBp: null, amount: minor(5_00), currency: 'EUR' },
      { leftOut: 'NO_PRICE' },
    ],
    ['that deducts is left alone', { qty: '-1' }, {}, { leftOut: 'DEDUCTION' }],
    ['is never lowered by rounding', {}, { percentBp: 100, step: 100_00 }, { leftOut: 'UNCHANGED' }],
    [
      'of which too little is billed to show it is left alone',
      { qty: '0.0001' },
      {},
      { leftOut: 'UNCHANGED' },
    ],
    [
      'does not become larger than an amount can be',
      { prices: [{ validFrom: '2029-01-01', unitPrice: '999999999999' }] },
      { percentBp: 100_000 },
      { leftOut: 'TOO_LARGE' },
    ],
  ])('%s', (_case, ofLine, ofTerms, expected) => {
    expect(planned(series({ lines: [line(ofLine)] }), ofTerms)).toMatchObject([
      { lineId: 'line', seen: 3, ...expected },
    ]);
  });
});

describe('a series', () => {
  it.each([
    ['that has ended', { status: 'completed' }, {}, { leftOut: 'ENDED' }],
    ['that was cancelled', { status: 'cancelled' }, {}, { leftOut: 'ENDED' }],
    ['that bills no period from the day on', { firstYear: () => null }, {}, { leftOut: 'ENDED' }],
    ['that rests', { status: 'paused' }, {}, { leftOut: 'PAUSED' }],
    [
      'in another currency than the amount',
      { currency: 'USD' },
      { percentBp: null, amount: minor(5), currency: 'EUR' },
      { leftOut: 'OTHER_CURRENCY' },
    ],
    [
      'with an invoice of a later period',
      { billed: { from: '2030-07-10', to: '2030-08-09' } },
      {},
      { leftOut: 'PERIOD_BILLED', leftOutOn: '2030-08-10' },
    ],
  ] as const)('%s is left out whole', (_case, ofSeries, ofTerms, expected) => {
    expect(planned(series(ofSeries), ofTerms)).toMatchObject([{ lineId: null, ...expected }]);
  });

  it('with an invoice of an earlier period is raised', () => {
    expect(planned(series({ billed: { from: '2030-07-09', to: '2030-08-08' } }))).toMatchObject([
      { leftOut: null },
    ]);
  });

  it('bills less the discount in its first year, rounded on each invoice', () => {
    expect(
      planned(
        series({
          discountPct: '12.5',
          lines: [line({ prices: [{ validFrom: '2029-01-01', unitPrice: '0.77' }] })],
        }),
      ),
    ).toMatchObject([
      // 0.77 and 0.81 less 12.5 %: 0.67 and 0.71.
      { yearBefore: 12 * 67, yearAfter: 12 * 71 },
    ]);
  });
});

describe('a subscription', () => {
  it.each([
    [
      'is raised from the first day of the next month',
      {},
      {},
      { validFrom: '2030-08-01', before: 250_00, after: 262_50, unitAfter: null },
    ],
    [
      'is raised on the day itself if a period begins on it',
      {},
      { from: '2030-08-01' },
      { validFrom: '2030-08-01' },
    ],
    [
      'is raised with the quarter of the fiscal year',
      { cycle: 'quarterly' },
      {},
      { validFrom: '2030-10-01' },
    ],
    ['is raised with the fiscal year', { cycle: 'yearly' }, {}, { validFrom: '2031-04-01' }],
    [
      'without the permission for packages is left out',
      {},
      { mayRaisePackages: false },
      { leftOut: 'NEEDS_PACKAGES' },
    ],
    ['that was sold once is left out', { cycle: 'once' }, {}, { leftOut: 'ONCE' }],
    ['that ends before is left out', { endedOn: '2030-07-31' }, {}, { leftOut: 'ENDED' }],
    ['that ends later is raised', { endedOn: '2030-08-31' }, {}, { leftOut: null }],
    ['that rests is left out', { pausedOn: '2030-06-01' }, {}, { leftOut: 'PAUSED' }],
    [
      'that is billed further is left out',
      { billedThrough: '2030-08-31' },
      {},
      { leftOut: 'PERIOD_BILLED', leftOutOn: '2030-09-01' },
    ],
    ['that is billed up to the day is raised', { billedThrough: '2030-07-31' }, {}, { leftOut: null }],
    [
      'with a later price keeps it',
      {
        prices: [
          { validFrom: '2030-01-01', price: minor(1) },
          { validFrom: '2031-01-01', price: minor(2) },
        ],
      },
      {},
      { leftOut: 'LATER_PRICE', leftOutOn: '2031-01-01' },
    ],
    [
      'that begins later keeps its first price',
      { prices: [{ validFrom: '2030-09-01', price: minor(250_00) }] },
      {},
      { leftOut: 'LATER_PRICE', leftOutOn: '2030-09-01' },
    ],
    [
      'that is free stays free',
      { prices: [{ validFrom: '2030-01-01', price: minor(0) }] },
      {},
      { leftOut: 'NO_PRICE' },
    ],
  ])('%s', (_case, ofSubscription, ofTerms, expected) => {
    expect(planned(series({ subscription: subscription(ofSubscription) }), ofTerms)).toMatchObject([
      { lineId: null, subscriptionId: 'subscription', seen: 7, ...expected },
    ]);
  });
});
