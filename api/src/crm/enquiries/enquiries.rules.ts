import { mostMonths } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { isLiveEnquiry, movesOf } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { fiscalYearOf } from '@daybook/contracts/money/numbering';

interface Valued {
  expectedValue: Minor | null;
  currency: string | null;
}

/** Refuses on the field that is missing: a currency for the value, a value for the currency. */
export function checkValue({ expectedValue, currency }: Valued): void {
  if ((expectedValue === null) !== (currency === null)) {
    const missing = currency === null ? 'currency' : 'expectedValue';
    throw refuseField('INPUT_INVALID', missing, {}, 'REQUIRED');
  }
}

/** Checks that an open enquiry has a date for the next action. */
export function checkNextAction(status: EnquiryStatus, nextActionOn: string | null): void {
  if (isLiveEnquiry(status) && nextActionOn === null) {
    throw refuseField('INPUT_INVALID', 'nextActionOn', {}, 'REQUIRED');
  }
}

interface Standing {
  status: EnquiryStatus;
  heldStatus: EnquiryStatus | null;
}

/** Refuses STATE_NOT_ALLOWED for a move that the state machine does not declare for `by`. */
export function checkMove(
  { status, heldStatus }: Standing,
  to: EnquiryStatus,
  by: 'enquiries.update_status' | 'enquiries.convert',
): void {
  const isDeclared = movesOf(status, heldStatus).some((move) => move.to === to && move.by === by);
  if (!isDeclared) throw new Refusal('STATE_NOT_ALLOWED', { from: status, to });
}

/** `ENQ-25-26`, or `ENQ-25` if the fiscal year is the calendar year. */
export function enquirySeries(date: string, fyStart: string): string {
  const { start, end } = fiscalYearOf(date, fyStart);
  const [first, last] = [start.slice(2, 4), end.slice(2, 4)];
  return first === last ? `ENQ-${first}` : `ENQ-${first}-${last}`;
}

/** The period of a funnel: by default the last twelve months, up to today. Refuses DATE_RANGE on `filter.to`. */
export function funnelPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } {
  const last = to ?? today;
  const first = from ?? firstOfMonth(last, 1 - usualMonths);
  if (first > last || firstOfMonth(last, 1 - mostMonths) > first)
    throw refuseField('INPUT_INVALID', 'filter.to', {}, 'DATE_RANGE');
  return { from: first, to: last };
}

const usualMonths = 12;

/** The first day of the month so many months later. */
function firstOfMonth(date: string, months: number): string {
  const day = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}
