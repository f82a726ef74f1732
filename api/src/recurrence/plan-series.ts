import { addDays } from '@daybook/contracts/plain-date';
import { readPattern } from '@daybook/contracts/recurrence/pattern';
import { periodOf } from '@daybook/contracts/recurrence/period';
import type { Period } from '@daybook/contracts/recurrence/period';
import { dayOff, shifted } from '@daybook/contracts/recurrence/working-days';
import type { Shift, WorkingCalendar } from '@daybook/contracts/recurrence/working-days';
import { eachNominal, nominalAt, nominalDates } from './occurrences.ts';

/** What decides the days of a series. */
export interface Ruled {
  kind: 'task' | 'invoice';
  rrule: string;
  shift: Shift;
  leadDays: number;
  periodOffset: number;
  startsOn: string;
  /** The last day that the rule names, however its end was entered. */
  lastOn: string | null;
}

/** A day of a series that differs from its rule. */
export interface Exceptional {
  nominalDate: string;
  skips: boolean;
  dueOn: string | null;
  reason: string;
}

export interface Occurrence {
  /** The day of the rule; with the series, it identifies what is created (docs/rules.md#each-day-once). */
  nominal: string;
  due: string;
  /** The day on which it is created. */
  makeOn: string;
  /** Why it is not due on its nominal day: a day off, or the reason that somebody gave. */
  movedFor: { holiday: string | null } | { reason: string } | null;
  /** Why the nominal day is a day off, if the due date moved for that. */
  off: { holiday: string | null } | null;
  skippedFor: string | null;
}

/** What decides the days of a series besides its rule. */
export interface Around {
  calendar: WorkingCalendar;
  exceptions: ReadonlyMap<string, Exceptional>;
  /** Days after `doneThrough` that have been created or skipped already, because one of them was moved before another. */
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
  // An invoice goes out on its due date, wherever that was moved. A task moved later is still created on the original day;
  // one moved earlier is created earlier.
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

/** At most `most` occurrences after a day of the rule, in order, whether or not they have been created. */
export const occurrencesAfter = (
  series: Ruled,
  around: Around,
  { after, most }: { after: string; most: number },
): Occurrence[] =>
  nominalDates(series, { from: addDays(after, 1), until: series.lastOn, most }).map((nominal) =>
    occurrence(series, around, nominal),
  );

/**
 * Divides what remains of a series after a day of the rule: `behind` has every occurrence whose `by` is before `day`, however
 * long ago, in the order of the rule; `ahead` the next `most` others, ordered by `by`. Each day is judged by itself: a moved
 * day hides none of the others.
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
  // From the first day that is ahead without having been moved, only moved days can still be behind.
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

/** The last day of the rule up to which every day has its run or was skipped on purpose. */
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

/** The period that an occurrence covers, by the fiscal year of the billing entity. */
export function periodOfOccurrence(
  series: Pick<Ruled, 'kind' | 'rrule' | 'startsOn' | 'periodOffset'>,
  nominal: string,
  fyStart: string,
): Period {
  const read = readPattern(series.rrule);
  if (!('pattern' in read)) throw new Error(`a stored rule cannot be read: ${read.fault}`);
  return periodOf(read.pattern, nominal, series.periodOffset, {
    fyStart,
    isBilled: series.kind === 'invoice',
    nominalAt: (steps) => nominalAt(series, nominal, steps),
  });
}

/** The last day of a series: the date that was entered, or the day of its last occurrence. Null if the rule names no day, or too few. */
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

/** How many are created unasked after the server was down (docs/rules.md#missed-days). */
export const mostUnasked = 24;

export type CatchUp = 'all' | 'latest' | 'ask';

export interface Due {
  make: Occurrence[];
  skip: (Occurrence & { why: string })[];
  /** True if a person must choose what to create, for example because more was missed than is created unasked. */
  parks: boolean;
}

/**
 * Decides which occurrences whose day has come are created, which are skipped, and whether a person must choose. `toMake` is in
 * order. An occurrence is missed if it was due before today; one that is created late but not overdue is not missed.
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
