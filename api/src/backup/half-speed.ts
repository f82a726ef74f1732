import { setTimeout as wait } from 'node:timers/promises';

/** Who waits for a slow disk or bucket takes nothing from the pages, and need not rest long. */
const longestRestMs = 25;
const shortestRestMs = 2;

/** A function that rests for as long as the work since the last rest has taken, so that the pages of others find the machine free half the time. */
export function halfSpeed(): () => Promise<void> {
  let restedAt = performance.now();
  return async () => {
    const worked = performance.now() - restedAt;
    if (worked < shortestRestMs) return;
    await wait(Math.min(worked, longestRestMs));
    restedAt = performance.now();
  };
}
