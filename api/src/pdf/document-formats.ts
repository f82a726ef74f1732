import type { Language } from '@daybook/contracts/fields';
import { formatDecimal, formatMinor } from '@daybook/contracts/money/amount-entry';
import { exponentOf } from '@daybook/contracts/money/currency';
import { minor } from '@daybook/contracts/money/money';
import { amountInWords } from './amount-in-words.ts';

/** Units of UN/ECE recommendation 20 that have a word in every language. */
const wordedUnits: ReadonlyMap<string, string> = new Map([
  ['MIN', 'minute'],
  ['HUR', 'hour'],
  ['DAY', 'day'],
  ['WEE', 'week'],
  ['MON', 'month'],
  ['ANN', 'year'],
  ['KMT', 'kilometer'],
  ['KGM', 'kilogram'],
]);
/** Units that are not printed, because the number is enough: piece, service, lump sum. */
const wordless = new Set(['C62', 'E48', 'LS']);

// A plain date has no zone. Read and written in UTC, it stays the same day.
const utc = (date: string) => new Date(`${date}T00:00:00Z`);

const decimalSign = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;

/** The country's grouping, unless it would change the decimal sign of the language: in English, 101,609 is a hundred thousand. */
function localeOf(language: Language, country: string): string {
  const locale = `${language}-${country || 'US'}`;
  return decimalSign(locale) === decimalSign(language) ? locale : language;
}

export type DocumentFormats = ReturnType<typeof formatsFor>;

const known = new Map<string, DocumentFormats>();

/** The formats of figures, money and dates in a document of that language, by the conventions of the country that it is issued in. */
export function documentFormats(language: Language, country: string, currency: string): DocumentFormats {
  const key = `${language} ${country} ${currency}`;
  const formats = known.get(key) ?? formatsFor(language, country, currency);
  // They take a millisecond to make, and a firm has few.
  known.set(key, formats);
  return formats;
}

function formatsFor(language: Language, country: string, currency: string) {
  const locale = localeOf(language, country);
  // Plain English would put the month first, which only Americans do.
  const dateLocale = language === 'en' && country !== 'US' ? 'en-GB' : locale;
  const dates = (dateStyle: 'long' | 'medium') => {
    const format = new Intl.DateTimeFormat(dateLocale, { dateStyle, timeZone: 'UTC' });
    return (date: string) => format.format(utc(date));
  };
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const prices = new Intl.NumberFormat(locale, {
    minimumFractionDigits: exponentOf(currency),
    maximumFractionDigits: 6,
  });
  return {
    /** With the currency sign. */
    money: (amount: number) => formatMinor(minor(amount), currency, locale),
    /** For a column whose header names the currency. */
    amount: (amount: number) => formatMinor(minor(amount), currency, locale, 'none'),
    inWords: amountInWords(language, country, currency),
    unitPrice: (price: string) => prices.format(price as Intl.StringNumericLiteral),
    decimal: (decimal: string) => formatDecimal(decimal, locale),
    percent: (ratePct: string | number) => percents.format(Number(ratePct) / 100),
    quantity: (qty: string, unit: string) => {
      const worded = wordedUnits.get(unit);
      if (worded)
        return new Intl.NumberFormat(locale, {
          style: 'unit',
          unit: worded,
          unitDisplay: 'short',
          maximumFractionDigits: 4,
        }).format(qty as Intl.StringNumericLiteral);
      const number = formatDecimal(qty, locale);
      return wordless.has(unit) ? number : `${number} ${unit}`;
    },
    longDate: dates('long'),
    shortDate: dates('medium'),
    month: (date: string) =>
      new Intl.DateTimeFormat(dateLocale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
        utc(date),
      ),
    period: (from: string, to: string) =>
      new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
        utc(from),
        utc(to),
      ),
    country: (code: string) => (code ? (countries.of(code) ?? code) : ''),
  };
}
