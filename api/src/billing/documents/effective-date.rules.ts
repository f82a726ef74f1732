import { refuseField } from '@daybook/contracts/refusals';

/** The date of a posting: not before what it follows, and not in the future (docs/rules.md#effective-dates). Refuses on `date`. */
export function effectiveDate(asked: string | null, earliest: string, today: string): string {
  const date = asked ?? today;
  if (date < earliest) throw refuseField('INPUT_INVALID', 'date', { earliest }, 'DATE_TOO_EARLY');
  if (date > today) throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
  return date;
}
