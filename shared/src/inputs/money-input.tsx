import { formatMinor, parseMinor } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import { moneyLocale } from '@daybook/shared/i18n';
import { useSameNumber } from './use-same-number.tsx';
import { TypedInput, type FieldControl } from './typed-input.tsx';

interface MoneyInputProps extends FieldControl<number | string | null> {
  /** Empty while it is not known, which also holds for the first rendering of a form: a guess would change the amount. */
  currency: string;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** An amount: typed as 1,234.5 or 1.234,5 depending on the locale, with minor units as its value. */
export function MoneyInput({ currency, disabled = false, ...rest }: MoneyInputProps) {
  const locale = moneyLocale(currency);
  // Without a currency the number of decimals is unknown.
  const isKnown = currency !== '';
  const isDisabled = disabled || !isKnown;
  useSameNumber(currency, rest.value, (value) => rest.onChange?.(value), locale);
  return (
    <TypedInput<number>
      {...rest}
      disabled={isDisabled}
      suffix={<span>{!isDisabled && currency}</span>}
      parse={(text) => parseMinor(text, currency, locale)}
      format={(value) => {
        if (typeof value === 'string') return value;
        return isKnown ? formatMinor(minor(value), currency, locale, 'none') : '';
      }}
    />
  );
}
