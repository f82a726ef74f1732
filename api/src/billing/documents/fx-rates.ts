import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { refuseField } from '@daybook/contracts/refusals';

interface Rated {
  currency: string;
  fxRate: string | null;
}

/** Between a currency and itself it is 1; of another it has to be given, and is null until then. */
export const givenRate = ({ currency, fxRate }: Rated, baseCurrency: string): string | null =>
  fxRate === null ? (currency === baseCurrency ? '1' : null) : canonicalDecimal(fxRate);

/** A posting needs its rate: refuses REQUIRED on `fxRate`. */
export function postedRate(document: Rated, baseCurrency: string): string {
  const rate = givenRate(document, baseCurrency);
  if (rate === null) throw refuseField('INPUT_INVALID', 'fxRate', {}, 'REQUIRED');
  return rate;
}
