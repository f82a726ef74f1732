// Dates here are ISO days, compared and counted as such, so that no time zone can shift one.

const DAY = 86_400_000;

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** The last day of each bucket except the last, open one; strictly increasing. */
export const AGEING_BOUNDS: readonly number[] = [30, 60, 90, 180];

/** `to` is absent for the last bucket. Bucket 0 is not yet overdue. */
export type AgeingBucket = { from: number; to?: number };

export function ageingBuckets(bounds: readonly number[] = AGEING_BOUNDS): AgeingBucket[] {
  const isIncreasing = bounds.every(
    (bound, index) => Number.isInteger(bound) && bound > (bounds[index - 1] ?? 0),
  );
  if (!isIncreasing) throw new RangeError('ageing bounds must increase from at least one day');
  const due = [0, ...bounds].map((before, index): AgeingBucket => {
    const to = bounds[index];
    return to === undefined ? { from: before + 1 } : { from: before + 1, to };
  });
  return [{ from: Number.NEGATIVE_INFINITY, to: 0 }, ...due];
}

/** The index into `ageingBuckets`: due today is 0, one day late is 1. */
export function ageingBucket(
  dueDate: string,
  asOf: string,
  bounds: readonly number[] = AGEING_BOUNDS,
): number {
  const daysLate = daysBetween(dueDate, asOf);
  if (daysLate <= 0) return 0;
  const bucket = bounds.findIndex((bound) => daysLate <= bound);
  return bucket === -1 ? bounds.length + 1 : bucket + 1;
}
