import type { Language } from '@daybook/contracts/fields';
import { parseDecimal } from '@daybook/contracts/money/amount-entry';
import { exponentOf } from '@daybook/contracts/money/currency';
import { fromDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js';

/** Several values in one cell. */
export const listed = (text: string): string[] =>
  text
    .split(/[;\n；、|]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** As `listed`, for values that hold no comma. */
export const listedByComma = (text: string): string[] => listed(text.replaceAll(/[,，]/g, ';'));

/**
 * A number in the reader's format, else in another one. A workbook has numbers; a CSV has what was typed, and "1,234" is then
 * read as the reader would write it.
 */
export function decimalOf(text: string, language: Language): string | undefined {
  for (const locale of [language, 'en', 'fr', 'de']) {
    const found = parseDecimal(text, locale);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The amount that a cell means, if it is one of the currency. */
export function amountOf(text: string, currency: string, language: Language): Minor | undefined {
  const amount = decimalOf(text, language);
  if (amount === undefined || (amount.split('.')[1] ?? '').length > exponentOf(currency)) return undefined;
  return amount.replace(/\D/g, '').length > 15 ? undefined : fromDecimal(amount, currency);
}

/** 2026-03-31, 2026/3/31, 2026年3月31日; or 31.3.2026 and 31/3/2026, where the day comes first as in most countries. */
export function dateOf(text: string): string {
  const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  const dayFirst = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  const [year, month, day] = yearFirst?.slice(1) ?? dayFirst?.slice(1).toReversed() ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A national number is one of the client's country. Text that is no number stays, to be refused. */
export function phoneOf(text: string, country: string): string {
  if (text.trim().startsWith('+')) return text;
  const found = parsePhoneNumberFromString(text, country as CountryCode);
  return found?.isPossible() ? found.number : text;
}
