import { minor } from './money.ts';
import { hundredthsOf, raisedPrice, risenBy } from './raise-price.ts';
import type { Raise } from './raise-price.ts';

const percent = (percentBp: number, step = 1): Raise => ({ percentBp, amount: null, step });
const amount = (by: number, step = 1): Raise => ({ percentBp: null, amount: minor(by), step });

it.each([
  ['5 % more is rounded half up to the cent', '10.10', percent(500), 'EUR', '10.61'],
  ['a quarter of a per cent', '1000', percent(25), 'EUR', '1002.5'],
  ['half a cent goes up', '0.10', percent(500), 'EUR', '0.11'],
  ['to 5 cents', '99.99', percent(300), 'CHF', '102.99'],
  ['to 5 cents, up', '99.99', percent(300, 5), 'CHF', '103'],
  ['to 10 cents', '100.40', percent(300, 10), 'EUR', '103.4'],
  ['to 50 cents', '100.40', percent(300, 50), 'EUR', '103.5'],
  ['to whole euros', '100.40', percent(300, 100), 'EUR', '103'],
  ['half of a step goes up', '100', percent(250, 500), 'EUR', '105'],
  ['to ten euros', '1234.56', percent(1000, 1000), 'EUR', '1360'],
  ['yen have no decimals', '10001', percent(250), 'JPY', '10251'],
  ['yen to 100', '10001', percent(250, 100), 'JPY', '10300'],
  ['dinars have three decimals', '12.345', percent(100), 'KWD', '12.468'],
  ['an amount is added', '100.40', amount(500), 'EUR', '105.4'],
  ['an amount is added and then rounded', '100.40', amount(500, 100), 'EUR', '105'],
  ['a price finer than a cent becomes whole cents', '0.0456', percent(1000), 'EUR', '0.05'],
  ['twice as much', '7', percent(10_000), 'EUR', '14'],
  ['a price that rounding leaves as it is', '10', percent(1), 'EUR', null],
  ['a price that rounding would lower', '10.40', percent(100, 1000), 'EUR', null],
  ['nothing stays nothing', '0', percent(500), 'EUR', null],
] as const)('%s', (_case, before, raise, currency, after) => {
  expect(raisedPrice(before, raise, currency)).toBe(after);
});

it.each([
  [10_000, 10_500, 500],
  [10_000, 10_000, 0],
  [300, 400, 3333],
  [0, 400, 0],
])('from %d to %d is %d hundredths of a per cent', (before, after, percentBp) => {
  expect(risenBy(minor(before), minor(after))).toBe(percentBp);
});

it.each([
  ['3.25', 325],
  ['5', 500],
  ['0.1', 10],
  ['999.99', 99_999],
])('%s %% are %d hundredths of a per cent', (percent, hundredths) => {
  expect(hundredthsOf(percent)).toBe(hundredths);
});
