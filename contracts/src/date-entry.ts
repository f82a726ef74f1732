/** What a locale says, remembered: a file has thousands of dates, and a form says them again with each key. */
function remembered<Said>(say: (locale: string) => Said): (locale: string) => Said {
  const known = new Map<string, Said>();
  return (locale) => {
    const said = known.get(locale) ?? say(locale);
    known.set(locale, said);
    return said;
  };
}

/** The order of day, month and year in a locale. */
const dateOrder = remembered((locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' })
    .formatToParts(0)
    .filter((part) => ['day', 'month', 'year'].includes(part.type))
    .map((part) => part.type.charAt(0))
    .join(''),
);

const shortFormat = remembered(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/** The date pattern of a locale for an empty field, such as dd/mm/yyyy, with the given letters. */
export const datePattern = (locale: string, letters: { day: string; month: string; year: string }): string =>
  shortFormat(locale)
    .formatToParts(0)
    .map(({ type, value }) => letters[type as keyof typeof letters] ?? value)
    .join('');

export const formatShort = (date: string, locale: string): string =>
  shortFormat(locale).format(new Date(`${date}T00:00:00Z`));

/**
 * Parses a date as people type it: "31/3/26", "31.03.2026", "310326", "3 Apr 2026", "3月31日", "令和8年3月31日" or "31 3" in
 * `thisYear`. Parts are in the order of the locale; year first is always understood. Undefined if the date does not
 * exist or a word is not the name of a month.
 */
export function parseDate(
  text: string,
  locale: string,
  thisYear = new Date().getFullYear(),
): string | undefined {
  const words = wordsOf(text);
  const named = words.some((word) => isWord(word)) ? namedParts(words, locale) : numberedParts(words, locale);
  if (named === undefined) return undefined;
  const { year, month, day } = named;
  return dayOf(fullYear(year, thisYear), month, day);
}

interface Parts {
  year: number | undefined;
  month: number;
  day: number;
}

const isWord = (word: string): boolean => /^\p{L}/u.test(word);
const isEast = (word: string): boolean => /^[年月日号號]$/.test(word);

/** Splits a text into runs of digits and of letters. Full-width digits count as digits, and direction marks are ignored. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .toLowerCase()
    .replace(/元年/, '1年')
    .match(/[年月日号號]|(?:(?![年月日号號])\p{L}|\p{M})+|\d+/gu) ?? [];

/** The year before the first year of a Japanese era. */
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  r: 2018,
  平成: 1988,
  h: 1988,
  昭和: 1925,
  s: 1925,
};

function numberedParts(numbers: readonly string[], locale: string): Parts | undefined {
  const order = numbers[0]?.length === 4 && numbers.length > 1 ? 'ymd' : dateOrder(locale);
  const [only = ''] = numbers;
  const parts = numbers.length === 1 ? cut(only, order) : numbers;
  if (parts.length < 2 || parts.length > 3) return undefined;
  const names = parts.length === 2 ? order.replace('y', '') : order;
  const partOf = (name: string) => {
    const at = names.indexOf(name);
    return at === -1 ? undefined : Number(parts[at]);
  };
  return { year: partOf('y'), month: partOf('m') ?? 0, day: partOf('d') ?? 0 };
}

/** The parts of a date that contains words: an era, the name of a month, or 年 月 日 after the numbers. */
function namedParts(words: readonly string[], locale: string): Parts | undefined {
  const [first = '', ...rest] = words;
  const era = eras[first];
  if (era !== undefined) {
    const within = partsIn(rest, 'ja');
    return within?.year === undefined ? undefined : { ...within, year: era + within.year };
  }
  return partsIn(words, locale);
}

function partsIn(words: readonly string[], locale: string): Parts | undefined {
  if (!words.some(isWord)) return numberedParts(words, locale);
  if (words.some(isEast)) return eastParts(words);
  const numbers = words.filter((word) => !isWord(word));
  const months = words
    .filter((word) => isWord(word) && !isOrdinal(word))
    .map((word) => monthOf(word, locale));
  const [month] = months;
  if (months.length !== 1 || month === undefined || numbers.length === 0 || numbers.length > 2)
    return undefined;
  const isYearFirst = numbers.length === 2 && numbers[0]?.length === 4;
  const [day, year] = isYearFirst ? numbers.toReversed() : numbers;
  return { year: year === undefined ? undefined : Number(year), month, day: Number(day) };
}

const isOrdinal = (word: string): boolean => /^(?:st|nd|rd|th|er)$/.test(word);

function eastParts(words: readonly string[]): Parts | undefined {
  const text = words.join('');
  const found = /^(?:(\d{1,4})年)?(\d{1,2})月(\d{1,2})[日号號]?$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day] = found;
  return { year: year === undefined ? undefined : Number(year), month: Number(month), day: Number(day) };
}

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The month names of a language, January first. */
const monthNames = remembered((language) => {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => plain(format.format(Date.UTC(2026, month, 1))));
});

/**
 * The month, 1 to 12, whose name begins with the word; undefined if there is none or more than one. English always
 * works, because bank statements use it.
 */
function monthOf(word: string, locale: string): number | undefined {
  const typed = plain(word);
  if (typed.length < 3) return undefined;
  const found = [locale, 'en', 'fr'].flatMap((language) =>
    monthNames(language).flatMap((name, at) => (name.startsWith(typed) ? [at + 1] : [])),
  );
  const [only, ...others] = [...new Set(found)];
  return others.length === 0 ? only : undefined;
}

/** Splits digits without separators into day and month, with a year of two or four digits. */
function cut(digits: string, order: string): string[] {
  if (![4, 6, 8].includes(digits.length)) return [];
  const yearDigits = digits.length - 4;
  const parts: string[] = [];
  let rest = digits;
  for (const name of yearDigits === 0 ? order.replace('y', '') : order) {
    const length = name === 'y' ? yearDigits : 2;
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return parts;
}

/** The full year. A two-digit year is in the current century, because dates of documents are. */
const fullYear = (year: number | undefined, thisYear: number): number =>
  year === undefined ? thisYear : year < 100 ? 2000 + year : year;

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThatDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThatDay && year >= 1000 ? date.toISOString().slice(0, 10) : undefined;
}
