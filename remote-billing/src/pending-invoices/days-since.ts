import { today } from '@daybook/shared/today';

const dayMs = 86_400_000;

/** Whole days from a date to today in the person's zone; 0 for a future date. */
export const daysSince = (date: string, now = today()): number =>
  Math.max(0, (Date.parse(now) - Date.parse(date)) / dayMs);
