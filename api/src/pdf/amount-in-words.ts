import type { Language } from '@daybook/contracts/fields';
import { exponentOf } from '@daybook/contracts/money/currency';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import { toCardinal as britishEnglish } from 'n2words/en-GB';
import { toCardinal as indianEnglish } from 'n2words/en-IN';
import { toCardinal as americanEnglish } from 'n2words/en-US';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as japanese } from 'n2words/ja-JP';
import { toCardinal as chineseNumber, toCurrency as chineseAmount } from 'n2words/zh-Hans-CN';
import { subunitsOf } from './subunits.ts';

interface Spelt {
  /** As a decimal, without trailing zeros: "-1234.5". */
  value: string;
  /** Whole units with their sign, and the remaining minor units. */
  whole: string;
  rest: number;
  exponent: number;
  currency: string;
  /** The currency’s name, singular or plural as the whole units require. */
  name: string;
}

/** An amount as on a cheque, in the language of a document and by the conventions of the country that it is issued in. */
export function amountInWords(language: Language, country: string, currency: string) {
  const locale = `${language}-${country || 'US'}`;
  const nameOf = currencyNames(language, currency);
  const exponent = exponentOf(currency);
  const spell = spellings(language, country, locale);
  return (amount: number): string => {
    const decimal = toDecimal(minor(amount), currency);
    const [whole = '', decimals = '0'] = decimal.split('.');
    const text = spell({
      value: canonicalDecimal(decimal),
      whole,
      rest: Number(decimals),
      exponent,
      currency,
      name: nameOf(whole),
    });
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  };
}

/** The names in Unicode's CLDR, singular or plural: "Indian rupees", "dinar koweïtien", "米ドル". */
function currencyNames(language: Language, currency: string) {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  return (whole: string): string =>
    format.formatToParts(BigInt(whole)).find(({ type }) => type === 'currency')?.value ?? currency;
}

function spellings(language: Language, country: string, locale: string): (amount: Spelt) => string {
  if (language === 'zh') return inChinese;
  if (language === 'ja') return inJapanese;
  if (language === 'fr') return inFrench;
  const cardinal = englishOf(country, locale);
  return (amount) => {
    const rest = remainderInWords('en', ' and ', cardinal, amount);
    const name = isAtHome(country, amount.currency) ? plainName(amount.name) : amount.name;
    // On an Indian cheque the currency comes first.
    return country === 'IN' && amount.currency === 'INR'
      ? `${name} ${cardinal(amount.whole)}${rest} only`
      : `${cardinal(amount.whole)} ${name}${rest} only`;
  };
}

/** The first two letters of a currency's code are its country's. */
const isAtHome = (country: string, currency: string): boolean =>
  country !== '' && currency.startsWith(country);

/** In its own country a currency goes without the country’s name: "pounds", not "British pounds". */
const plainName = (name: string): string => name.split(' ').at(-1) ?? name;

/** Uses lakh and crore where figures are grouped by them. */
function englishOf(country: string, locale: string) {
  if (new Intl.NumberFormat(locale).format(100_000) === '1,00,000') return indianEnglish;
  return country === 'US' ? americanEnglish : britishEnglish;
}

// Without a name for the minor units, writes them as a fraction, as on a cheque.
function remainderInWords(
  language: 'en' | 'fr',
  and: string,
  cardinal: (value: number) => string,
  { rest, exponent, currency }: Spelt,
): string {
  if (rest === 0) return '';
  const [one, other] = subunitsOf(currency)?.[language] ?? [];
  if (!one || !other) return `${and}${String(rest).padStart(exponent, '0')}/${10 ** exponent}`;
  const isOne = new Intl.PluralRules(language).select(rest) === 'one';
  return `${and}${cardinal(rest)} ${isOne ? one : other}`;
}

const FEMININE = /^(couronne|gourde|hryvnia|livre|pataca|roupie|rufiyaa)/;
const BY_MILLIONS = /(million|milliard|billion)s?$/;

function inFrench(amount: Spelt): string {
  const { whole, name } = amount;
  const spelt = french(whole);
  const number = FEMININE.test(name) ? spelt.replace(/\bun$/, 'une') : spelt;
  const of = /^[aeéiouh]/.test(name) ? 'd’' : 'de ';
  return `${number} ${BY_MILLIONS.test(number) ? of : ''}${name}${remainderInWords('fr', ' et ', french, amount)}`;
}

function inJapanese({ value, whole, rest, currency, name }: Spelt): string {
  if (rest === 0) return japanese(whole) + name;
  const [subunit] = subunitsOf(currency)?.ja ?? [];
  return subunit ? `${japanese(whole)}${name}${japanese(rest)}${subunit}` : japanese(value) + name;
}

/** In the numerals of finance, which are hard to alter. Hundredths are 角 and 分; thousandths are written as a decimal. */
const inChinese = ({ value, exponent, name }: Spelt): string =>
  name + (exponent > 2 ? chineseNumber(value) : chineseAmount(value));
