import { MAX_AMOUNT, isBookable, minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { postedRate } from '../documents/fx-rates.ts';
import { checkUndoDate } from './allocations.rules.ts';

interface Refundable {
  currency: string;
  baseCurrency: string;
  available: Minor;
  today: string;
}

interface RefundInput {
  amount: Minor;
  fxRate: string | null;
  date: string;
}

/**
 * The exchange rate of a refund. Refuses an `amount` above what is available, an invalid rate, and a date in the future
 * or before the amount became available.
 */
export function checkRefund(
  { currency, baseCurrency, available, today }: Refundable,
  { amount, fxRate, date }: RefundInput,
  freeSince: string,
): string {
  if (amount > available)
    throw refuseField('ALLOC_EXCEEDS_SOURCE', 'amount', { maximum: available }, 'ALLOC_EXCEEDS_SOURCE');
  const rate = postedRate({ currency, fxRate }, baseCurrency);
  if (currency === baseCurrency && Number(rate) !== 1)
    throw refuseField('INPUT_INVALID', 'fxRate', {}, 'FX_RATE_SAME_CURRENCY');
  if (!isBookable(minor(amount), currency, baseCurrency, rate))
    throw refuseField('INPUT_INVALID', 'amount', { maximum: MAX_AMOUNT }, 'TOO_BIG');
  checkUndoDate(date, freeSince, today);
  return rate;
}
