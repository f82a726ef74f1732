import { nextStatementDay, statementPeriod } from './statement-days.ts';

it.each([
  ['month', 5, '2026-03-04', '2026-03-05'],
  ['month', 5, '2026-03-05', '2026-04-05'],
  ['month', 31, '2026-01-31', '2026-02-28'],
  ['month', 31, '2028-02-28', '2028-02-29'],
  ['month', 30, '2026-12-30', '2027-01-30'],
  ['quarter', 10, '2026-01-09', '2026-01-10'],
  ['quarter', 10, '2026-01-10', '2026-04-10'],
  ['quarter', 31, '2026-11-24', '2027-01-31'],
] as const)('the day of each %s on the %i. after %s is %s', (every, onDay, after, day) => {
  expect(nextStatementDay(every, onDay, after)).toBe(day);
});

it.each([
  ['month', 5, '2026-03-05', '2026-02-01', '2026-02-28'],
  ['month', 1, '2026-01-01', '2025-12-01', '2025-12-31'],
  ['month', 31, '2026-03-31', '2026-03-01', '2026-03-31'],
  ['month', 31, '2026-02-28', '2026-02-01', '2026-02-28'],
  ['quarter', 10, '2026-04-10', '2026-01-01', '2026-03-31'],
  ['quarter', 31, '2026-01-31', '2025-10-01', '2025-12-31'],
] as const)('the %s of a statement on the %i., sent for %s, is %s to %s', (every, onDay, day, from, to) => {
  expect(statementPeriod(every, onDay, day)).toEqual({ from, to });
});

it.each([28, 29, 30, 31, 1, 15])('a schedule on the %i. covers every month of a year once', (onDay) => {
  const covered: string[] = [];
  for (let day = '2026-01-01'; covered.length < 12;) {
    day = nextStatementDay('month', onDay, day);
    covered.push(statementPeriod('month', onDay, day).from.slice(0, 7));
  }
  expect(new Set(covered).size).toBe(12);
});
