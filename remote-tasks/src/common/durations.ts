import { addDays } from '@daybook/contracts/plain-date';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Reads "9", "9.30", "930", "9h30" or "9:30 pm", and returns 09:30 or 21:30; undefined if the text is not a time of day. */
export function parseTimeOfDay(text: string): string | undefined {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const said = /^(\d{1,2})(?:[:.h时時]?(\d{2})?分?)?(am|pm)?$/.exec(typed);
  if (!said) return undefined;
  const [, hour = '', minute = '0', half] = said;
  const of12 = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  if (of12 > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)) return undefined;
  return `${twoDigits(of12)}:${twoDigits(Number(minute))}`;
}

/** The time of an instant in the person's zone. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The instant of a time on a day in the person's zone. */
export const instantAt = (day: string, time: string): string => new Date(`${day}T${time}:00`).toISOString();

/** The day of an instant in the person's zone. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** The same time of day that many days later, even across a change to or from summer time. */
export const onOtherDay = (instant: string, days: number): string =>
  instantAt(addDays(dayOf(instant), days), timeOf(instant));

/** Whole minutes since the instant. */
export const minutesBetween = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
