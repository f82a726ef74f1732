import { commonFirstDay, firstDayFrom, invoiceDaysOf, periodAt } from './subscription-periods.ts';
import type { Cycle } from './subscription-periods.ts';
import { readPattern, writePattern } from '../../recurrence/pattern.ts';
import { packageCycles } from '../../settings/packages/packages.ts';

const inCalendarYear = (cycle: Cycle['cycle']): Cycle => ({ cycle, fyStart: '01-01' });
const fromApril = (cycle: Cycle['cycle']): Cycle => ({ cycle, fyStart: '04-01' });

describe('a period of a subscription', () => {
  it.each([
    [inCalendarYear('monthly'), '2026-02-14', '2026-02-01', '2026-02-28'],
    [inCalendarYear('quarterly'), '2026-02-14', '2026-01-01', '2026-03-31'],
    [inCalendarYear('half_yearly'), '2026-09-01', '2026-07-01', '2026-12-31'],
    [fromApril('yearly'), '2026-02-14', '2025-04-01', '2026-03-31'],
    [fromApril('half_yearly'), '2026-10-01', '2026-10-01', '2027-03-31'],
    [fromApril('once'), '2026-02-14', '2026-02-14', '2026-02-14'],
  ])('follows the fiscal year: %j on %s', (cycle, day, from, to) => {
    expect(periodAt(cycle, day)).toEqual({ from, to });
  });

  it('is not entered midway: another day is moved to the first day of the next period', () => {
    expect(firstDayFrom(inCalendarYear('monthly'), '2026-02-01')).toBe('2026-02-01');
    expect(firstDayFrom(inCalendarYear('monthly'), '2026-02-02')).toBe('2026-03-01');
    expect(firstDayFrom(fromApril('yearly'), '2026-02-14')).toBe('2026-04-01');
    expect(firstDayFrom(fromApril('once'), '2026-02-14')).toBe('2026-02-14');
  });

  it('begins together with one of the other cycle when a client changes', () => {
    expect(commonFirstDay(inCalendarYear('monthly'), inCalendarYear('quarterly'), '2026-02-14')).toBe(
      '2026-04-01',
    );
    expect(commonFirstDay(inCalendarYear('yearly'), inCalendarYear('monthly'), '2026-02-01')).toBe(
      '2027-01-01',
    );
    expect(commonFirstDay(fromApril('half_yearly'), inCalendarYear('quarterly'), '2026-05-01')).toBe(
      '2026-10-01',
    );
    expect(commonFirstDay(fromApril('yearly'), inCalendarYear('yearly'), '2026-05-01')).toBeNull();
  });
});

describe('the invoices of a subscription', () => {
  const quarterly = { ...inCalendarYear('quarterly'), billedFrom: '2026-04-01' };

  it('come on the first day of a prepaid period, up to the last period', () => {
    expect(invoiceDaysOf({ ...quarterly, billing: 'pre', endedOn: '2026-12-31' })).toEqual({
      rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1',
      periodOffset: 0,
      startsOn: '2026-04-01',
      endsOn: '2026-12-31',
    });
  });

  it('come on the day after a period that is paid afterwards, the last one included', () => {
    expect(invoiceDaysOf({ ...quarterly, billing: 'post', endedOn: '2026-12-31' })).toMatchObject({
      periodOffset: -1,
      startsOn: '2026-07-01',
      endsOn: '2027-01-01',
    });
    expect(invoiceDaysOf({ ...quarterly, billing: 'post', endedOn: null })).toMatchObject({ endsOn: null });
  });

  it('follow rules in the form that is stored', () => {
    for (const cycle of packageCycles) {
      const { rrule } = invoiceDaysOf({
        ...inCalendarYear(cycle),
        billedFrom: '2026-01-01',
        billing: 'pre',
        endedOn: null,
      });
      const read = readPattern(rrule);
      expect('pattern' in read && writePattern(read.pattern)).toBe(rrule);
    }
  });
});
