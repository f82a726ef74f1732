import { MAX_AMOUNT, isBookable, minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { checkUndoDate } from './receipts.rules.ts';

interface Refundable {
  currency: string;
  baseCurrency: string;
  available: number;
  today: string;
}

interface RefundInput {
  amount: number;
  fxRate: string;
  date: string;
}

/** Refuses more than is available on `amount`, a rate that does not fit, and a day before it was free or to come. */
export function checkRefund(
  { currency, baseCurrency, available, today }: Refundable,
  { amount, fxRate, date }: RefundInput,
  freeSince: string,
): void {
  if (amount > available)
    throw refuseField('ALLOC_EXCEEDS_SOURCE', 'amount', { maximum: available }, 'ALLOC_EXCEEDS_SOURCE');
  const isForeign = currency !== baseCurrency;
  if (isForeign && Number(fxRate) === 1) throw refuseField('INPUT_INVALID', 'fxRate', {}, 'REQUIRED');
  if (!isForeign && Number(fxRate) !== 1)
    throw refuseField('INPUT_INVALID', 'fxRate', {}, 'FX_RATE_SAME_CURRENCY');
  if (!isBookable(minor(amount), currency, baseCurrency, fxRate))
    throw refuseField('INPUT_INVALID', 'amount', { maximum: MAX_AMOUNT }, 'TOO_BIG');
  checkUndoDate(date, freeSince, today);
}
