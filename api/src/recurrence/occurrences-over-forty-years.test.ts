import { compilePreset } from '@daybook/contracts/recurrence/presets';
import type { Preset } from '@daybook/contracts/recurrence/presets';
import { shifted } from '@daybook/contracts/recurrence/working-days';
import type { Shift } from '@daybook/contracts/recurrence/working-days';
import { addDays } from '@daybook/contracts/plain-date';
import { effort } from '../../test/effort.ts';
import { nominalAt, nominalDates } from './occurrences.ts';
import { periodOfOccurrence } from './plan-series.ts';

const datesOf = (rrule: string, startsOn: string, most = 100_000, until: string | null = null) =>
  nominalDates({ rrule, startsOn }, { from: startsOn, until, most });

/** A day as the oracle sees it. Nothing here comes from the code under test. */
interface Day {
  date: string;
  year: number;
  month: number;
  day: number;
  last: number;
  weekday: string;
  /** Since the day, the Monday, the month and the year of the start. */
  since: { days: number; weeks: number; months: number; years: number };
}

const begin = '2001-03-07';
const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const fortyYears: Day[] = Array.from({ length: 14_610 }, (_, days) => {
  const at = new Date(Date.UTC(2001, 2, 7 + days));
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  return {
    date: at.toISOString().slice(0, 10),
    year,
    month,
    day,
    last: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    weekday: dayNames[at.getUTCDay()] ?? '',
    // 2001-03-07 was a Wednesday.
    since: {
      days,
      weeks: Math.floor((days + 2) / 7),
      months: (year - 2001) * 12 + month - 3,
      years: year - 2001,
    },
  };
});

const isThatDay = (of: Day, { day, shortMonths }: { day: number; shortMonths: string }): boolean =>
  of.day === day || (shortMonths === 'clamp' && of.day === of.last && day > of.last);

const isLastWorkingDay = (of: Day): boolean => {
  const after = of.last - of.day;
  if (of.weekday === 'FR') return after <= 2;
  return after === 0 && of.weekday !== 'SA' && of.weekday !== 'SU';
};

function falls(preset: Preset, of: Day): boolean {
  const isTheirMonth = !('every' in preset) || of.since.months % preset.every === 0;
  switch (preset.kind) {
    case 'days':
      return of.since.days % preset.every === 0;
    case 'weeks':
      return of.since.weeks % preset.every === 0 && (preset.weekdays as string[]).includes(of.weekday);
    case 'day_of_month':
      return isTheirMonth && isThatDay(of, preset);
    case 'last_day':
      return isTheirMonth && of.day === of.last;
    case 'last_working_day':
      return isTheirMonth && isLastWorkingDay(of);
    case 'nth_weekday':
      return (
        isTheirMonth &&
        of.weekday === preset.weekday &&
        (preset.nth > 0 ? Math.ceil(of.day / 7) === preset.nth : of.last - of.day < 7)
      );
    case 'fifteenth_and_last':
      return isTheirMonth && (of.day === 15 || of.day === of.last);
    case 'months_of_year':
      return preset.months.includes(of.month) && isThatDay(of, preset);
    default:
      return of.since.years % preset.every === 0 && of.month === preset.month && isThatDay(of, preset);
  }
}

const everyDay = Array.from({ length: 31 }, (_, at) => at + 1);
const each = <T, R>(values: readonly T[], of: (value: T) => R): R[] => values.map(of);

