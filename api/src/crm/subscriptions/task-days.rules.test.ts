import { taskDaysOf } from './task-days.rules.ts';

const year = { startsOn: '2026-01-01', endedOn: '2026-12-31', fyStart: '01-01' };

describe('the tasks of a subscription', () => {
  it.each([
    ['the return of the month before', 'FREQ=MONTHLY;BYMONTHDAY=20', -1, '2026-02-20', '2027-01-20'],
    ['the work of the month itself', 'FREQ=MONTHLY;BYMONTHDAY=20', 0, '2026-01-20', '2026-12-20'],
    ['the plan of the month after', 'FREQ=MONTHLY;BYMONTHDAY=20', 1, '2025-12-20', '2026-11-20'],
    [
      'the accounts of the year before',
      'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31',
      -1,
      '2027-07-31',
      '2027-07-31',
    ],
    [
      'the return of the quarter before',
      'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=25',
      -1,
      '2026-04-25',
      '2027-01-25',
    ],
    ['a call each Monday', 'FREQ=WEEKLY;BYDAY=MO', 0, '2025-12-29', '2026-12-21'],
  ])('are those whose periods end while it lasts: %s', (_what, rrule, periodOffset, first, last) => {
    expect(taskDaysOf({ rrule, periodOffset }, year)).toEqual({ first, last });
    expect(taskDaysOf({ rrule, periodOffset }, { ...year, endedOn: null })).toEqual({ first, last: null });
  });

  it('include the accounts of the year in which the client came', () => {
    const accounts = { rrule: 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31', periodOffset: -1 };
    expect(taskDaysOf(accounts, { ...year, startsOn: '2026-04-01', endedOn: null })?.first).toBe(
      '2027-07-31',
    );
    expect(taskDaysOf(accounts, { ...year, endedOn: '2026-06-30' })).toBeNull();
  });

  it('are divided between a subscription and the one that continues it', () => {
    for (const periodOffset of [-1, 0, 1])
      for (const rrule of [
        'FREQ=MONTHLY;BYMONTHDAY=-1',
        'FREQ=WEEKLY;BYDAY=FR',
        'FREQ=MONTHLY;BYMONTHDAY=15,-1',
      ]) {
        const rule = { rrule, periodOffset };
        const whole = taskDaysOf(rule, year);
        const before = taskDaysOf(rule, { ...year, endedOn: '2026-06-30' });
        const after = taskDaysOf(rule, { ...year, startsOn: '2026-07-01' });
        expect([before?.first, after?.last]).toEqual([whole?.first, whole?.last]);
        expect(before?.last?.localeCompare(after?.first ?? '')).toBe(-1);
      }
  });
});
