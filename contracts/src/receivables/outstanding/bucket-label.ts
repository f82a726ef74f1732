/** The heading of a bucket, the same in every language: 1–30, 31–60, and > 60 for the last one. */
export const bucketLabel = (bounds: readonly number[], index: number): string => {
  const [from, to] = [(bounds[index - 1] ?? 0) + 1, bounds[index]];
  return to === undefined ? `> ${from - 1}` : `${from}–${to}`;
};
