/** How often a property of pure figures is tried in a test: less in CI, 10,000 times by `pnpm soak` (docs/testing.md). */
export const propertyRuns = process.env.DAYBOOK_SOAK === '1' ? 10_000 : 1_000;
