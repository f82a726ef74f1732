import { nominalAt, nominalDates } from '../../recurrence/occurrences.ts';
import { periodOfOccurrence } from '../../recurrence/plan-series.ts';

interface Ruled {
  rrule: string;
  periodOffset: number;
}

interface Sold {
  startsOn: string;
  endedOn: string | null;
  /** First day of the fiscal year of the client's billing entity. */
  fyStart: string;
}

/** By how many days of its rule a task may come before its period begins. */
const mostAhead = 4;

/**
 * The first and the last day of the tasks of a subscription: those whose periods end while it lasts. So of two subscriptions of
 * which one continues the other, one does the work of each period. Null if there are none.
 */
export function taskDaysOf(
  rule: Ruled,
  { startsOn, endedOn, fyStart }: Sold,
): { first: string; last: string | null } | null {
  const [from] = nominalDates({ rrule: rule.rrule, startsOn }, { from: startsOn, until: null, most: 1 });
  if (from === undefined) return null;
  // A rule may name a day before the period that it is for.
  const anchored = {
    rrule: rule.rrule,
    startsOn: nominalAt({ rrule: rule.rrule, startsOn }, from, -mostAhead),
  };
  const lastDay = (nominal: string) =>
    periodOfOccurrence({ kind: 'task', ...rule, ...anchored }, nominal, fyStart).to;
  const first = boundary(anchored, from, (nominal) => lastDay(nominal) >= startsOn);
  if (endedOn === null) return { first, last: null };
  const [behind] = nominalDates(anchored, { from: endedOn, until: null, most: 1 });
  const after = boundary(anchored, behind ?? first, (nominal) => lastDay(nominal) > endedOn);
  const last = nominalAt(anchored, after, -1);
  return last < first ? null : { first, last };
}

/** The first day of the rule for which it holds, near `from`; it holds for every later day too. */
function boundary(
  anchored: { rrule: string; startsOn: string },
  from: string,
  holds: (nominal: string) => boolean,
): string {
  let day = from;
  while (!holds(day)) day = nominalAt(anchored, day, 1);
  while (day > anchored.startsOn) {
    const before = nominalAt(anchored, day, -1);
    if (!holds(before)) break;
    day = before;
  }
  return day;
}
