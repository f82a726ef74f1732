// Calendar days as 'YYYY-MM-DD', computed without time zones: the date of a document is not an instant (docs/rules.md#effective-dates).

const DAY_MS = 86_400_000;

/** Days since 1970-01-01. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days);

export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** 1 is Monday, 7 Sunday (ISO 8601). 1970-01-01 was a Thursday. */
export const weekdayOf = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** Months since the year 0, so that months can be added and divided. */
export const monthNumber = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

export function firstOfMonth(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

export const lastOfMonth = (month: number): string => addDays(firstOfMonth(month + 1), -1);
