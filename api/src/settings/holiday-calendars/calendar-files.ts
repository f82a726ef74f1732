import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import ICAL from 'ical.js';
import { PlainDate } from '@daybook/contracts/fields';
import { addDays, daysBetween } from '@daybook/contracts/plain-date';
import { readPattern, writePattern } from '@daybook/contracts/recurrence/pattern';
import { Refusal } from '@daybook/contracts/refusals';
import {
  maxCalendarBytes,
  mostImportedDays,
  yearsAhead,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import type { Holiday, ReadHoliday } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { decoded } from '../../files/text-encodings.ts';
import type { SpooledFile } from '../../http/spool-upload.ts';
import { eachNominal } from '../../recurrence/occurrences.ts';

/** jCal (RFC 7265): the plain data into which ical.js parses a file. */
type Property = [name: string, parameters: object, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], parts: Component[]];

const mostEvents = 2000;
/** Longer than any public holiday: a longer event is not one. */
const longestDays = 31;

/** Characters that reverse the direction of text or cannot be printed are removed from names. */
const unprintable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;
const nameOf = (text: string): string =>
  // Drops half of a surrogate pair that the cut may leave.
  text
    .replaceAll(unprintable, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}$/u, '')
    .trim();

/** A date that exists (no 30 February), with or without a time. */
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && PlainDate.safeParse(value.slice(0, 10)).success;

const valuesOf = ([, properties]: Component, name: string): unknown[] =>
  properties.filter((property) => property[0] === name).flatMap((property) => property.slice(3));

/** The first value of a property, if it is text. */
const textOf = (event: Component, name: string): string => {
  const [value] = valuesOf(event, name);
  return typeof value === 'string' ? value : '';
};

/** The number of days of an event. DTEND is the day after it, or its last day if it has a time. */
function lengthOf(event: Component, start: string): number | null {
  const [end] = valuesOf(event, 'dtend');
  if (end !== undefined) {
    if (!isDate(end)) return null;
    const isWithin = end.length > 10 && !/T00:00:00/.test(end);
    return Math.max(1, daysBetween(start, end.slice(0, 10)) + (isWithin ? 1 : 0));
  }
  const duration = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?/.exec(textOf(event, 'duration'));
  return Math.max(1, Number(duration?.[1] ?? 0) * 7 + Number(duration?.[2] ?? 0));
}

interface Recur {
  freq?: string;
  count?: number;
  until?: string;
  [part: string]: unknown;
}

/** The rule in our notation, with the month and day that the start implies; null for a rule that we do not read. */
function patternOf({ freq, count: _count, until: _until, wkst: _wkst, ...parts }: Recur, start: string) {
  if (freq !== 'YEARLY') return null;
  const given = Object.entries(parts).map(([name, value]) => [name.toUpperCase(), String(value)] as const);
  const names = new Set(given.map(([name]) => name));
  const month = names.has('BYMONTH') ? [] : [['BYMONTH', String(Number(start.slice(5, 7)))] as const];
  const day =
    names.has('BYMONTHDAY') || names.has('BYDAY')
      ? []
      : [['BYMONTHDAY', String(Number(start.slice(8, 10)))] as const];
  const text = [['FREQ', 'YEARLY'] as const, ...given, ...month, ...day]
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
  const read = readPattern(text);
  if (!('pattern' in read)) return null;
  const { byDay, byMonthDay, bySetPos } = read.pattern;
  const isEachWeek =
    byDay.some(({ nth }) => nth === null) && byMonthDay.length === 0 && bySetPos.length === 0;
  return isEachWeek ? null : writePattern(read.pattern);
}

/** The limit of effort for all rules of a file together, and the fixed cost of each rule. */
interface Budget {
  days: number;
}
const mostLookedAt = 10_000;
const costOfRule = 10;

/** Refuses CALENDAR_TOO_LARGE. Yields the thread now and then. */
async function spend(budget: Budget, days: number): Promise<void> {
  const before = budget.days;
  budget.days -= days;
  if (budget.days < 0) throw new Refusal('CALENDAR_TOO_LARGE');
  if (Math.floor(before / 50) !== Math.floor(budget.days / 50)) await setImmediate();
}

/** The days on which an event begins, up to the horizon; null if its rule is one that we do not read. */
async function startsOf(
  event: Component,
  start: string,
  { today, budget }: { today: string; budget: Budget },
): Promise<string[] | null> {
  const [rule] = valuesOf(event, 'rrule') as Recur[];
  if (rule === undefined) return [start];
  const rrule = patternOf(rule, start);
  if (rrule === null) return null;
  const horizon = `${Number(today.slice(0, 4)) + yearsAhead}-12-31`;
  const until = isDate(rule.until) && rule.until.slice(0, 10) < horizon ? rule.until.slice(0, 10) : horizon;
  const thisYear = `${today.slice(0, 4)}-01-01`;
  const except = new Set(valuesOf(event, 'exdate').map((one) => String(one).slice(0, 10)));
  // With a count, the occurrences must be counted from the first.
  const from = rule.count === undefined && start < thisYear ? thisYear : start;
  await spend(budget, costOfRule);
  const starts: string[] = [];
  let left = rule.count ?? mostEvents;
  for (const day of eachNominal({ rrule, startsOn: start }, { from, until })) {
    if (left === 0) break;
    left -= 1;
    await spend(budget, 1);
    if (day >= thisYear && !except.has(day)) starts.push(day);
  }
  return starts;
}

/** An event that overrides one occurrence of another names the original day of that occurrence. */
const overriddenBy = ([, properties]: Component) => properties.find(([name]) => name === 'recurrence-id');

