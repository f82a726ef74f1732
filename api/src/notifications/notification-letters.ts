import { recordPath } from '@daybook/contracts/entities';
import type { Language } from '@daybook/contracts/fields';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { fromDecimal } from '@daybook/contracts/money/money';
import { eventName, notificationText } from '@daybook/contracts/notification-texts';
import type { Notification } from '@daybook/contracts/notifications';
import { digestLetter, notificationLetter } from '../mail/letters.ts';
import { documentFormats } from '../pdf/document-formats.ts';

/** What the mail says of a notification. */
export type Mailed = Pick<Notification, 'kind' | 'params' | 'record'>;

export interface Addressee {
  name: string;
  locale: Language;
}

/** More would be no summary of a day. */
const mostEntries = 100;

const settingsPath = '/app/profile/notifications';

/** An amount such as "33750 JPY" in the figures of the language. */
function amountOf(language: Language, value: string): string {
  const [amount = '', code] = value.split(' ');
  const currency = CurrencyCode.safeParse(code).data;
  return currency === undefined
    ? value
    : documentFormats(language, '', currency).money(fromDecimal(amount, currency));
}

const dateOf = (language: Language, value: string): string =>
  documentFormats(language, '', 'EUR').shortDate(value);

/** In one line, because names and reasons may have several. */
function textOf(language: Language, { kind, params }: Mailed): string {
  const written = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'amount') return [name, amountOf(language, String(value))];
      return [name, name === 'date' ? dateOf(language, String(value)) : value];
    }),
  );
  return notificationText(language, kind, written).replaceAll(/\s+/g, ' ');
}

const linkOf = (publicUrl: string, { record }: Mailed): string | null =>
  record && publicUrl + recordPath(record.kind, record.id);

export const letterOf = ({ name, locale }: Addressee, mailed: Mailed, publicUrl: string) =>
  notificationLetter(locale, {
    name,
    event: eventName(locale, mailed.kind),
    text: textOf(locale, mailed),
    link: linkOf(publicUrl, mailed),
    settings: publicUrl + settingsPath,
  });

export function digestOf(
  { name, locale }: Addressee,
  { day, rows }: { day: string; rows: readonly Mailed[] },
  publicUrl: string,
) {
  const entries = rows
    .slice(0, mostEntries)
    .map((row) => [`• ${textOf(locale, row)}`, linkOf(publicUrl, row)].filter(Boolean).join('\n  '));
  const more = rows.length - entries.length;
  return digestLetter(locale, {
    name,
    day: dateOf(locale, day),
    entries: entries.join('\n'),
    more: more > 0 ? String(more) : null,
    settings: publicUrl + settingsPath,
  });
}
