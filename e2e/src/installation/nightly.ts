/** True in `pnpm nightly`, where flows take all languages and appearances (docs/testing.md). */
export const isNightly = process.env.DAYBOOK_NIGHTLY === '1';