const presets: Record<Preset['kind'], Preset[]> = {
  days: each([1, 2, 7, 10, 30, 90, 366], (every) => ({ kind: 'days', every })),
  weeks: each([1, 2, 3, 4, 13, 52], (every) => ({ kind: 'weeks', every, weekdays: ['MO', 'TH', 'SU'] })),
  day_of_month: [1, 2, 3, 5, 6, 12].flatMap((every) =>
    everyDay.flatMap((day) =>
      (['clamp', 'skip'] as const).map(
        (shortMonths) => ({ kind: 'day_of_month', every, day, shortMonths }) as const,
      ),
    ),
  ),
  last_day: each([1, 2, 3, 7], (every) => ({ kind: 'last_day', every })),
  last_working_day: each([1, 3], (every) => ({ kind: 'last_working_day', every })),
  nth_weekday: [1, 2, 3, 4, -1].flatMap((nth) =>
    (['MO', 'FR', 'SU'] as const).map(
      (weekday) => ({ kind: 'nth_weekday', every: 1, nth, weekday }) as const,
    ),
  ),
  fifteenth_and_last: each([1, 2], (every) => ({ kind: 'fifteenth_and_last', every })),
  months_of_year: [
    [1, 4, 7, 10],
    [2, 8],
    [1, 5, 7, 10],
    [6, 12],
  ].flatMap((months) =>
    [20, 29, 30, 31].flatMap((day) =>
      (['clamp', 'skip'] as const).map(
        (shortMonths) => ({ kind: 'months_of_year', months, day, shortMonths }) as const,
      ),
    ),
  ),
  yearly: [
    [2, 28],
    [2, 29],
    [2, 30],
    [4, 31],
    [12, 31],
    [3, 31],
  ].flatMap(([month = 0, day = 0]) =>
    [1, 2, 5].map((every) => ({ kind: 'yearly', every, month, day, shortMonths: 'clamp' }) as const),
  ),
};

/** In CI every eighth of many presets of a kind, whose days and months still are all sorts of; `pnpm nightly` walks all. */
const someOf = (ofKind: readonly Preset[]) =>
  ofKind.filter((_preset, place) => ofKind.length < 50 || place % effort(8, 1) === 0);

describe('each preset over forty years, compared with a walk from day to day', () => {
  it.each(Object.entries(presets))('falls on the same days: %s', (_kind, ofKind) => {
    for (const preset of someOf(ofKind)) {
      const walked = fortyYears.filter((day) => falls(preset, day)).map(({ date }) => date);
      const found = datesOf(compilePreset(preset), begin, 20_000, '2041-03-06');
      expect({ preset, dates: found }).toEqual({ preset, dates: walked });
    }
  });

  it('falls on the same days from any day on as from the start', () => {
    for (const preset of Object.values(presets)
      .flat()
      .filter((_, at) => at % 9 === 0)) {
      const series = { rrule: compilePreset(preset), startsOn: begin };
      const all = datesOf(series.rrule, begin, 20_000, '2041-03-06');
      for (const from of ['2001-01-01', '2008-02-29', '2023-12-31', '2033-06-15']) {
        const later = all.filter((date) => date >= from).slice(0, 3);
        expect(nominalDates(series, { from, until: '2041-03-06', most: 3 })).toEqual(later);
      }
      for (const at of [1, 2]) expect(nominalAt(series, all[at] ?? '', -at)).toBe(all[0]);
    }
  });
});

const isGapless = (preset: Preset) => !('shortMonths' in preset && preset.shortMonths === 'skip');

function expectEndToEnd(
  series: { rrule: string; startsOn: string; kind: 'task' | 'invoice' },
  days: readonly string[],
  fyStart = '04-01',
): void {
  const periods = (periodOffset: -1 | 0) =>
    days.map((day) => periodOfOccurrence({ ...series, periodOffset }, day, fyStart));
  const now = periods(0);
  const { rrule } = series;
  expect({ rrule, turned: now.filter(({ from, to }) => from > to) }).toEqual({ rrule, turned: [] });
  expect({ rrule, begin: now.slice(1).map(({ from }) => from) }).toEqual({
    rrule,
    begin: now.slice(0, -1).map(({ to }) => addDays(to, 1)),
  });
  expect(periods(-1).slice(1)).toEqual(now.slice(0, -1));
}

