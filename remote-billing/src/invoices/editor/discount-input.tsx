import Form from 'antd/es/form';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { formatDecimal, formatMinor, parseDecimal, parseMinor } from '@daybook/contracts/money/amount-entry';
import { minor } from '@daybook/contracts/money/money';
import { numberLocale } from '@daybook/shared/i18n';
import { useSameNumber } from '@daybook/shared/inputs/use-same-number';
import { TypedInput, type FieldControl } from '@daybook/shared/inputs/typed-input';

interface DiscountInputProps extends FieldControl<string | null> {
  /** The form field of the amount. The percentage is this field's own value. */
  amountAt: (string | number)[];
  currency: string;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
}

/** A discount as people type it: "10%" is a share, "250" an amount. Unreadable text is refused as a percentage. */
export function DiscountInput({ amountAt, currency, value, onChange, ...rest }: DiscountInputProps) {
  const form = Form.useFormInstance();
  const amount = Form.useWatch<unknown>(amountAt, { form, preserve: true });
  const locale = numberLocale();
  const isKnown = CurrencyCode.safeParse(currency).success;

  useSameNumber(
    currency,
    amount,
    (next) => {
      form.setFieldValue(amountAt, typeof next === 'number' ? next : null);
      if (typeof next === 'string') onChange?.(next);
    },
    locale,
  );
  const type = (text: string | null) => {
    const share = /^(.*)[%％]$/.exec((text ?? '').trim());
    const typedAmount =
      text === null || share !== null || !isKnown ? undefined : parseMinor(text, currency, locale);
    const isAmount = typedAmount !== undefined && typedAmount >= 0;
    form.setFieldValue(amountAt, isAmount ? typedAmount : null);
    if (isAmount || text === null) onChange?.(null);
    else onChange?.(share === null ? text : (parseDecimal(share[1] ?? '', locale) ?? text));
  };
  const shown = () => {
    if (typeof amount === 'number' && isKnown) return formatMinor(minor(amount), currency, locale, 'none');
    if (typeof value !== 'string') return null;
    return /^\d+(\.\d+)?$/.test(value) ? `${formatDecimal(value, locale)}%` : value;
  };
  return (
    <TypedInput<string>
      {...rest}
      inputMode="text"
      value={shown()}
      onChange={type}
      parse={(text) => text}
      format={(text) => text}
    />
  );
}
