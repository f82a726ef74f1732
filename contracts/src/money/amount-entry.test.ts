import { formatDecimal, formatMinor, formatRough, parseDecimal, parseMinor } from './amount-entry.ts';
import { minor } from './money.ts';

describe('parsing typed text', () => {
  it.each([
    ['1,234.5', 'en', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1 234,5', 'fr', '1234.5'],
    ['1\u202f234,50', 'fr', '1234.5'],
    ['12,34,567.89', 'en-IN', '1234567.89'],
    ['1,234.5', 'en-IN', '1234.5'],
    ["1'234.5", 'de-CH', '1234.5'],
    ['１２３４．５', 'ja', '1234.5'],
    ['1234', 'zh', '1234'],
    ['\u22125', 'en', '-5'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['007', 'en', '7'],
    ['0.10', 'en', '0.1'],
    // Intl writes negative numbers in this locale with a direction mark before the sign.
    ['\u200e-1,234.5', 'he-IL', '-1234.5'],
    ['\u061c-1,234.5', 'ar-AE', '-1234.5'],
  ])('"%s" in %s is %s', (text, locale, expected) => {
    expect(parseDecimal(text, locale)).toBe(expected);
  });

  it.each([
    ['1,5', 'en'],
    ['0,912', 'en'],
    ['0.912', 'de'],
    ['1.5', 'de'],
    ['1,23,4', 'en'],
    ['1.2.3', 'en'],
    ['', 'en'],
    ['-', 'en'],
    ['.', 'en'],
    ['12a', 'en'],
    ['1e3', 'en'],
    ['--1', 'en'],
  ])('"%s" in %s is not a number', (text, locale) => {
    expect(parseDecimal(text, locale)).toBeUndefined();
  });

  it('refuses amounts that are finer or larger than can be stored', () => {
    expect(parseMinor('1,234.50', 'EUR', 'en')).toBe(123450);
    expect(parseMinor('12', 'JPY', 'ja')).toBe(12);
    expect(parseMinor('1.5', 'JPY', 'ja')).toBeUndefined();
    expect(parseMinor('1.005', 'EUR', 'en')).toBeUndefined();
    expect(parseMinor('99999999999999', 'EUR', 'en')).toBeUndefined();
  });
});

const plain = (text: string) => text.replace(/\s/g, ' ');

describe('the scale of a chart', () => {
  it.each([
    [1_000_000_000, 'INR', 'en-IN', '₹1Cr'],
    [1_250_000_000, 'EUR', 'fr-FR', '12,5 M €'],
    [50_000, 'JPY', 'en-GB', '¥50k'],
    [0, 'EUR', 'en-GB', '€0'],
  ])('writes %s of %s in %s as %s', (amount, currency, locale, expected) => {
    expect(plain(formatRough(minor(amount), currency, locale))).toBe(expected);
  });
});

describe('the scale of a chart in a region of another language', () => {
  it.each([
    [600_000_000, 'INR', 'hi-IN-u-nu-latn', 'fr', '6 M ₹'],
    [600_000_000, 'INR', 'hi-IN-u-nu-latn', 'ja', '₹600万'],
    [600_000_000, 'INR', 'en-IN-u-nu-latn', 'en', '₹60L'],
    [5_000_000, 'EUR', 'fr-FR-u-nu-latn', 'zh', '€5万'],
  ])('writes %s of %s in %s with the words of %s, as %s', (amount, currency, locale, language, expected) => {
    expect(plain(formatRough(minor(amount), currency, locale, language))).toBe(expected);
  });
});

describe('formatting', () => {
  it('uses the currency sign of the reader’s language, whatever the region of the numbers', () => {
    const shown = ['fr-FR', 'en-US'].map((locale) =>
      plain(formatMinor(minor(500), 'JPY', locale, 'symbol', 'fr')),
    );
    expect(shown).toEqual(['500 JPY', 'JPY 500']);
  });

  it.each([
    [123456789, 'INR', 'en-IN', 'none', '12,34,567.89'],
    [123456789, 'EUR', 'de', 'none', '1.234.567,89'],
    [123450, 'EUR', 'fr', 'symbol', '1 234,50 €'],
    [-500, 'USD', 'en', 'symbol', '-$5.00'],
    [500, 'USD', 'en-GB', 'symbol', '$5.00'],
    [500, 'JPY', 'en-GB', 'symbol', '¥500'],
    [500, 'JPY', 'ja-JP', 'symbol', '¥500'],
    [123450, 'EUR', 'en-FR', 'symbol', '€1 234,50'],
    [-123450, 'EUR', 'en-DE', 'code', '-EUR 1.234,50'],
    [1234, 'JPY', 'en', 'code', 'JPY 1,234'],
    [1234, 'KWD', 'en', 'none', '1.234'],
    [500, 'ISK', 'en', 'none', '500'],
    [9007199254740991, 'EUR', 'en', 'none', '90,071,992,547,409.91'],
  ] as const)('%i %s in %s', (amount, currency, locale, display, expected) => {
    expect(plain(formatMinor(minor(amount), currency, locale, display))).toBe(expected);
  });

  it.each(
    ['en', 'zh', 'fr', 'ja'].flatMap((language) =>
      ['FR', 'DE', 'NL', 'AT', 'CH', 'IN', 'CN', 'JP', 'KW', 'CA'].map((country) => `${language}-${country}`),
    ),
  )('writes money in %s with the separators of its numbers', (locale) => {
    for (const amount of [0, -5, 123456789])
      expect(formatMinor(minor(amount), 'EUR', locale)).toContain(
        formatMinor(minor(Math.abs(amount)), 'EUR', locale, 'none'),
      );
  });

  it('loses no digit of a decimal, and its output can be parsed again', () => {
    expect(formatDecimal('123456789012.123456', 'en-IN')).toBe('1,23,45,67,89,012.123456');
    expect(parseDecimal(formatDecimal('1234567.8901', 'fr'), 'fr')).toBe('1234567.8901');
  });
});
