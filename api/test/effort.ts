/** How often a test repeats itself: a little in CI, much in `pnpm nightly` (docs/testing.md). */
export const effort = (inCi: number, inNightly: number): number =>
  process.env.DAYBOOK_NIGHTLY === '1' ? inNightly : inCi;

/** The same for random and concurrent tests, which `pnpm soak` lengthens. */
export const soak = (inCi: number, inSoak: number): number =>
  process.env.DAYBOOK_SOAK === '1' ? inSoak : inCi;
