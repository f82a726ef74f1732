import { readPattern, weekdays, writePattern } from './pattern.ts';
import type { Pattern, Weekday } from './pattern.ts';

/** What happens in a month without that day: `clamp` uses its last day, `skip` leaves the month out. */
export const shortMonths = ['clamp', 'skip'] as const;
export type ShortMonths = (typeof shortMonths)[number];

interface DayOfMonth {
  day: number;
  shortMonths: ShortMonths;
}

/**
 * The rules that a form offers by name; each is an RFC 5545 rule (docs/rules.md#rules-name-their-days). `every` counts
 * days, weeks, months or years.
 */
export type Preset =
  | { kind: 'days'; every: number }
  | { kind: 'weeks'; every: number; weekdays: Weekday[] }
  | ({ kind: 'day_of_month'; every: number } & DayOfMonth)
  | { kind: 'last_day'; every: number }
  | { kind: 'last_working_day'; every: number }
  | { kind: 'nth_weekday'; every: number; nth: number; weekday: Weekday }
  | { kind: 'fifteenth_and_last'; every: number }
  | ({ kind: 'months_of_year'; months: number[] } & DayOfMonth)
  | ({ kind: 'yearly'; every: number; month: number } & DayOfMonth);
export type PresetKind = Preset['kind'];
export const presetKinds = [
  'days',
  'weeks',
  'day_of_month',
  'last_day',
  'last_working_day',
  'nth_weekday',
  'fifteenth_and_last',
  'months_of_year',
  'yearly',
] as const satisfies PresetKind[];

const plain: Omit<Pattern, 'frequency'> = {
  interval: 1,
  byMonth: [],
  byMonthDay: [],
  byDay: [],
  bySetPos: [],
};

const each = (weekday: Weekday) => ({ nth: null, weekday });

/** For the 31st clamped to short months, the rule takes the last existing day of 28, 29, 30 and 31. A plain 31 would skip short months. */
function ofMonth({ day, shortMonths: short }: DayOfMonth): Pick<Pattern, 'byMonthDay' | 'bySetPos'> {
  if (day <= 28 || short === 'skip') return { byMonthDay: [day], bySetPos: [] };
  return { byMonthDay: [28, 29, 30, 31].filter((one) => one <= day), bySetPos: [-1] };
}

function patternOf(preset: Preset): Pattern {
  const interval = 'every' in preset ? preset.every : 1;
  const monthly: Pattern = { ...plain, frequency: 'MONTHLY', interval };
  switch (preset.kind) {
    case 'days':
      return { ...plain, frequency: 'DAILY', interval };
    case 'weeks':
      return {
        ...plain,
        frequency: 'WEEKLY',
        interval,
        byDay: weekdays.filter((day) => preset.weekdays.includes(day)).map(each),
      };
    case 'day_of_month':
      return { ...monthly, ...ofMonth(preset) };
    case 'last_day':
      return { ...monthly, byMonthDay: [-1] };
    case 'last_working_day':
      return { ...monthly, byDay: weekdays.slice(0, 5).map(each), bySetPos: [-1] };
    case 'nth_weekday':
      return { ...monthly, byDay: [{ nth: preset.nth, weekday: preset.weekday }] };
    case 'fifteenth_and_last':
      return { ...monthly, byMonthDay: [15, -1] };
    case 'months_of_year':
      return { ...monthly, byMonth: preset.months.toSorted((a, b) => a - b), ...ofMonth(preset) };
    default:
      return { ...plain, frequency: 'YEARLY', interval, byMonth: [preset.month], ...ofMonth(preset) };
  }
}

/** The preset as an RFC 5545 rule. */
export const compilePreset = (preset: Preset): string => writePattern(patternOf(preset));

function candidates({ frequency, interval: every, byMonth, byMonthDay, byDay }: Pattern): Preset[] {
  const day = byMonthDay.at(-1) ?? 0;
  const [{ nth, weekday } = { nth: null, weekday: 'MO' as Weekday }] = byDay;
  const days = shortMonths.map((short) => ({ day, shortMonths: short }));
  if (frequency === 'DAILY') return [{ kind: 'days', every }];
  if (frequency === 'WEEKLY') return [{ kind: 'weeks', every, weekdays: byDay.map((one) => one.weekday) }];
  if (frequency === 'YEARLY')
    return days.map((of) => ({ kind: 'yearly', every, month: byMonth[0] ?? 0, ...of }));
  if (byMonth.length > 0) return days.map((of) => ({ kind: 'months_of_year', months: byMonth, ...of }));
  return [
    { kind: 'last_day', every },
    { kind: 'last_working_day', every },
    { kind: 'fifteenth_and_last', every },
    ...days.map((of) => ({ kind: 'day_of_month', every, ...of }) as const),
    ...(nth === null ? [] : [{ kind: 'nth_weekday', every, nth, weekday } as const]),
  ];
}

/** The preset that a rule was compiled from; null for a rule written by hand. */
export function presetOf(rrule: string): Preset | null {
  const read = readPattern(rrule);
  if (!('pattern' in read)) return null;
  const written = writePattern(read.pattern);
  return candidates(read.pattern).find((preset) => compilePreset(preset) === written) ?? null;
}
