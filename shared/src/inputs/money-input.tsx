import { formatMinor, parseMinor } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import { moneyLocale } from '@daybook/shared/i18n';
import { useSameNumber } from './use-same-number.tsx';
import { TypedInput, type FieldControl } from './typed-input.tsx';

interface MoneyInputProps extends FieldControl<number | string | null> {
  currency: string;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** An amount: typed as 1,234.5 or 1.234,5 by locale, minor units in and out. */
export function MoneyInput({ currency, disabled = false, ...rest }: MoneyInputProps) {
  const locale = moneyLocale(currency);
  // Before the currency is chosen nobody knows how many decimals there are.
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
