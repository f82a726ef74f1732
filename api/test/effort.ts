/** How often a test repeats itself: a little in CI, much in `pnpm harden` (docs/testing.md). */
export const effort = (inCi: number, inHarden: number): number =>
  process.env.DAYBOOK_HARDEN === '1' ? inHarden : inCi;

/** The same for the tests of chance and of many at once that `pnpm soak` lengthens. */
export const soak = (inCi: number, inSoak: number): number =>
  process.env.DAYBOOK_SOAK === '1' ? inSoak : inCi;
