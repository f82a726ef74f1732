import { formatLocale } from '@daybook/shared/i18n';
import { daysAfter } from '../../common/days.ts';

/** The first day of the week in the person's region: 1 is Monday, 7 is Sunday. */
export function firstWeekday(locale: string = formatLocale()): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // Some browsers have neither; then weeks start on Monday.
  return (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1;
}

const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The first day of the week that contains the date. */
export const weekStart = (date: string, first: number = firstWeekday()): string =>
  daysAfter(date, -((weekdayOf(date) - first + 7) % 7));

export const monthStart = (date: string): string => `${date.slice(0, 7)}-01`;

/** The same day of another month, or the last day of a month that is too short. */
export function monthsAfter(date: string, months: number): string {
  const at = new Date(`${monthStart(date)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0);
  const last = at.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${date.slice(8)}`;
  return same < last ? same : last;
}

export type Span = 'month' | 'week';

/** The weeks of a page, of seven days each: all weeks that contain a day of the month, or a single week. */
export function weeksOf(date: string, span: Span, first: number = firstWeekday()): string[][] {
  const from = weekStart(span === 'week' ? date : monthStart(date), first);
  const end = span === 'week' ? daysAfter(from, 7) : monthStart(monthsAfter(monthStart(date), 1));
  const weeks: string[][] = [];
  for (let day = from; day < end; day = daysAfter(day, 7))
    weeks.push(Array.from({ length: 7 }, (_none, index) => daysAfter(day, index)));
  return weeks;
}

export const formatDay = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', ...options }).format(
    new Date(`${date}T00:00:00Z`),
  );
