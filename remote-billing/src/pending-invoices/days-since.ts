import { today } from '@daybook/shared/today';

const dayMs = 86_400_000;

/** Whole days from a day to the person's own; none for a day to come. */
export const daysSince = (date: string, now = today()): number =>
  Math.max(0, (Date.parse(now) - Date.parse(date)) / dayMs);
