import { formatLocale } from '@daybook/shared/i18n';
import { daysAfter } from '../../common/days.ts';

/** 1 is Monday, 7 Sunday, as the person's region begins its weeks. */
export function firstWeekday(locale: string = formatLocale()): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // Not every browser knows yet.
  return (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1;
}

const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The first day of the date's week. */
export const weekStart = (date: string, first: number = firstWeekday()): string =>
  daysAfter(date, -((weekdayOf(date) - first + 7) % 7));

export const monthStart = (date: string): string => `${date.slice(0, 7)}-01`;

/** The same day so many months on, or the last one of a shorter month. */
export function monthsAfter(date: string, months: number): string {
  const at = new Date(`${monthStart(date)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0);
  const last = at.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${date.slice(8)}`;
  return same < last ? same : last;
}

export type Span = 'month' | 'week';

/** The weeks of a page, each of seven days: those that the month has a day in, or one. */
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
