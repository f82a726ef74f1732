import { useEffect, useRef } from 'react';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { CurrencyCode, exponentOf } from '@daybook/contracts/money/currency';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { fromDecimal, minor, toDecimal } from '@daybook/contracts/money/money';

const isKnown = (currency: string): boolean => CurrencyCode.safeParse(currency).success;

/**
 * When the currency changes, keeps the number in the field: 100,000 yen become 100,000 euros and not 1,000.00, which is
 * the same number of minor units. A number with too many decimals for the new currency stays as text, for the form to
 * refuse.
 */
export function useSameNumber(
  currency: string,
  value: unknown,
  put: (value: number | string) => void,
  numberLocale: string,
): void {
  const before = useRef({ currency, value });
  useEffect(() => {
    const last = before.current;
    before.current = { currency, value };
    // If the amount was set together with the currency, it stays.
    if (last.currency === currency || last.value !== value || typeof value !== 'number') return;
    if (!isKnown(last.currency) || !isKnown(currency)) return;
    if (exponentOf(last.currency) === exponentOf(currency)) return;
    const decimal = canonicalDecimal(toDecimal(minor(value), last.currency));
    const fits = (decimal.split('.')[1] ?? '').length <= exponentOf(currency);
    put(fits ? fromDecimal(decimal, currency) : formatDecimal(decimal, numberLocale));
  });
}
