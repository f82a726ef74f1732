import { firstOfMonth, lastOfMonth, monthNumber } from '../../plain-date.ts';

/** How often a schedule sends statements. */
export const statementRhythms = ['month', 'quarter'] as const;
export type StatementRhythm = (typeof statementRhythms)[number];

const monthsOf: Readonly<Record<StatementRhythm, number>> = { month: 1, quarter: 3 };

/** Day `onDay` of a month, or its last day if it is shorter. */
function dayIn(month: number, onDay: number): string {
  const last = lastOfMonth(month);
  return Number(last.slice(8)) < onDay ? last : `${last.slice(0, 8)}${String(onDay).padStart(2, '0')}`;
}

/** The first day of the schedule after `day`. A quarterly one falls in January, April, July and October. */
export function nextStatementDay(every: StatementRhythm, onDay: number, after: string): string {
  const step = monthsOf[every];
  const month = Math.floor(monthNumber(after) / step) * step;
  const here = dayIn(month, onDay);
  return here > after ? here : dayIn(month + step, onDay);
}

const lastDay = 31;

/**
 * The month or quarter that a statement of the day covers: the one before, or for a schedule of the last day of each month the
 * month that ends on it. A short month that happens to end on the day of another schedule is no exception, or the one before
 * would be left out and the short one told twice.
 */
export function statementPeriod(
  every: StatementRhythm,
  onDay: number,
  day: string,
): { from: string; to: string } {
  const step = monthsOf[every];
  const own = Math.floor(monthNumber(day) / step) * step;
  const first = onDay === lastDay && lastOfMonth(own + step - 1) === day ? own : own - step;
  return { from: firstOfMonth(first), to: lastOfMonth(first + step - 1) };
}
