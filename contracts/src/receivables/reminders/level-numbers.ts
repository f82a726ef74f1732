/** The usual texts: the first level asks, the last one warns; a note stands before the due date. */
export const usualTexts = ['note', 'first', 'second', 'last'] as const;
export type UsualText = (typeof usualTexts)[number];

/** The numbers of levels that stand in the order of their days: from 1 after the due date, from 0 downwards before it. */
export function numbersOf(offsets: readonly number[]): number[] {
  const before = offsets.filter((days) => days < 0).length;
  return offsets.map((_days, index) => index + 1 - before);
}

export function usualTextOf(no: number, lastNo: number): UsualText {
  if (no <= 0) return 'note';
  if (no === 1) return 'first';
  return no === lastNo ? 'last' : 'second';
}
