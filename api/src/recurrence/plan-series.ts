import { addDays } from '@daybook/contracts/plain-date';
import { readPattern } from '@daybook/contracts/recurrence/pattern';
import { periodOf } from '@daybook/contracts/recurrence/period';
import type { Period } from '@daybook/contracts/recurrence/period';
import { dayOff, shifted } from '@daybook/contracts/recurrence/working-days';
import type { Shift, WorkingCalendar } from '@daybook/contracts/recurrence/working-days';
import { eachNominal, nominalAt, nominalDates } from './occurrences.ts';

/** What of a series decides its days. */
export interface Ruled {
  kind: 'task' | 'invoice';
  rrule: string;
  shift: Shift;
  leadDays: number;
  periodOffset: number;
  startsOn: string;
  /** The last day on which it falls, whichever way its end was said. */
  lastOn: string | null;
}

/** One day of a series that is otherwise than its rule says. */
export interface Exceptional {
  nominalDate: string;
  skips: boolean;
  dueOn: string | null;
  reason: string;
}

export interface Occurrence {
  /** The day of the rule; with the series, the name of what is made (docs/rules.md#each-day-once). */
  nominal: string;
  due: string;
  /** The day on which it is made. */
  makeOn: string;
  /** Why it is not due on its nominal day: a day off, or what somebody wrote. */
  movedFor: { holiday: string | null } | { reason: string } | null;
  /** Why nobody works on the nominal day, where it is moved for that. */
  off: { holiday: string | null } | null;
  skippedFor: string | null;
}

/** What besides its rule decides the days of a series. */
export interface Around {
  calendar: WorkingCalendar;
  exceptions: ReadonlyMap<string, Exceptional>;
  /** Days after the last that all are done through, whose run was made or left out already: one was moved before another. */
  handled: ReadonlySet<string>;
}

function occurrence(
  series: Ruled,
  { calendar, exceptions }: Pick<Around, 'calendar' | 'exceptions'>,
  nominal: string,
): Occurrence {
  const exception = exceptions.get(nominal);
  const day = shifted(calendar, nominal, series.shift);
  const off = day === nominal ? null : dayOff(calendar, nominal);
  const movedTo = exception?.dueOn ?? null;
  // An invoice goes out on its day, wherever that is put. Work with more time is there when it would have been, with less earlier.
  const counted = movedTo !== null && (series.kind === 'invoice' || movedTo < day) ? movedTo : day;
  return {
    nominal,
    due: movedTo ?? day,
    makeOn: addDays(counted, -series.leadDays),
    off,
    movedFor: movedTo === null ? off : { reason: exception?.reason ?? '' },
    skippedFor: exception?.skips ? exception.reason : null,
  };
}

/** The occurrences after a day of the rule, `most` at most, in their order, whatever came of them. */
export const occurrencesAfter = (
  series: Ruled,
  around: Around,
  { after, most }: { after: string; most: number },
): Occurrence[] =>
  nominalDates(series, { from: addDays(after, 1), until: series.lastOn, most }).map((nominal) =>
    occurrence(series, around, nominal),
  );

/**
 * What is left of a series after a day of the rule: all whose `by` is before `day`, however long ago, in the order of the rule;
 * and the next `most` of the rest by that day. Each day is judged by itself: one that was moved hides none of the others.
 */
export function partedBy(
  series: Ruled,
  around: Around,
  { after, by, day, most }: { after: string; by: 'nominal' | 'due' | 'makeOn'; day: string; most: number },
): { behind: Occurrence[]; ahead: Occurrence[] } {
  const moved = [...around.exceptions.values()].filter(({ dueOn }) => dueOn !== null);
  const lastMoved = moved.reduce((last, { nominalDate }) => (nominalDate > last ? nominalDate : last), '');
  const behind: Occurrence[] = [];
  const ahead: Occurrence[] = [];
  // From the first day on that is ahead by the rule itself, only a moved one may still be behind.
  let isAhead = false;
  for (const nominal of eachNominal(series, { from: addDays(after, 1), until: series.lastOn })) {
    if (!around.handled.has(nominal)) {
      const one = occurrence(series, around, nominal);
      (one[by] < day ? behind : ahead).push(one);
      if (one[by] >= day && (around.exceptions.get(nominal)?.dueOn ?? null) === null) isAhead = true;
    }
    if (isAhead && ahead.length >= most && nominal >= lastMoved) break;
  }
  const inOrder = ahead.toSorted((a, b) => a[by].localeCompare(b[by]) || a.nominal.localeCompare(b.nominal));
  return { behind, ahead: inOrder.slice(0, most) };
}

