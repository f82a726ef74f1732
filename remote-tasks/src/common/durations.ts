const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 90 → "1:30": short, compared at a glance, and typed in the same way. */
export const durationText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${twoDigits(Math.round(minutes) % 60)}`;

const words =
  /^(?:(\d+(?:[.,]\d+)?)(?:h|hrs?|hours?|heures?|小时|時間))?(?:(\d+)(?:m|mn|mins?|minutes?|分钟?|分)?)?$/;

/** "1:30", "90", "1.5 h", "1h30", "2 時間" in minutes; undefined for what is no length of time. */
export function parseDuration(text: string): number | undefined {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const clock = /^(\d+):([0-5]?\d)$/.exec(typed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const said = words.exec(typed);
  if (typed === '' || !said) return undefined;
  const [, hours = '0', minutes = '0'] = said;
  return Math.round(Number(hours.replace(',', '.')) * 60) + Number(minutes);
}

/** "9", "9.30", "930", "9h30", "9:30 pm" as 09:30; undefined for what is no time of day. */
export function parseTimeOfDay(text: string): string | undefined {
  const typed = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const said = /^(\d{1,2})(?:[:.h时時]?(\d{2})?分?)?(am|pm)?$/.exec(typed);
  if (!said) return undefined;
  const [, hour = '', minute = '0', half] = said;
  const of12 = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  if (of12 > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)) return undefined;
  return `${twoDigits(of12)}:${twoDigits(Number(minute))}`;
}

/** The time of an instant where the person is. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The instant of a time on a day where the person is. */
export const instantAt = (day: string, time: string): string => new Date(`${day}T${time}:00`).toISOString();

/** How long it has been since, in whole minutes. */
export const minutesBetween = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
