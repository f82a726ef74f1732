import { priceOn } from './dated-price.ts';
import type { DatedPrice } from './dated-price.ts';

const of = (prices: DatedPrice[], upliftPct: string, date: string, onDay = date) =>
  priceOn(prices, upliftPct, { date, onDay });

const since2024 = [{ validFrom: '2024-04-01', unitPrice: '1000' }];

it.each([
  ['the price in force', '5', '2024-04-01', '1000'],
  ['the same until a year has passed', '5', '2025-03-31', '1000'],
  ['raised on the anniversary', '5', '2025-04-01', '1050'],
  ['raised twice, from the original figure', '5', '2026-04-01', '1102.5'],
  ['null before it is in force', '5', '2024-03-31', null],
  ['the same without an uplift', '0', '2030-01-01', '1000'],
  ['lower after a negative uplift', '-10', '2026-04-01', '810'],
  ['rounded once, to six decimals', '3.3', '2031-04-01', '1255.169133'],
])('the price of a period is %s', (_what, uplift, date, price) => {
  expect(of(since2024, uplift, date)).toBe(price);
});

it('the uplift starts again with each dated price, whatever their order', () => {
  const prices = [{ validFrom: '2026-01-01', unitPrice: '1200.50' }, ...since2024];
  expect(of(prices, '10', '2025-12-31')).toBe('1100');
  expect(of(prices, '10', '2026-06-01')).toBe('1200.5');
  expect(of(prices, '10', '2027-01-01')).toBe('1320.55');
  expect(of([], '10', '2027-01-01')).toBeNull();
});

it('the first price also applies to the earlier period that the first invoice covers; later prices do not', () => {
  const agreed = [{ validFrom: '2026-01-01', unitPrice: '90' }, ...since2024];
  expect(of(since2024, '5', '2024-03-01', '2024-04-01')).toBe('1000');
  expect(of(agreed, '5', '2024-03-01', '2026-02-01')).toBe('1000');
  expect(of(since2024, '5', '2024-03-01', '2024-03-31')).toBeNull();
});
