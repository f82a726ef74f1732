import type { recurringRevenue } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { mostRevenueMonths } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { firstOfMonth, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

type Asked = ParsedInputOf<typeof recurringRevenue.list>['filter'];

/** Whole months; the last twelve by default. Refuses DATE_ORDER on `to`, and TOO_MANY on `from`. */
export function revenuePeriod({ from, to }: Asked): { from: string; to: string } {
  const today = new Date().toISOString().slice(0, 10);
  const last = monthNumber(to ?? today);
  const first = from === undefined ? last - 11 : monthNumber(from);
  if (first > last) throw refuseField('INPUT_INVALID', 'filter.to', {}, 'DATE_ORDER');
  if (last - first >= mostRevenueMonths)
    throw refuseField('INPUT_INVALID', 'filter.from', { maximum: mostRevenueMonths }, 'TOO_MANY');
  return { from: firstOfMonth(first), to: lastOfMonth(last) };
}
