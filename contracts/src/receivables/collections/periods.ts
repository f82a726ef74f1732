import { addDays, daysBetween, firstOfMonth, lastOfMonth, monthNumber, weekdayOf } from '../../plain-date.ts';

export interface Period {
  from: string;
  to: string;
}

const isWholeMonths = ({ from, to }: Period): boolean =>
  from === firstOfMonth(monthNumber(from)) && to === lastOfMonth(monthNumber(to));

/** The longest period that is compared with the one before it. */
const mostDays = 3_660;

/**
 * The period of the same length right before: as many whole months, or as many days. A period of many years is compared
 * with nothing.
 */
export function periodBefore(period: Period): Period | null {
  const { from, to } = period;
  const days = daysBetween(from, to);
  if (days < 0 || days > mostDays || from < '1920') return null;
  if (!isWholeMonths(period)) return { from: addDays(from, -days - 1), to: addDays(from, -1) };
  const first = monthNumber(from);
  return { from: firstOfMonth(2 * first - monthNumber(to) - 1), to: lastOfMonth(first - 1) };
}

/** Groupings by time name a row by its first day. */
export const timeGroupings = ['day', 'week', 'month'] as const;
export type TimeGrouping = (typeof timeGroupings)[number];

export const firstDayOf: Record<TimeGrouping, (day: string) => string> = {
  day: (day) => day,
  week: (day) => addDays(day, 1 - weekdayOf(day)),
  month: (day) => firstOfMonth(monthNumber(day)),
};

const lastDayOf: Record<TimeGrouping, (first: string) => string> = {
  day: (first) => first,
  week: (first) => addDays(first, 6),
  month: (first) => lastOfMonth(monthNumber(first)),
};

/** The days of a row that is grouped by time, cut to the period of the report. */
export function daysOfRow(by: TimeGrouping, first: string, { from, to }: Period): Period {
  const last = lastDayOf[by](first);
  return { from: first < from ? from : first, to: last > to ? to : last };
}