/** For each event id, the days that other events override: moved, renamed or cancelled. */
interface Overridden {
  days: ReadonlyMap<string, ReadonlySet<string>>;
  /** Events overridden from a day on, rather than on one day; these are not read. */
  forGood: ReadonlySet<string>;
}

function overriddenIn(events: readonly Component[]): Overridden {
  const days = new Map<string, Set<string>>();
  const forGood = new Set<string>();
  for (const event of events) {
    const [uid, override] = [textOf(event, 'uid'), overriddenBy(event)];
    if (uid === '' || override === undefined) continue;
    const [, parameters, , day] = override;
    days.set(uid, (days.get(uid) ?? new Set()).add(String(day).slice(0, 10)));
    if ('range' in parameters) forGood.add(uid);
  }
  return { days, forGood };
}

interface Reading {
  today: string;
  budget: Budget;
  overridden: Overridden;
}

/** The days on which an event begins, without those that others override; null if it is not read. */
async function ownStartsOf(event: Component, start: string, reading: Reading): Promise<string[] | null> {
  const { days, forGood } = reading.overridden;
  const uid = textOf(event, 'uid');
  if (forGood.has(uid)) return null;
  const starts = await startsOf(event, start, reading);
  const isOverride = overriddenBy(event) !== undefined;
  return isOverride ? starts : (starts?.filter((day) => days.get(uid)?.has(day) !== true) ?? null);
}

async function daysOfEvent(event: Component, reading: Reading): Promise<Holiday[] | null> {
  const [first] = valuesOf(event, 'dtstart');
  const name = nameOf(textOf(event, 'summary'));
  // An event with RDATE is not read: it is reported as left out rather than imported in part.
  if (!isDate(first) || name === '' || valuesOf(event, 'rdate').length > 0) return null;
  const start = first.slice(0, 10);
  const length = lengthOf(event, start);
  if (length === null || length > longestDays) return null;
  const starts = await ownStartsOf(event, start, reading);
  const days = starts?.flatMap((begin) => Array.from({ length }, (_none, no) => addDays(begin, no)));
  return days?.every(isDate) === true ? days.map((day) => ({ day, name })) : null;
}

function componentsOf(text: string): Component[] {
  try {
    const read = ICAL.parse(text) as unknown as Component | Component[];
    return typeof read[0] === 'string' ? [read as Component] : (read as Component[]);
  } catch {
    throw new Refusal('CALENDAR_UNREADABLE');
  }
}

/**
 * The days off in an iCalendar file (the first event of a day names it), and the names of the events left out: longer than a
 * month, without a name, on a day that does not exist, with listed days, overridden from a day on, or with a rule that is not
 * yearly. Refuses CALENDAR_UNREADABLE, CALENDAR_TOO_LARGE.
 */
export async function readCalendar(
  text: string,
  today: string,
): Promise<{ days: Holiday[]; left: string[] }> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text)) throw new Refusal('CALENDAR_UNREADABLE');
  // Counted before parsing, because the parsed form is many times larger.
  if ([...text.matchAll(/^BEGIN:/gim)].length > 4 * mostEvents) throw new Refusal('CALENDAR_TOO_LARGE');
  const all = componentsOf(text.replace(/^\uFEFF?\s*/, ''))
    .filter(([name]) => name === 'vcalendar')
    .flatMap(([, , parts]) => parts)
    .filter(([name]) => name === 'vevent');
  const events = all.filter((event) => valuesOf(event, 'status')[0] !== 'CANCELLED');
  if (events.length > mostEvents) throw new Refusal('CALENDAR_TOO_LARGE');
  const days = new Map<string, string>();
  const left: string[] = [];
  const reading = { today, budget: { days: mostLookedAt }, overridden: overriddenIn(all) };
  for (const event of events) {
    const read = await daysOfEvent(event, reading);
    if (read === null) left.push(nameOf(textOf(event, 'summary')) || '–');
    for (const { day, name } of read ?? []) if (!days.has(day)) days.set(day, name);
    if (days.size > mostImportedDays) throw new Refusal('CALENDAR_TOO_LARGE');
  }
  const inOrder = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { days: inOrder.map(([day, name]) => ({ day, name })), left };
}

/** As `readCalendar`, for an uploaded file and a calendar of a country. */
export async function readCalendarFile(file: SpooledFile, country: string | null, today: string) {
  if (file.size > maxCalendarBytes) throw new Refusal('CALENDAR_TOO_LARGE');
  return readCalendar(decoded(await readFile(file.path), country), today);
}

/** The outcome for each day of a file. */
export function compared(
  days: readonly Holiday[],
  present: readonly Holiday[],
  today: string,
): ReadHoliday[] {
  const known = new Set(present.map(({ day }) => day));
  return days.map(({ day, name }) => ({
    day,
    name,
    outcome: known.has(day) ? 'present' : day < today ? 'past' : 'new',
  }));
}

/** The days of a calendar as an iCalendar file, with an event for each day. */
export function calendarFile(
  calendar: { id: string; name: string },
  days: readonly Holiday[],
  at: Date,
): string {
  const stamp = `${at.toISOString().slice(0, 19)}Z`;
  const events = days.map(({ day, name }) => [
    'vevent',
    [
      ['uid', {}, 'text', `${day}-${calendar.id}@daybook`],
      ['dtstamp', {}, 'date-time', stamp],
      ['dtstart', {}, 'date', day],
      ['dtend', {}, 'date', addDays(day, 1)],
      ['summary', {}, 'text', name],
      ['transp', {}, 'text', 'TRANSPARENT'],
    ],
    [],
  ]);
  const head = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Daybook//Holidays//EN'],
    ['name', {}, 'text', calendar.name],
  ];
  return `${ICAL.stringify(['vcalendar', head, events] as never)}\r\n`;
}
