/** How often a test repeats itself: a little in CI, much in `pnpm nightly` (docs/testing.md). */
export const effort = (inCi: number, inNightly: number): number =>
  process.env.DAYBOOK_NIGHTLY === '1' ? inNightly : inCi;

/** How often a random or concurrent test repeats itself; `pnpm soak` raises it. */
export const soak = (inCi: number, inSoak: number): number =>
  process.env.DAYBOOK_SOAK === '1' ? inSoak : inCi;
