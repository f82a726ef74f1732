import { addDays } from '@daybook/contracts/plain-date';

/** The days of a series, found by walking through the calendar, without the code under test. */
export interface Walked {
  rrule: string;
  falls: (date: Date) => boolean;
}

const lastOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const isDay = (date: Date, day: number) => date.getUTCDate() === Math.min(day, lastOf(date));

export const walkedKinds: readonly Walked[] = [
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', falls: (date) => isDay(date, 31) },
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', falls: (date) => isDay(date, 30) },
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=15,-1', falls: (date) => date.getUTCDate() === 15 || isDay(date, 31) },
  {
    rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1',
    falls: (date) => date.getUTCDate() === 1 && (date.getUTCMonth() + 2) % 3 === 0,
  },
  {
    rrule: 'FREQ=MONTHLY;BYDAY=1MO',
    falls: (date) => date.getUTCDay() === 1 && date.getUTCDate() <= 7,
  },
  {
    rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
    falls: (date) => date.getUTCMonth() === 1 && isDay(date, 29),
  },
];

/** Every day of the rule from one day to another, both included. */
export function daysOf({ falls }: Walked, from: string, to: string): string[] {
  const found: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    if (falls(new Date(`${date}T00:00:00Z`))) found.push(date);
  return found;
}

export type Chance = (below: number) => number;

/** The same random numbers each time it starts. */
export function chanceOf(seed: number): Chance {
  let status = seed;
  return (below) => (status = (status * 48_271) % 2_147_483_647) % below;
}

/** Moves the due date of one day in four: up to 20 days earlier, but not before `from`, or up to 30 days later. */
export function movesOf(days: readonly string[], from: string, chance: Chance): Map<string, string> {
  const moves = new Map<string, string>();
  for (const day of days) {
    if (chance(4) > 0) continue;
    const due = addDays(day, chance(51) - 20);
    moves.set(day, due < from ? from : due);
  }
  return moves;
}

/** The instants to which a clock is set between two days: forward by some days, sometimes by many, sometimes back. */
export function clockSteps(from: string, to: string, chance: Chance): string[] {
  const steps: string[] = [];
  for (let date = from; date < to;) {
    const on = chance(12) === 0 ? 40 : 1 + chance(9);
    date = addDays(date, on) < to ? addDays(date, on) : to;
    steps.push(`${date}T${String(chance(24)).padStart(2, '0')}:30:00Z`);
    if (chance(6) === 0) steps.push(`${addDays(date, -2)}T21:00:00Z`);
  }
  return [...steps, `${to}T12:00:00Z`];
}