/** The last day of the rule up to which every one has its run, or was left out on purpose. */
export function doneThroughOf(
  series: Ruled & { doneThrough: string },
  { handled }: Pick<Around, 'handled'>,
): string {
  let through = series.doneThrough;
  if (handled.size === 0) return through;
  for (const nominal of eachNominal(series, { from: addDays(through, 1), until: series.lastOn })) {
    if (!handled.has(nominal)) break;
    through = nominal;
  }
  return through;
}

/** What an occurrence is about, by the fiscal year of the billing entity. */
export function periodOfOccurrence(
  series: Pick<Ruled, 'kind' | 'rrule' | 'startsOn' | 'periodOffset'>,
  nominal: string,
  fyStart: string,
): Period {
  const read = readPattern(series.rrule);
  if (!('pattern' in read)) throw new Error(`a kept rule cannot be read: ${read.fault}`);
  return periodOf(read.pattern, nominal, series.periodOffset, {
    fyStart,
    isBilled: series.kind === 'invoice',
    nominalAt: (steps) => nominalAt(series, nominal, steps),
  });
}

/** The last day of a series: as was said, or the day of its last occurrence. Null when it never falls, or not so often. */
export function lastDayOf(
  { rrule, startsOn }: Pick<Ruled, 'rrule' | 'startsOn'>,
  ends: { endsOn: string | null; endsAfter: number | null },
): string | null {
  if (ends.endsOn !== null) return ends.endsOn;
  const { endsAfter } = ends;
  if (endsAfter === null) return null;
  const dates = nominalDates({ rrule, startsOn }, { from: startsOn, until: null, most: endsAfter });
  return dates[endsAfter - 1] ?? null;
}

/** How many are made without anybody asking, after the server was down (docs/rules.md#missed-days). */
export const mostUnasked = 24;

export type CatchUp = 'all' | 'latest' | 'ask';

export interface Due {
  make: Occurrence[];
  skip: (Occurrence & { why: string })[];
  /** More was missed than is made unasked: a person chooses what of the rest is made. */
  parks: boolean;
}

/**
 * What of the occurrences whose day to be made has come is made, left out, or waits for a person. `toMake` is in order. Missed is what
 * was due before today: what is made late and still due in time is no more than late.
 */
export function whatIsDue(toMake: readonly Occurrence[], today: string, catchUp: CatchUp): Due {
  const skip = toMake.flatMap((one) => (one.skippedFor === null ? [] : [{ ...one, why: one.skippedFor }]));
  const wanted = toMake.filter(({ skippedFor }) => skippedFor === null);
  const missed = wanted.filter(({ due }) => due < today);
  if (catchUp === 'ask' && missed.length > 1) return { make: [], skip: [], parks: true };
  if (catchUp === 'latest') {
    const inTime = wanted.filter(({ due }) => due >= today);
    const make = inTime.length > 0 ? inTime : missed.slice(-1);
    const passed = missed.filter((one) => !make.includes(one)).map((one) => ({ ...one, why: 'MISSED' }));
    return { make, skip: [...skip, ...passed], parks: false };
  }
  const make = wanted.slice(0, mostUnasked);
  const through = make.at(-1)?.nominal ?? '';
  const parks = wanted.length > mostUnasked;
  return { make, skip: parks ? skip.filter(({ nominal }) => nominal < through) : skip, parks };
}
