import { formatDecimal, parseDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { TypedInput, type FieldControl } from './typed-input.tsx';

interface DecimalInputProps extends FieldControl<string | null> {
  /** The unit: `%`, `h`. */
  unit?: string;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** A quantity, a rate or a unit price: typed in the locale's format, with a plain decimal ("1234.5") as its value. */
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
