import { isDeepStrictEqual } from 'node:util';
import type { Fields } from './audit-rows.ts';

/** A change of one line: changed if it has both a before and an after, else added or removed. */
export interface LineChange {
  no: number;
  before: Fields | null;
  after: Fields | null;
}

const placeless = ({ no: _no, ...said }: Fields): Fields => said;
const same =
  (field: string) =>
  (one: Fields, other: Fields): boolean =>
    one[field] !== undefined && one[field] === other[field];

/** How a line is recognised, the surest way first: a line that moved stays the same line. */
const likeness: readonly ((one: Fields, other: Fields) => boolean)[] = [
  (one, other) => isDeepStrictEqual(placeless(one), placeless(other)),
  same('line'),
  same('pending_item_id'),
  same('description'),
  same('no'),
];

/** How the lines of a document differ from the earlier ones: changed, added and removed lines in order of position. */
export function changedLines(before: readonly Fields[], after: readonly Fields[]): LineChange[] {
  const earlier = new Map<Fields, Fields>();
  const left = new Set(before);
  for (const isLike of likeness) {
    for (const line of after) {
      const match = earlier.has(line) ? undefined : [...left].find((one) => isLike(one, line));
      if (match === undefined) continue;
      earlier.set(line, match);
      left.delete(match);
    }
  }
  const now = after.map((line) => ({
    no: Number(line['no']),
    before: earlier.get(line) ?? null,
    after: line,
  }));
  const gone = [...left].map((line) => ({ no: Number(line['no']), before: line, after: null }));
  return [...now, ...gone]
    .filter(
      ({ before: was, after: is }) =>
        was === null || is === null || !isDeepStrictEqual(placeless(was), placeless(is)),
    )
    .toSorted((one, other) => one.no - other.no);
}
