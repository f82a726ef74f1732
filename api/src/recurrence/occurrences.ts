import { RRuleTemporal } from 'rrule-temporal';
import { addDays, firstOfMonth, monthNumber, weekdayOf } from '@daybook/contracts/plain-date';
import { readPattern } from '@daybook/contracts/recurrence/pattern';
import type { Pattern } from '@daybook/contracts/recurrence/pattern';
import { seriesDays } from '@daybook/contracts/recurrence/series';

/** No series lasts longer, so that the periods of its last days, and days moved off days off, are still valid dates. */
const endOfSeries = seriesDays.max;
/** The earliest valid date (PlainDate of the contract). */
const firstOfDates = '1900-01-01';

interface Anchored {
  rrule: string;
  /** The first day that the rule may name. It decides which weeks, months or years an interval counts. */
  startsOn: string;
}

function patternOf(rrule: string): Pattern {
  const read = readPattern(rrule);
  if ('pattern' in read) return read.pattern;
  throw new Error(`a stored rule cannot be read: ${read.fault}`);
}

/**
 * The first day of a period of the rule, on or before `from`, a whole number of intervals away from the period of `startsOn`.
 * Rules name their days explicitly, so starting there gives the same days.
 */
function phase({ frequency, interval }: Pattern, startsOn: string, from: string): string {
  const whole = (distance: number) => Math.floor(distance / interval) * interval;
  switch (frequency) {
    case 'DAILY': {
      const distance = Math.floor((Date.parse(from) - Date.parse(startsOn)) / 86_400_000);
      return addDays(startsOn, whole(distance));
    }
    case 'WEEKLY': {
      const monday = addDays(startsOn, 1 - weekdayOf(startsOn));
      const distance = Math.floor((Date.parse(from) - Date.parse(monday)) / (7 * 86_400_000));
      return addDays(monday, whole(distance) * 7);
    }
    case 'MONTHLY': {
      const month = monthNumber(startsOn);
      return firstOfMonth(month + whole(monthNumber(from) - month));
    }
    default: {
      const year = Number(startsOn.slice(0, 4));
      return firstOfMonth((year + whole(Number(from.slice(0, 4)) - year)) * 12);
    }
  }
}

/** The days of the rule from `from` to `until`, including those before `startsOn`, as if it had always been in force. */
function* daysFrom(
  { rrule, startsOn }: Anchored,
  { from, until }: { from: string; until: string | null },
): Generator<string> {
  const begin = phase(patternOf(rrule), startsOn, from);
  const last = until === null || until > endOfSeries ? endOfSeries : until;
  if (last < begin) return;
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${begin.replaceAll('-', '')}T000000Z\nRRULE:${rrule};UNTIL=${last.replaceAll('-', '')}T000000Z`,
    cache: false,
  });
  let after = rule.next(new Date(`${from}T00:00:00Z`), true);
  while (after !== null) {
    yield after.toPlainDate().toString();
    after = rule.next(after, false);
  }
}

/** The days that the rule names, in order: from the later of `from` and `startsOn`, to `until` at the latest. */
export function* eachNominal(
  series: Anchored,
  { from, until }: { from: string; until: string | null },
): Generator<string> {
  yield* daysFrom(series, { from: from > series.startsOn ? from : series.startsOn, until });
}

/** As `eachNominal`, but at most `most` days. */
export function nominalDates(
  series: Anchored,
  { most, ...span }: { from: string; until: string | null; most: number },
): string[] {
  const found: string[] = [];
  if (most === 0) return found;
  for (const date of eachNominal(series, span)) {
    found.push(date);
    if (found.length >= most) break;
  }
  return found;
}

/** The calendar repeats after this many years, weekdays included. */
const lookBackYears = 400;

/**
 * The day of the rule `steps` occurrences after `nominal` (before it if negative), even before the start of the series. If the
 * rule names no such day, the next date: every occurrence has a period, however rare its rule.
 */
export function nominalAt(series: Anchored, nominal: string, steps: number): string {
  if (steps === 0) return nominal;
  if (steps > 0) {
    const after = nominalDates(series, { from: addDays(nominal, 1), until: null, most: steps });
    return after[steps - 1] ?? addDays(after.at(-1) ?? nominal, 1);
  }
  let date = nominal;
  for (let step = 0; step > steps; step -= 1) date = dayBefore(series, date);
  return date < firstOfDates ? firstOfDates : date;
}

/** Searches a span before the date, and doubles it until it holds a day of the rule. */
function dayBefore(series: Anchored, date: string): string {
  for (let days = 32; days < lookBackYears * 366 * 2; days *= 2) {
    let found: string | undefined;
    const from = addDays(date, -Math.min(days, lookBackYears * 366));
    for (const day of daysFrom(series, { from, until: addDays(date, -1) })) found = day;
    if (found !== undefined) return found;
  }
  return addDays(date, -1);
}
