import { addDays, firstOfMonth, lastOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';

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

/** Refuses PERM_DENIED to people who do not see everything: a part of a return would be a wrong return. */
export function requireAll(user: CurrentUser): void {
  if (user.userType !== 'super_admin' && user.scope !== 'all') throw new Refusal('PERM_DENIED');
}

/** The position of the first row of a page; `end`: the last page. Only the server makes others. */
export function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (cursor === 'end') return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
}

/** The sheet asked for, or the first one: no register is without sheets. */
export function sheetOf<Sheet extends { id: string }>(
  sheets: readonly Sheet[],
  id: string | undefined,
): Sheet {
  const sheet = sheets.find((one) => one.id === id) ?? sheets[0];
  if (!sheet) throw new Error('a register without sheets');
  return sheet;
}
