import { daysBetween } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

/** A year and a day: nothing can be moved further from the day of its rule. */
const mostDaysMoved = 366;

interface Bounds {
  /** The first day of its period; null when it may be due before that. */
  from: string | null;
  /** The earliest and the latest day of the rule among the moved items. */
  earliest: string;
  latest: string;
}

/**
 * Checks a new due day. Refuses DUE_BEFORE_START when its period has not begun by then, unless the day of its rule is as early,
 * and DATE_RANGE when it is too far from the day of its rule.
 */
export function checkMovedTo(field: string, day: string, { from, earliest, latest }: Bounds): void {
  if (from !== null && day < from && day < earliest) throw refuseField('DUE_BEFORE_START', field);
  if (daysBetween(earliest, day) > mostDaysMoved || daysBetween(day, latest) > mostDaysMoved)
    throw refuseField('INPUT_INVALID', field, {}, 'DATE_RANGE');
}
