import { daysBetween } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

/** A year and a day: further from the day of its rule nothing is moved. */
const mostDaysMoved = 366;

interface Bounds {
  /** The first day of what it is about; null where it may come before that. */
  from: string | null;
  /** The earliest and the latest day by the rules of what is moved. */
  earliest: string;
  latest: string;
}

/**
 * What is due on a day of its rule, due on another. Refuses DUE_BEFORE_START where its period has not begun by then, unless its
 * rule is as early, and DATE_RANGE too far from its rule.
 */
export function checkMovedTo(field: string, day: string, { from, earliest, latest }: Bounds): void {
  if (from !== null && day < from && day < earliest) throw refuseField('DUE_BEFORE_START', field);
  if (daysBetween(earliest, day) > mostDaysMoved || daysBetween(day, latest) > mostDaysMoved)
    throw refuseField('INPUT_INVALID', field, {}, 'DATE_RANGE');
}
