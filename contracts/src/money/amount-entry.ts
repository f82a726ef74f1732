// Parses and formats amounts with the separators of a person's number locale. It never guesses.
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
 * Parses "1,234.5", "1.234,5" or "12,34,567.89" as a plain decimal; undefined if the text is not a number in that
 * locale. Groups must be complete (two or three digits, the last one three) and not begin with 0, or "1,5" would become
 * fifteen and "0,912" nine hundred and twelve.
 */
export function parseDecimal(text: string, numberLocale: string): string | undefined {
  const typed = text
    .normalize('NFKC')
    // Hebrew and Arabic put a direction mark beside a minus.
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/\u2019/g, "'");
  const { group, decimal } = separatorsOf(numberLocale);
  const [g, d] = [escaped(group.replace(/\u2019/g, "'")), escaped(decimal)];
  const match = new RegExp(`^(-?)(\\d+|[1-9]\\d{0,2}(?:${g}\\d{2,3})*${g}\\d{3})?(?:${d}(\\d*))?$`).exec(
    typed,
  );
  if (!match || !/\d/.test(typed)) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return canonicalDecimal(`${sign}${digits}${fraction && `.${fraction}`}`);
}

/** Also undefined if the value is finer than the currency allows, or beyond safe amounts. */
export function parseMinor(text: string, currency: CurrencyCode, numberLocale: string): Minor | undefined {
  const decimal = parseDecimal(text, numberLocale);
  if (decimal === undefined || (decimal.split('.')[1] ?? '').length > exponentOf(currency)) return undefined;
  const isTooLong = decimal.replace(/\D/g, '').length + exponentOf(currency) > 15;
  return isTooLong ? undefined : fromDecimal(decimal, currency);
}

/** A plain decimal as an input field of that locale shows it: grouped, without losing a digit, with at least `places` decimals. */
export function formatDecimal(decimal: string, numberLocale: string, places = 0): string {
  const options = { minimumFractionDigits: places, maximumFractionDigits: 20 };
  return formatterOf(numberLocale, options).format(decimal as Intl.StringNumericLiteral);
}

/** A unit price: it may be finer than the currency, and has at least the currency's decimals. */
export function formatPrice(decimal: string, currency: CurrencyCode, numberLocale: string): string {
  const options = { minimumFractionDigits: exponentOf(currency), maximumFractionDigits: 20 };
  return formatterOf(numberLocale, options).format(decimal as Intl.StringNumericLiteral);
}

/** `none` is for columns whose heading names the currency. */
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
  // Passed as a string, because a large amount divided by a hundred is not exact as a number.
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
 * Some locales use other separators for money than for numbers: en-FR writes €1,234.50 but 1 234,50. Side by side, one
 * could be misread as the other, so money is written with the separators of numbers.
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

/** A language writes a currency the same way in every region: ¥ is not JP¥ for a reader in London. */
const currencySign = (currency: CurrencyCode, language: string): string =>
  (
    formatterOf(language, { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  ).replace('￥', '¥');

/** Replaces the locale's own currency sign. A sign made of letters is separated from the digits by a space. */
const signed = (parts: Intl.NumberFormatPart[], sign: string): Intl.NumberFormatPart[] =>
  parts.map((part, index) => {
    if (part.type !== 'currency') return part;
    const before = parts[index - 1]?.type === 'fraction' || parts[index - 1]?.type === 'integer';
    const after = parts[index + 1]?.type === 'integer';
    const value = `${before && /^\p{L}/u.test(sign) ? '\u00a0' : ''}${sign}${after && /\p{L}$/u.test(sign) ? '\u00a0' : ''}`;
    return { ...part, value };
  });

/**
 * A short form for the scale of a chart: ₹1.2Cr, 12 M €. Thousands and millions are in the language of the page: the numbers of its
 * region may have words of another one, such as those of Hindi.
 */
export function formatRough(
  amount: Minor,
  currency: CurrencyCode,
  numberLocale: string,
  language = new Intl.Locale(numberLocale).language,
): string {
  const ofNumbers = new Intl.Locale(numberLocale).maximize();
  const locale = ofNumbers.language === language ? numberLocale : `${language}-${ofNumbers.region}`;
  const options = { notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency } as const;
  const value = toDecimal(amount, currency) as Intl.StringNumericLiteral;
  return joined(signed(formatterOf(locale, options).formatToParts(value), currencySign(currency, language)));
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Cached, because creating a formatter costs a hundred times as much as using it, and a list shows hundreds of amounts. */
function formatterOf(numberLocale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${numberLocale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(numberLocale, options);
  formatters.set(key, made);
  return made;
}
