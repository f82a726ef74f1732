/** How often a test repeats itself: a little in CI, much in `pnpm harden` (docs/testing.md). */
export const effort = (inCi: number, inHarden: number): number =>
  process.env.DAYBOOK_HARDEN === '1' ? inHarden : inCi;
