// What people type and read: the separators of their number locale, and nothing guessed.
import { exponentOf, type CurrencyCode } from './currency.ts';
import { canonicalDecimal } from './decimal.ts';
import { fromDecimal, toDecimal, type Minor } from './money.ts';

type Separators = { group: string; decimal: string };

const separators = new Map<string, Separators>();

function separatorsOf(numberLocale: string): Separators {
  const known = separators.get(numberLocale);
  if (known) return known;
  const parts = new Intl.NumberFormat(numberLocale).formatToParts(1234567.8);
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const found = { group: find('group', ','), decimal: find('decimal', '.') };
  separators.set(numberLocale, found);
  return found;
}

const escaped = (separator: string): string =>
  /\s/.test(separator) ? '\\s' : separator.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * "1,234.5" or "1.234,5" or "12,34,567.89" as a plain decimal; undefined when it does not read as a number in that locale.
 * Groups must be whole (two or three digits, the last of three), or "1,5" would become fifteen.
 */
export function parseDecimal(text: string, numberLocale: string): string | undefined {
  const typed = text
    .normalize('NFKC')
    // Hebrew and Arabic put a mark of direction beside a minus.
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/\u2019/g, "'");
  const { group, decimal } = separatorsOf(numberLocale);
  const [g, d] = [escaped(group.replace(/\u2019/g, "'")), escaped(decimal)];
  const match = new RegExp(`^(-?)(\\d+|\\d{1,3}(?:${g}\\d{2,3})*${g}\\d{3})?(?:${d}(\\d*))?$`).exec(typed);
  if (!match || !/\d/.test(typed)) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return canonicalDecimal(`${sign}${digits}${fraction && `.${fraction}`}`);
}

/** Undefined also when it is finer than the currency allows, or beyond safe amounts. */
export function parseMinor(text: string, currency: CurrencyCode, numberLocale: string): Minor | undefined {
  const decimal = parseDecimal(text, numberLocale);
  if (decimal === undefined || (decimal.split('.')[1] ?? '').length > exponentOf(currency)) return undefined;
  const isTooLong = decimal.replace(/\D/g, '').length + exponentOf(currency) > 15;
  return isTooLong ? undefined : fromDecimal(decimal, currency);
}

/** How a plain decimal stands in an input field of that locale: grouped, no digit lost, `places` decimals at least. */
export function formatDecimal(decimal: string, numberLocale: string, places = 0): string {
  const options = { minimumFractionDigits: places, maximumFractionDigits: 20 };
  return formatterOf(numberLocale, options).format(decimal as Intl.StringNumericLiteral);
}

/** A price of one unit: finer than the currency where it is, with the currency's own decimals at least. */
export function formatPrice(decimal: string, currency: CurrencyCode, numberLocale: string): string {
  const options = { minimumFractionDigits: exponentOf(currency), maximumFractionDigits: 20 };
  return formatterOf(numberLocale, options).format(decimal as Intl.StringNumericLiteral);
}

/** `none` leaves the currency to a column's head. */
export type CurrencyDisplay = 'symbol' | 'code' | 'none';

export function formatMinor(
  amount: Minor,
  currency: CurrencyCode,
  numberLocale: string,
  display: CurrencyDisplay = 'symbol',
  language = new Intl.Locale(numberLocale).language,
): string {
  const exponent = exponentOf(currency);
  const decimals = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  // As a string, since a large amount divided by a hundred is no longer exact.
  const value = toDecimal(amount, currency) as Intl.StringNumericLiteral;
  const number = formatterOf(numberLocale, decimals);
  if (display === 'none') return number.format(value);
  const style = { style: 'currency', currency, currencyDisplay: display } as const;
  const sign = display === 'symbol' ? currencySign(currency, language) : currency;
  return withDigitsOf(formatterOf(numberLocale, { ...decimals, ...style }), number, value, sign);
}

const ofDigits = new Set<Intl.NumberFormatPartTypes>(['integer', 'group', 'decimal', 'fraction']);

const isDigits = ({ type }: Intl.NumberFormatPart) => ofDigits.has(type);
const joined = (parts: Intl.NumberFormatPart[]) => parts.map((part) => part.value).join('');

/**
 * Some locales write money with other separators than numbers, en-FR €1,234.50 beside 1 234,50. On one paper, and in a
 * field that is typed into, the one would be read as the other: both are written as numbers are.
 */
function withDigitsOf(
  money: Intl.NumberFormat,
  number: Intl.NumberFormat,
  value: Intl.StringNumericLiteral,
  sign: string,
): string {
  const parts = signed(money.formatToParts(value), sign);
  const digits = joined(number.formatToParts(value).filter(isDigits));
  const [first, last] = [parts.findIndex(isDigits), parts.findLastIndex(isDigits)];
  return joined(parts.slice(0, first)) + digits + joined(parts.slice(last + 1));
}

/** A currency is written in one way by a language, in whatever place: ¥ in Japan is not JP¥ in London. */
const currencySign = (currency: CurrencyCode, language: string): string =>
  (
    formatterOf(language, { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  ).replace('￥', '¥');

/** With the sign in place of the locale's own; letters are kept apart from the digits. */
const signed = (parts: Intl.NumberFormatPart[], sign: string): Intl.NumberFormatPart[] =>
  parts.map((part, index) => {
    if (part.type !== 'currency') return part;
    const before = parts[index - 1]?.type === 'fraction' || parts[index - 1]?.type === 'integer';
    const after = parts[index + 1]?.type === 'integer';
    const value = `${before && /^\p{L}/u.test(sign) ? '\u00a0' : ''}${sign}${after && /\p{L}$/u.test(sign) ? '\u00a0' : ''}`;
    return { ...part, value };
  });

/** In a few signs, for the scale of a chart: ₹1.2Cr, 12 M €. */
export function formatRough(
  amount: Minor,
  currency: CurrencyCode,
  numberLocale: string,
  language = new Intl.Locale(numberLocale).language,
): string {
  const options = { notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency } as const;
  const value = toDecimal(amount, currency) as Intl.StringNumericLiteral;
  return joined(
    signed(formatterOf(numberLocale, options).formatToParts(value), currencySign(currency, language)),
  );
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making a formatter costs a hundred times what using it does, and a list shows hundreds of amounts. */
function formatterOf(numberLocale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${numberLocale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(numberLocale, options);
  formatters.set(key, made);
  return made;
}
