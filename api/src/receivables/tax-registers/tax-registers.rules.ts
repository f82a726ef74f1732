import { addDays, firstOfMonth, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

/** The longest period of a register: a fiscal year, and a day more in a leap year. */
const mostDays = 366;

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The period of a register: by default the last month that has ended, and with one day alone the month of that day. Refuses
 * DATE_ORDER, and DATE_TOO_LATE for more than a year.
 */
export function registerPeriod({ from, to }: Asked, today: string): { from: string; to: string } {
  const month = monthNumber(from ?? to ?? firstOfMonth(monthNumber(today) - 1));
  const period = { from: from ?? firstOfMonth(month), to: to ?? lastOfMonth(month) };
  if (period.to < period.from) throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_ORDER');
  const latest = addDays(period.from, mostDays - 1);
  if (period.to > latest) throw refuseField('INPUT_INVALID', 'to', { latest }, 'DATE_TOO_LATE');
  return period;
}
