import { addDays } from '@daybook/contracts/plain-date';
import { backupsToRemove } from './retention.rules.ts';
import type { Retention } from './retention.rules.ts';

const usual: Retention = { keepDaily: 7, keepWeekly: 5, keepMonthly: 12 };

/** A backup each day, from the last day back. */
const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => addDays(last, -back));

const keptOf = (days: readonly string[], retention: Retention): string[] => {
  const removed = new Set(
    backupsToRemove(
      days.map((day, no) => ({ id: `${no}`, day })),
      retention,
    ),
  );
  return days.filter((_, no) => !removed.has(`${no}`));
};

// 2026-11-28 is a Saturday.
describe('the retention of backups', () => {
  it.each<[string, readonly string[], Retention, readonly string[]]>([
    ['the only backup', ['2020-01-01'], usual, ['2020-01-01']],
    ['nothing where there is nothing', [], usual, []],
    [
      'the last days',
      daysUntil('2026-11-28', 10),
      { keepDaily: 3, keepWeekly: 0, keepMonthly: 0 },
      ['2026-11-28', '2026-11-27', '2026-11-26'],
    ],
    [
      'the last day of each week, which begins on Monday',
      daysUntil('2026-11-28', 30),
      { keepDaily: 1, keepWeekly: 3, keepMonthly: 0 },
      ['2026-11-28', '2026-11-22', '2026-11-15'],
    ],
    [
      'the last day of each month, over the end of a year',
      daysUntil('2026-02-10', 80),
      { keepDaily: 1, keepWeekly: 0, keepMonthly: 3 },
      ['2026-02-10', '2026-01-31', '2025-12-31'],
    ],
    [
      'the last day of February in a leap year',
      daysUntil('2028-03-01', 40),
      { keepDaily: 1, keepWeekly: 0, keepMonthly: 2 },
      ['2028-03-01', '2028-02-29'],
    ],
    [
      'the newest of two backups of a day',
      ['2026-11-28', '2026-11-28'],
      { keepDaily: 5, keepWeekly: 5, keepMonthly: 5 },
      ['2026-11-28'],
    ],
    [
      'seven days with a backup, however long it paused',
      ['2026-11-28', ...daysUntil('2026-06-10', 9)],
      { keepDaily: 7, keepWeekly: 0, keepMonthly: 0 },
      ['2026-11-28', ...daysUntil('2026-06-10', 6)],
    ],
    [
      'days, weeks and months together',
      daysUntil('2026-11-28', 500),
      { keepDaily: 2, keepWeekly: 2, keepMonthly: 2 },
      ['2026-11-28', '2026-11-27', '2026-11-22', '2026-10-31'],
    ],
  ])('keeps %s', (_what, days, retention, kept) => {
    expect(keptOf(days, retention)).toEqual(kept);
  });

  it('keeps some 22 of a thousand nights, and loses none of them as the nights go on', () => {
    let there: string[] = [];
    for (const day of daysUntil('2026-11-28', 1_000).toReversed()) there = keptOf([day, ...there], usual);
    expect(there).toEqual(keptOf(daysUntil('2026-11-28', 1_000), usual));
    expect(there.length).toBeGreaterThan(18);
  });
});
