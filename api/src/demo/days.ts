import { addDays } from '@daybook/contracts/plain-date';

const atMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const earliest = (...dates: string[]): string => dates.toSorted()[0] ?? '';

/** The same day, or the following Monday: offices do not work on weekends. */
export function workday(date: string): string {
  const day = new Date(atMidnight(date)).getUTCDay();
  return addDays(date, day === 6 ? 2 : day === 0 ? 1 : 0);
}

/** The Monday of a day’s week. */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(atMidnight(date)).getUTCDay() + 6) % 7));

/** First and last day of the month before that of `date`. */
export function monthBefore(date: string): { from: string; to: string } {
  const to = addDays(`${date.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `October 2025`, as the language writes it. */
export function monthName(date: string, language: string): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  formats.set(language, format);
  return format.format(atMidnight(date));
}
