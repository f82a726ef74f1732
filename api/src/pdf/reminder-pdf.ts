import type { Language } from '@daybook/contracts/fields';
import { renderSheet, sheetContext } from './sheet.ts';
import type { Addressee, Column, Issuer, Table } from './sheet.ts';

/** A paragraph, labelled values, or a table under a heading. */
type Part =
  | { paragraph: string }
  | { facts: readonly (readonly [string, string])[] }
  | (Omit<Table, 'columns'> & { heading: string; columns: readonly Omit<Column, 'width'>[] });

/** A reminder as a letter. */
export interface PrintedReminder {
  docLocale: Language;
  issuer: Issuer;
  client: Addressee;
  day: string;
  subject: string;
  currency: string;
  /** The amount that is asked for. */
  total: readonly [label: string, amount: string];
  parts: readonly Part[];
}

/** The first column of a table takes the remaining width. */
const asPrinted = (part: Part) =>
  'heading' in part
    ? {
        ...part,
        columns: part.columns.map((column, index) => ({
          ...column,
          width: index === 0 ? 'rest' : 'content',
        })),
      }
    : part;

export function reminderPdf(reminder: PrintedReminder): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, client: addressee, day, subject, total, parts } = reminder;
  const sent = { locale, currency, issuer, addressee };
  const { say, formats } = sheetContext(sent);
  return renderSheet(
    'reminder',
    sent,
    {
      title: subject,
      number: '',
      watermark: null,
      addresseeHeading: say('account'),
      facts: [[say('date'), formats.longDate(day)]],
      headline: total,
    },
    { parts: parts.map(asPrinted) },
    day,
  );
}
