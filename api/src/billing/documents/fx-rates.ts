import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { refuseField } from '@daybook/contracts/refusals';

interface Rated {
  currency: string;
  fxRate: string | null;
}

/** The rate is 1 for a document in the base currency. In any other currency it is null until somebody enters it. */
export const givenRate = ({ currency, fxRate }: Rated, baseCurrency: string): string | null =>
  fxRate === null ? (currency === baseCurrency ? '1' : null) : canonicalDecimal(fxRate);

/** A posting needs a rate. Refuses REQUIRED on `fxRate`. */
export function postedRate(document: Rated, baseCurrency: string): string {
  const rate = givenRate(document, baseCurrency);
  if (rate === null) throw refuseField('INPUT_INVALID', 'fxRate', {}, 'REQUIRED');
  return rate;
}
