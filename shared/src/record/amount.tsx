import { formatMinor, formatRough } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import { currentLanguage, moneyLocale } from '@daybook/shared/i18n';
import styles from './amount.module.css';

/** An amount in the person's format: grouping, decimal sign, the currency's decimals. */
export const amountText = (amountMinor: number, currency: string, showCurrency = true): string =>
  formatMinor(
    minor(amountMinor),
    currency,
    moneyLocale(currency),
    showCurrency ? 'symbol' : 'none',
    currentLanguage(),
  );

/** A short form of an amount, for narrow places. */
export const roughAmountText = (amountMinor: number, currency: string): string =>
  formatRough(minor(Math.round(amountMinor)), currency, moneyLocale(currency), currentLanguage());

interface AmountProps {
  minor: number;
  currency: string;
  /** False in a column whose heading names the currency. */
  showCurrency?: boolean;
  /** In a ledger, zero is shown as a dash. */
  zeroAsDash?: boolean;
}

export function Amount({
  minor: amountMinor,
  currency,
  showCurrency = true,
  zeroAsDash = false,
}: AmountProps) {
  const text = zeroAsDash && amountMinor === 0 ? '–' : amountText(amountMinor, currency, showCurrency);
  return (
    <bdi dir="ltr" className={styles.amount}>
      {text}
    </bdi>
  );
}
