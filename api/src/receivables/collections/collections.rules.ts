import { periodBefore } from '@daybook/contracts/receivables/collections/periods';
import type { Period } from '@daybook/contracts/receivables/collections/periods';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { refuseField } from '@daybook/contracts/refusals';

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Periods {
  period: Period;
  before: Period | null;
}

/** The period asked for, by default the current month to date, and the one to compare it with. */
export function periodsOf({ from, to }: Asked, today = new Date().toISOString().slice(0, 10)): Periods {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const period = { from: from ?? firstOfMonth(monthNumber(last)), to: last };
  return { period, before: periodBefore(period) };
}

/** The same query. Refuses DATE_ORDER on a last day before the first. */
export function checked<Input extends { filter: Asked }>(input: Input): Input {
  const { from, to } = input.filter;
  if (from !== undefined && to !== undefined && to < from)
    throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_ORDER');
  return input;
}
