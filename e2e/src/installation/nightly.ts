/** True in `pnpm nightly`, where flows take all languages and appearances (docs/testing.md). */
export const isNightly = process.env.DAYBOOK_NIGHTLY === '1';

/** CI walks a flow in one of its languages and appearances, another one for each flow; `pnpm nightly` walks it in all. */
export const oneInCi = <T>(all: readonly T[], nth: number): readonly T[] =>
  isNightly ? all : all.slice(nth, nth + 1);

/** CI takes every `spread`th, `pnpm nightly` all. */
export const everyNth = <T>(all: readonly T[], spread: number): readonly T[] =>
  isNightly ? all : all.filter((_one, place) => place % spread === 0);
