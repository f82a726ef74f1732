import { formatDecimal, parseDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { TypedInput, type FieldControl } from './typed-input.tsx';

interface DecimalInputProps extends FieldControl<string | null> {
  /** What is counted: `%`, `h`. */
  unit?: string;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** A quantity, a rate, a unit price: typed by locale, a plain decimal ("1234.5") in and out. */
export function DecimalInput({ unit, ...rest }: DecimalInputProps) {
  const locale = numberLocale();
  return (
    <TypedInput<string>
      {...rest}
      suffix={unit}
      parse={(text) => parseDecimal(text, locale)}
      format={(value) => (/^-?\d+(\.\d+)?$/.test(value) ? formatDecimal(value, locale) : value)}
    />
  );
}
