import { minor } from '@daybook/contracts/money/money';
import { bankOfEnglandRate, ecbRate, reserveBankOfIndiaRate } from './reference-rates.ts';
import { flatSumOn, interestOn, lawOf } from './statutory-interest.rules.ts';

const debt = (amount: number, dueOn: string) => ({ amount: minor(amount), dueOn });

describe('interest on a late debt', () => {
  it('in the euro area is 8 points above the ECB rate of the first day of each half-year', () => {
    // 30 days at 3.15 + 8 %, 62 days at 2.15 + 8 %: 10,000 × (0.1115 × 30 + 0.1015 × 62) / 365 = 264.0547…
    expect(interestOn('EU', debt(10_000_00, '2025-05-31'), '2025-08-31')).toEqual({
      interest: 264_05,
      rates: [1_115, 1_015],
      knownUntil: null,
    });
    // A change within the half-year does not matter: on 1 January 2023 the rate was 2.50 %.
    expect(interestOn('EU', debt(1_000_00, '2022-12-31'), '2023-06-30')?.rates).toEqual([1_050]);
  });

  it('in Great Britain keeps the rate of the last 30 June or 31 December before it began', () => {
    // 91 days at 4.75 + 8 %: 5,000 × 0.1275 × 91 / 365 = 158.9383…
    expect(interestOn('GB', debt(5_000_00, '2025-03-31'), '2025-06-30')).toEqual({
      interest: 158_94,
      rates: [1_275],
      knownUntil: null,
    });
    // It begins on 1 July: the rate of 30 June, 4.25 %, and stays although the rate falls in August.
    expect(interestOn('GB', debt(5_000_00, '2025-06-30'), '2025-12-31')?.rates).toEqual([1_225]);
    expect(interestOn('GB', debt(5_000_00, '2025-06-29'), '2025-12-31')?.rates).toEqual([1_275]);
  });

  it('in India is three times the bank rate, compounded monthly from the due date', () => {
    // A month at 20.25 %, a month and 10 days at 19.5 %:
    // 100,000 × (1.016875 × 1.01625 × (1 + 0.195 × 10 / 365) − 1) = 3,892.0118…
    expect(interestOn('IN', debt(100_000_00, '2025-01-15'), '2025-03-25')).toEqual({
      interest: 3_892_01,
      rates: [2_025, 1_950],
      knownUntil: null,
    });
    // From the last day of a long month a month ends on the last day of a short one: 1,000 × 0.195 / 12 = 16.25.
    expect(interestOn('IN', debt(1_000_00, '2025-01-31'), '2025-02-28')?.interest).toBe(16_88);
    expect(interestOn('IN', debt(1_000_00, '2025-02-28'), '2025-03-28')?.interest).toBe(16_25);
  });

  it('in Japan is 3 % of the day on which the debtor was first late', () => {
    // 91 days: 1,000,000 × 0.03 × 91 / 365 = 7,479.45…
    expect(interestOn('JP', debt(1_000_000, '2026-03-31'), '2026-06-30')).toEqual({
      interest: 7_479,
      rates: [300],
      knownUntil: null,
    });
  });

  it('is none on the due date, one day’s on the next, and none before the law', () => {
    expect(interestOn('JP', debt(1_000_000, '2026-03-31'), '2026-03-31')).toBeNull();
    expect(interestOn('JP', debt(1_000_000, '2026-03-31'), '2026-04-01')?.interest).toBe(82);
    expect(interestOn('JP', debt(1_000_000, '2020-03-31'), '2020-04-30')).toBeNull();
    expect(interestOn('EU', debt(1_000_00, '2013-03-15'), '2013-04-30')).toBeNull();
  });

  it('goes on with the last known rate and says until when the rates are known', () => {
    const later = '2099-03-31';
    expect(interestOn('EU', debt(1_000_00, '2099-01-31'), later)).toMatchObject({
      rates: [(ecbRate.changes.at(-1)?.[1] ?? 0) + 800],
      knownUntil: ecbRate.completeUntil,
    });
    expect(interestOn('GB', debt(1_000_00, '2099-01-31'), later)?.knownUntil).toBe(
      bankOfEnglandRate.completeUntil,
    );
    expect(interestOn('IN', debt(1_000_00, '2099-01-31'), later)?.knownUntil).toBe(
      reserveBankOfIndiaRate.completeUntil,
    );
    // The rate of 1 January 2026 is known, and it is the only one of the half-year.
    expect(interestOn('EU', debt(1_000_00, '2026-01-15'), '2026-06-30')?.knownUntil).toBeNull();
    expect(interestOn('EU', debt(1_000_00, '2026-01-15'), '2026-07-01')?.knownUntil).toBe('2026-01-31');
  });
});

it('the flat sum is €40 in the euro area, £40, £70 or £100 by the debt in Great Britain, and only in that currency', () => {
  expect(flatSumOn('EU', minor(1_00), 'EUR')).toBe(40_00);
  expect(flatSumOn('EU', minor(1_00), 'USD')).toBeNull();
  const british = [999_99, 1_000_00, 9_999_99, 10_000_00].map((amount) =>
    flatSumOn('GB', minor(amount), 'GBP'),
  );
  expect(british).toEqual([40_00, 70_00, 70_00, 100_00]);
  expect(flatSumOn('IN', minor(1_00), 'INR')).toBeNull();
  expect(flatSumOn('JP', minor(1_00), 'JPY')).toBeNull();
});

it('the law is that of the billing entity; where the euro is not the currency or the country is unknown there is none', () => {
  expect(lawOf('FR', 'EUR')).toBe('EU');
  expect(lawOf('PL', 'PLN')).toBeNull();
  expect(lawOf('IN', 'INR')).toBe('IN');
  expect(lawOf('US', 'USD')).toBeNull();
});

it.each([
  ['ECB', ecbRate],
  ['Bank of England', bankOfEnglandRate],
  ['Reserve Bank of India', reserveBankOfIndiaRate],
])('the rates of the %s are in the order of their days and complete beyond the last one', (_name, rate) => {
  const days = rate.changes.map(([from]) => from);
  expect(days).toEqual(days.toSorted());
  expect(new Set(days).size).toBe(days.length);
  expect((days.at(-1) ?? '') <= rate.completeUntil).toBe(true);
  // Each entry is a change.
  const rates = rate.changes.map(([, points]) => points);
  expect(rates.every((points, index) => points !== rates[index - 1])).toBe(true);
});
