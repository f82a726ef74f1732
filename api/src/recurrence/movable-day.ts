import { daysBetween } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

/** A year and a day: the farthest that a due date can be moved from the day of its rule. */
const mostDaysMoved = 366;

interface Bounds {
  /** The first day of its period; null if it may be due before that. */
  from: string | null;
  /** The earliest and the latest rule day among the items to move. */
  earliest: string;
  latest: string;
}

/**
 * Checks a new due date. Refuses DUE_BEFORE_START if it is before the period begins, unless the rule’s own day is as early, and
 * DATE_RANGE if it is too far from the day of its rule.
 */
export function checkMovedTo(field: string, day: string, { from, earliest, latest }: Bounds): void {
  if (from !== null && day < from && day < earliest) throw refuseField('DUE_BEFORE_START', field);
  if (daysBetween(earliest, day) > mostDaysMoved || daysBetween(day, latest) > mostDaysMoved)
    throw refuseField('INPUT_INVALID', field, {}, 'DATE_RANGE');
}
