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

/** jCal (RFC 7265): what ical.js reads a file into, as plain data. */
type Property = [name: string, parameters: object, type: string, ...values: unknown[]];
type Component = [name: string, properties: Property[], parts: Component[]];

const mostEvents = 2000;
/** Longer than any feast; an event of a year is no holiday. */
const longestDays = 31;

/** What turns the direction of a text round, and what cannot be printed, is no part of a name. */
const unprintable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;
const nameOf = (text: string): string =>
  // A sign of two halves is not cut in the middle: half of one cannot be printed either.
  text
    .replaceAll(unprintable, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}$/u, '')
    .trim();

/** A day that there is, with or without a time: no 30 February. */
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && PlainDate.safeParse(value.slice(0, 10)).success;

const valuesOf = ([, properties]: Component, name: string): unknown[] =>
  properties.filter((property) => property[0] === name).flatMap((property) => property.slice(3));

/** The first value of a property that is text. */
const textOf = (event: Component, name: string): string => {
  const [value] = valuesOf(event, name);
  return typeof value === 'string' ? value : '';
};

/** The number of days of an event: its end is the day after it, or within the last one when it has a time. */
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

/** The rule with the days named that the first one implies, as ours are written; null for one that we do not read. */
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

/** The limit of effort for all rules of a file, and the effort of each before its first day. */
interface Budget {
  days: number;
}
const mostLookedAt = 10_000;
const costOfRule = 10;

/** Refuses CALENDAR_TOO_LARGE; now and then lets others have the thread. */
async function spend(budget: Budget, days: number): Promise<void> {
  const before = budget.days;
  budget.days -= days;
  if (budget.days < 0) throw new Refusal('CALENDAR_TOO_LARGE');
  if (Math.floor(before / 50) !== Math.floor(budget.days / 50)) await setImmediate();
}

/** The days on which an event begins, as far as we look ahead; null when its rule is beyond what we read. */
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
  // So many in all, whenever the first was.
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

/** An event that says otherwise of one occurrence of another names the day on which that would have been. */
const overriddenBy = ([, properties]: Component) => properties.find(([name]) => name === 'recurrence-id');

/** Of each event, by its id, the days of which others say otherwise: that they are moved, renamed or cancelled. */
interface Overridden {
  days: ReadonlyMap<string, ReadonlySet<string>>;
  /** Otherwise from a day on, not on one day alone: these are not read. */
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

/** The days on which an event begins, but for those of which another says otherwise; null when it is beyond what we read. */
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
  // Days that are listed one by one are not read: an event that has some is told as left out, not brought in part.
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
 * The days off of a file of iCalendar, the first event of a day naming it, and the names of events that are left out: of more than a
 * month, nameless, on a day that there is not, of listed days, changed from a day on, or of another rule than one that names days of a
 * year. Refuses CALENDAR_UNREADABLE, CALENDAR_TOO_LARGE.
 */
export async function readCalendar(
  text: string,
  today: string,
): Promise<{ days: Holiday[]; left: string[] }> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text)) throw new Refusal('CALENDAR_UNREADABLE');
  // Counted before it is read: what it would be read into is many times as large.
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

/** As `readCalendar`, of a file that was sent, for a calendar of a country. */
export async function readCalendarFile(file: SpooledFile, country: string | null, today: string) {
  if (file.size > maxCalendarBytes) throw new Refusal('CALENDAR_TOO_LARGE');
  return readCalendar(decoded(await readFile(file.path), country), today);
}

/** The result of each day of a file. */
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

/** The days of a calendar as a file of iCalendar, each an event of its own. */
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
