import { refuseField } from '@daybook/contracts/refusals';
import { todayIn } from './invoice-basis.ts';

/** Where a day begins first. Ledgers of several billing entities have no time zone of their own. */
const firstZone = 'Pacific/Kiritimati';

/** The last day of a report: the given one, or the latest day that has begun anywhere. */
export const lastDayOf = (to: string | undefined): string => to ?? todayIn(firstZone);

/** Refuses DATE_FUTURE on the last day if it has begun nowhere, and DATE_ORDER if it is before the first. */
export function checkPeriod(from: string | undefined, to: string | undefined, field: string): void {
  if (to === undefined) return;
  if (from !== undefined && to < from) throw refuseField('INPUT_INVALID', field, {}, 'DATE_ORDER');
  if (to > todayIn(firstZone)) throw refuseField('INPUT_INVALID', field, {}, 'DATE_FUTURE');
}
