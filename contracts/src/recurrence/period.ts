import { fiscalYearOf } from '../money/numbering.ts';
import { addDays, firstOfMonth, lastOfMonth, monthNumber, weekdayOf } from '../plain-date.ts';
import type { Pattern } from './pattern.ts';

/** The period covered by an occurrence, both days included: the month of a return, the quarter of a retainer. */
export interface Period {
  from: string;
  to: string;
}

/** The position of the month in the fiscal year, from 0. */
const placeInYear = (month: number, fyStart: string): number =>
  (((month + 1 - Number(fyStart.slice(0, 2))) % 12) + 12) % 12;

/**
 * The number of months that each occurrence covers, if it is always the same. Null for several days in one month, and
 * for months of which two fall into the same part of the fiscal year: November and December do not stand for half-years.
 */
function monthsOf(
  { frequency, interval, byMonth, byMonthDay, byDay, bySetPos }: Pattern,
  fyStart: string,
): number | null {
  const isOneDay =
    bySetPos.length === 1 ||
    (bySetPos.length === 0 &&
      byMonthDay.length + byDay.length === 1 &&
      (byDay.length === 0 || byDay[0]?.nth !== null));
  if (!isOneDay || (frequency !== 'MONTHLY' && frequency !== 'YEARLY')) return null;
  if (byMonth.length === 0) return interval;
  if (interval > 1 && (frequency === 'MONTHLY' || byMonth.length > 1)) return null;
  // With a position, a yearly rule picks one day from all its months together.
  const times = frequency === 'YEARLY' && bySetPos.length === 1 ? 1 : byMonth.length;
  if (times === 1) return 12 * interval;
  const months = 12 / times;
  const parts = new Set(byMonth.map((month) => Math.floor(placeInYear(month - 1, fyStart) / months)));
  return 12 % times === 0 && parts.size === times ? months : null;
}

const monthsFrom = (month: number, length: number): Period => ({
  from: firstOfMonth(month),
  to: lastOfMonth(month + length - 1),
});

/** The first day, as MM-DD, of the years in which a rule counts: those of the calendar, or the fiscal years. */
export const yearStartOf = (
  { calendarYear = false }: { calendarYear?: boolean | undefined },
  fyStart: string,
) => (calendarYear ? '01-01' : fyStart);

interface Around {
  /** First day of the fiscal year as MM-DD; quarters, half-years and years are counted from it. */
  fyStart: string;
  /** The occurrence that is this number of steps later, or earlier if negative. */
  nominalAt: (steps: number) => string;
  /** For uneven days: true if a period begins on its day (invoices), false if it ends on it (work). */
  isBilled: boolean;
}

/**
 * The period covered by the occurrence on `nominal`, shifted by `offset` periods (-1 is the period before, which most
 * returns are for). Whole months, quarters, half-years and years follow the fiscal year. For other rules, a period
 * begins the day after the previous occurrence and ends on its own; if the rule bills, it begins on its own occurrence
 * and ends the day before the next one.
 */
export function periodOf(
  pattern: Pattern,
  nominal: string,
  offset: number,
  { fyStart, nominalAt, isBilled }: Around,
): Period {
  const months = monthsOf(pattern, fyStart);
  if (months !== null) {
    const month = monthNumber(nominal);
    const intoBlock = 12 % months === 0 ? placeInYear(month, fyStart) % months : 0;
    return monthsFrom(month - intoBlock + offset * months, months);
  }
  const { frequency, interval, byDay } = pattern;
  if (frequency === 'DAILY') {
    const from = addDays(nominal, offset * interval);
    return { from, to: addDays(from, interval - 1) };
  }
  if (frequency === 'WEEKLY' && byDay.length === 1) {
    const from = addDays(nominal, 1 - weekdayOf(nominal) + offset * interval * 7);
    return { from, to: addDays(from, interval * 7 - 1) };
  }
  if (isBilled) return { from: nominalAt(offset), to: addDays(nominalAt(offset + 1), -1) };
  return { from: addDays(nominalAt(offset - 1), 1), to: nominalAt(offset) };
}

const inUtc = { timeZone: 'UTC' } as const;
const at = (date: string): Date => new Date(`${date}T00:00:00Z`);

const isWholeMonths = ({ from, to }: Period): boolean =>
  from.endsWith('-01') && addDays(to, 1).endsWith('-01');

const monthOfYear = { month: 'long', year: 'numeric' } as const;
const wholeDay = { dateStyle: 'medium' } as const;

/** Cached, because creating a formatter costs more than all uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(language: string, style: typeof monthOfYear | typeof wholeDay): Intl.DateTimeFormat {
  const key = `${language} ${Object.keys(style).join(' ')}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...inUtc, ...style });
  formats.set(key, format);
  return format;
}

/** In words: "March 2026", "January – March 2026", "16 – 31 Mar 2026". */
export function periodName(period: Period, language: string): string {
  const format = formatOf(language, isWholeMonths(period) ? monthOfYear : wholeDay);
  // Some languages put a thin space around the dash, which search does not treat as the end of a word.
  return format.formatRange(at(period.from), at(period.to)).replaceAll('\u2009', ' ');
}

/** The tokens that a title or a line may contain between braces. */
export const periodTokens = ['period', 'month', 'quarter', 'half', 'year', 'fy', 'from', 'to'] as const;
export type PeriodToken = (typeof periodTokens)[number];

const braces = /\{([^{}]*)\}/g;

/** The names in braces that are not tokens, including tokens in capitals or with spaces. */
export const unknownTokens = (text: string): string[] =>
  [...text.matchAll(braces)]
    .map(([, name = '']) => name)
    .filter((name) => !(periodTokens as readonly string[]).includes(name));

/** The title of a series without its period: "GSTR-3B" of "GSTR-3B {month}". A title that is only a period stays. */
export function withoutTokens(title: string): string {
  const kept = title
    .replaceAll(braces, (whole, name: string) =>
      (periodTokens as readonly string[]).includes(name) ? '' : whole,
    )
    .replaceAll(/\(\s*\)|（\s*）/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,:·–—-]+|[\s,:·–—-]+$/g, '');
  return kept === '' ? title : kept;
}

interface Written {
  language: string;
  /** The country in whose way days are written. */
  country: string;
  fyStart: string;
}

/** The text with its tokens filled in for a period: "GSTR-3B {month}" becomes "GSTR-3B March 2026". */
export function fillTokens(text: string, period: Period, { language, country, fyStart }: Written): string {
  const { start, end } = fiscalYearOf(period.to, fyStart);
  const intoYear = monthNumber(period.to) - monthNumber(start);
  // Plain English would put the month first, which only Americans do.
  const locale = language === 'en' && country !== 'US' ? 'en-GB' : language;
  const day = formatOf(locale, wholeDay);
  const words: Record<PeriodToken, () => string> = {
    period: () => periodName(period, locale),
    month: () => formatOf(language, monthOfYear).format(at(period.to)),
    quarter: () => `Q${Math.floor(intoYear / 3) + 1}`,
    half: () => `H${Math.floor(intoYear / 6) + 1}`,
    year: () => period.to.slice(0, 4),
    fy: () => [start.slice(0, 4), ...(start.endsWith('01-01') ? [] : [end.slice(2, 4)])].join('-'),
    from: () => day.format(at(period.from)),
    to: () => day.format(at(period.to)),
  };
  return text.replaceAll(braces, (whole, name: string) => words[name as PeriodToken]?.() ?? whole);
}
