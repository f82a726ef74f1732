import { addDays, weekdayOf } from '../plain-date.ts';

/**
 * What happens to a day that is not a working day (docs/rules.md#rules-name-their-days). `modified_following` is the
 * next working day, or the previous one if the next is in another month.
 */
export const shifts = ['none', 'previous', 'next', 'modified_following'] as const;
export type Shift = (typeof shifts)[number];

/** Days off: ISO weekdays (1 is Monday) and single dates with their names. */
export interface WorkingCalendar {
  weekend: readonly number[];
  holidays: ReadonlyMap<string, string>;
}

export const saturdayAndSunday: WorkingCalendar = { weekend: [6, 7], holidays: new Map() };

/** Why the day is a day off: the weekend (`holiday` is null) or the holiday's name. Null for a working day. */
export function dayOff(calendar: WorkingCalendar, date: string): { holiday: string | null } | null {
  const holiday = calendar.holidays.get(date);
  if (holiday !== undefined) return { holiday };
  return calendar.weekend.includes(weekdayOf(date)) ? { holiday: null } : null;
}

/** The longest search for a working day. No office closes for longer; a calendar without working days leaves the day as it is. */
const mostDaysOff = 62;

function walk(calendar: WorkingCalendar, from: string, step: 1 | -1): string | null {
  for (let days = 0; days <= mostDaysOff; days += 1) {
    const date = addDays(from, days * step);
    if (dayOff(calendar, date) === null) return date;
  }
  return null;
}

/** The working day that replaces `nominal`. */
export function shifted(calendar: WorkingCalendar, nominal: string, shift: Shift): string {
  if (shift === 'none') return nominal;
  const next = shift === 'previous' ? null : walk(calendar, nominal, 1);
  if (shift === 'next' || (next !== null && next.slice(0, 7) === nominal.slice(0, 7))) return next ?? nominal;
  return walk(calendar, nominal, -1) ?? nominal;
}
