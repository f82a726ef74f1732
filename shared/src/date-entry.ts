/** The order in which a locale writes day, month and year. */
export function dateOrder(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' }).formatToParts(0);
  return parts
    .filter((part) => ['day', 'month', 'year'].includes(part.type))
    .map((part) => part.type.charAt(0))
    .join('');
}

const shortFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });

/** How a date is written in the locale, for an empty field: dd/mm/yyyy, by the letters that stand for each part. */
export const datePattern = (locale: string, letters: { day: string; month: string; year: string }): string =>
  shortFormat(locale)
    .formatToParts(0)
    .map(({ type, value }) => letters[type as keyof typeof letters] ?? value)
    .join('');

export const formatShort = (date: string, locale: string): string =>
  shortFormat(locale).format(new Date(`${date}T00:00:00Z`));

/**
 * A date as people type it: "31/3/26", "31.03.2026", "310326", "3月31日" or "31 3" of the year `thisYear`, in the order of the
 * locale; year first is understood everywhere. Undefined when it is no day of the calendar.
 */
export function parseDate(
  text: string,
  locale: string,
  thisYear = new Date().getFullYear(),
): string | undefined {
  const groups = text.normalize('NFKC').match(/\d+/g) ?? [];
  const order = groups[0]?.length === 4 && groups.length > 1 ? 'ymd' : dateOrder(locale);
  const [only = ''] = groups;
  const parts = groups.length === 1 ? cut(only, order) : groups;
  const named = Object.fromEntries(
    (parts.length === 2 ? order.replace('y', '') : order)
      .split('')
      .map((name, at) => [name, Number(parts[at])]),
  );
  if (parts.length < 2 || parts.length > 3) return undefined;
  return dayOf(fullYear(named['y'], thisYear), named['m'] ?? 0, named['d'] ?? 0);
}

/** Digits without separators: day and month, with a year of two or four digits. */
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

/** Two digits are the year of a document, so of this century. */
const fullYear = (year: number | undefined, thisYear: number): number =>
  year === undefined ? thisYear : year < 100 ? 2000 + year : year;

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThatDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThatDay && year >= 1000 ? date.toISOString().slice(0, 10) : undefined;
}