describe('periods over forty years', () => {
  it.each(Object.entries(presets))('lie end to end: %s', (_kind, ofKind) => {
    for (const preset of ofKind.filter(isGapless).filter((_, at) => at % 4 === 0)) {
      const series = { rrule: compilePreset(preset), startsOn: begin };
      const days = nominalDates(series, { from: begin, until: '2041-03-06', most: 40 });
      for (const kind of ['task', 'invoice'] as const) expectEndToEnd({ ...series, kind }, days);
    }
  });

  it('lie end to end: each choice of months, in each fiscal year', () => {
    const choices = Array.from({ length: 4095 }, (_, at) => at + 1).filter(
      (choice) => choice % effort(61, 11) === 1,
    );
    for (const choice of choices) {
      const months = Array.from({ length: 12 }, (_, at) => at + 1).filter(
        (month) => (choice >> (month - 1)) & 1,
      );
      for (const rrule of [
        `FREQ=MONTHLY;BYMONTH=${months.join(',')};BYMONTHDAY=28`,
        `FREQ=YEARLY;INTERVAL=2;BYMONTH=${months.join(',')};BYMONTHDAY=28`,
      ]) {
        const series = { rrule, startsOn: begin };
        const days = nominalDates(series, { from: begin, until: null, most: months.length + 2 });
        for (const fyStart of ['01-01', '04-01', '10-01'])
          expectEndToEnd({ ...series, kind: choice % 2 === 0 ? 'task' : 'invoice' }, days, fyStart);
      }
    }
  });

  it('never end before they begin, however rare the days', () => {
    const leapMondays = { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', startsOn: '2016-02-29' };
    const [first = '', second = ''] = nominalDates(leapMondays, { from: '2016-02-29', until: null, most: 2 });
    expect([first, second]).toEqual(['2016-02-29', '2044-02-29']);
    expect(nominalAt(leapMondays, second, -1)).toBe(first);
    expect(nominalAt(leapMondays, first, -1)).toBe('1988-02-29');
    const twelfthYears = {
      rrule: 'FREQ=YEARLY;INTERVAL=12;BYMONTH=11;BYMONTHDAY=23,24',
      startsOn: '2026-11-23',
      kind: 'task',
      periodOffset: 0,
    } as const;
    const days = nominalDates(twelfthYears, { from: '2026-11-23', until: null, most: 4 });
    expect(days).toEqual(['2026-11-23', '2026-11-24', '2038-11-23', '2038-11-24']);
    const periods = days.map((day) => periodOfOccurrence(twelfthYears, day, '01-01'));
    expect(periods.filter(({ from, to }) => from > to)).toEqual([]);
  });
});

// Offices of the Gulf and of Europe, with a closed week over each year's end.
const isOff = (weekend: string[], of: Day): boolean =>
  weekend.includes(of.weekday) || (of.month === 12 && of.day >= 25) || (of.month === 1 && of.day <= 2);

describe('days off over forty years', () => {
  const at = new Map(fortyYears.map((day, index) => [day.date, index]));

  function walked(weekend: string[], from: Day, shift: Shift): string {
    const go = (step: 1 | -1) => {
      let index = at.get(from.date) ?? 0;
      while (isOff(weekend, fortyYears[index] as Day)) index += step;
      return fortyYears[index] as Day;
    };
    if (shift === 'none') return from.date;
    if (shift === 'previous') return go(-1).date;
    const next = go(1);
    return shift === 'modified_following' && next.month !== from.month ? go(-1).date : next.date;
  }

  it.each([
    { weekend: ['SA', 'SU'], iso: [6, 7] },
    { weekend: ['FR', 'SA'], iso: [5, 6] },
  ])('are avoided in the chosen direction: $weekend', ({ weekend, iso }) => {
    const days = fortyYears.slice(20, -20);
    const holidays = new Map(
      fortyYears.filter((day) => isOff([], day)).map(({ date }) => [date, 'Closed'] as const),
    );
    for (const shift of ['none', 'previous', 'next', 'modified_following'] as const) {
      const moved = days.map(({ date }) => shifted({ weekend: iso, holidays }, date, shift));
      expect(moved).toEqual(days.map((day) => walked(weekend, day, shift)));
    }
  });
});
