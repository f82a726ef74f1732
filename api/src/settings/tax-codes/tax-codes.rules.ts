import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { TaxCategory } from '@daybook/contracts/money/tax-split';
import { refuseField } from '@daybook/contracts/refusals';

/** Only standard-rated supplies have a rate above zero (EN 16931 BR-Z-5, BR-E-5 and similar rules). Refuses on `field`. */
export function checkRates(
  category: TaxCategory,
  rates: readonly string[],
  field: 'rate' | 'category',
): void {
  if (category === 'S' || rates.every((rate) => canonicalDecimal(rate) === '0')) return;
  throw refuseField('INPUT_INVALID', field, {}, 'RATE_WITHOUT_TAX');
}
