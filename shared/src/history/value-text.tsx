import type { HistoryValue } from '@daybook/contracts/history';
import { formatDecimal, formatPrice } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { amountText } from '../record/amount.tsx';
import { dateText } from '../record/date-text.tsx';

interface ValueWords {
  yes: string;
  no: string;
  /** The word for the code of a choice. */
  word?: (text: string) => string | null | undefined;
}

/** A stored value as the reader's language writes it. */
export function valueText(value: HistoryValue, { yes, no, word }: ValueWords): string {
  switch (value.as) {
    case 'money':
      return amountText(value.minor, value.currency);
    case 'date':
      return dateText(value.date);
    case 'yesNo':
      return value.is ? yes : no;
    case 'price':
      return formatPrice(value.text, value.currency, numberLocale());
    case 'decimal':
      return word?.(value.text) ?? formatDecimal(value.text, numberLocale());
    case 'text':
      return word?.(value.text) ?? value.text;
    default:
      return value.text;
  }
}
