import { i18n } from '@daybook/shared/i18n';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { fromDecimal } from '@daybook/contracts/money/money';
import type { Notification } from '@daybook/contracts/notifications';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Right-to-left text keeps its place in the sentence: it stands between FIRST STRONG ISOLATE and its end. */
const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** An amount such as "33750 JPY" in the person's number format. */
function amountOf(value: string): string {
  const [amount = '', code] = value.split(' ');
  const currency = CurrencyCode.safeParse(code).data;
  return currency === undefined ? value : amountText(fromDecimal(amount, currency), currency);
}

const textOf: Record<string, (value: string) => string> = { amount: amountOf, date: dateText };

/** The text of a notification: "2026-0042 Annual accounts has been assigned to you". */
export const notificationText = ({ kind, params }: Pick<Notification, 'kind' | 'params'>): string =>
  i18n.t(
    `notifications:text.${kind}`,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        const text = textOf[name]?.(String(value)) ?? value;
        return [name, typeof text === 'string' ? isolated(text) : text];
      }),
    ),
  );
