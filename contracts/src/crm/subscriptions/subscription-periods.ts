import { addDays } from '../../plain-date.ts';
import { readPattern } from '../../recurrence/pattern.ts';
import { periodOf } from '../../recurrence/period.ts';
import type { Period } from '../../recurrence/period.ts';
import type { PackageCycle } from '../../settings/packages/packages.ts';

/** Whether a period is invoiced on its first day, or on the day after its last one. */
export const billings = ['pre', 'post'] as const;
export type Billing = (typeof billings)[number];

/** The months that one price pays for. What is sold once has none. */
export const monthsOfCycle: Record<PackageCycle, number | null> = {
  once: null,
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
};

const rules: Record<PackageCycle, string> = {
  once: 'FREQ=DAILY',
  monthly: 'FREQ=MONTHLY;BYMONTHDAY=1',
  quarterly: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1',
  half_yearly: 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1',
  yearly: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=1',
};

/** How often the price is due, in the fiscal year of the billing entity: quarters, half-years and years begin with it. */
export interface Cycle {
  cycle: PackageCycle;
  /** First day of the fiscal year as MM-DD. */
  fyStart: string;
}

/** The period that holds the day: the one that an invoice series of this cycle names. What is sold once has the day itself. */
export function periodAt({ cycle, fyStart }: Cycle, day: string): Period {
  const read = readPattern(rules[cycle]);
  if (!('pattern' in read)) throw new Error(`the rule of a cycle cannot be read: ${read.fault}`);
  return periodOf(read.pattern, day, 0, {
    fyStart,
    isBilled: true,
    nominalAt: (steps) => addDays(day, steps),
  });
}

/** The day itself if a period begins on it, or the first day of the next period: nothing takes effect within a period. */
export function firstDayFrom(cycle: Cycle, day: string): string {
  const { from, to } = periodAt(cycle, day);
  return from === day ? day : addDays(to, 1);
}

/** Two fiscal years whose periods have not met by then never do. */
const mostPeriods = 24;

/** The first day from `day` on on which a period of both cycles begins; null if there is none. */
export function commonFirstDay(one: Cycle, other: Cycle, day: string): string | null {
  let found = day;
  for (let period = 0; period < mostPeriods; period += 1) {
    const next = firstDayFrom(other, firstDayFrom(one, found));
    if (next === found) return found;
    found = next;
  }
  return null;
}

interface Billed extends Cycle {
  billing: Billing;
  /** The first period that is invoiced begins on this day. */
  billedFrom: string;
  /** The last day of the subscription. */
  endedOn: string | null;
}

/** The days of the series that invoices a subscription. `endsOn` may be before `startsOn`: nothing is invoiced then. */
export function invoiceDaysOf({ billing, billedFrom, endedOn, ...cycle }: Billed) {
  const isPrepaid = billing === 'pre';
  return {
    rrule: rules[cycle.cycle],
    periodOffset: isPrepaid ? (0 as const) : (-1 as const),
    startsOn: isPrepaid ? billedFrom : addDays(periodAt(cycle, billedFrom).to, 1),
    endsOn: endedOn === null || isPrepaid ? endedOn : addDays(endedOn, 1),
  };
}
