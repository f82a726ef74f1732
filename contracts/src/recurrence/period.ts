import { fiscalYearOf } from '../money/numbering.ts';
import { addDays, firstOfMonth, lastOfMonth, monthNumber, weekdayOf } from '../plain-date.ts';
import type { Pattern } from './pattern.ts';

/** What an occurrence is about, both days included: the month of a return, the quarter of a retainer. */
export interface Period {
  from: string;
  to: string;
}

/** The month's place in a fiscal year, from 0. */
const placeInYear = (month: number, fyStart: string): number =>
  (((month + 1 - Number(fyStart.slice(0, 2))) % 12) + 12) % 12;

/**
 * How many months each occurrence is about, when that is the same each time; null for several days in one month, and for months
 * of which two fall into one part of the fiscal year: the halves of a year are not told by November and December.
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
  // A year picks by its position once for all its months.
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

interface Around {
  /** First day of the fiscal year as MM-DD, by which quarters, halves and years are cut. */
  fyStart: string;
  /** The occurrence so many steps after this one (before it when negative). */
  nominalAt: (steps: number) => string;
  /** What is billed begins on its day, what is done ends on it, where the days lie unevenly: prepaid is what is to come. */
  isBilled: boolean;
}

/**
 * The period of the occurrence of `nominal`, `offset` periods later (-1: the one before, of which most returns are). Whole
 * months, quarters, halves and years are those of the fiscal year; other rules have from the day after one occurrence to the
 * next, or when they bill from one occurrence to the day before the next.
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

/** Making one takes longer than all that it is asked for. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(language: string, style: typeof monthOfYear | typeof wholeDay): Intl.DateTimeFormat {
  const key = `${language} ${Object.keys(style).join(' ')}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...inUtc, ...style });
  formats.set(key, format);
  return format;
}

/** As a person says it: "March 2026", "January – March 2026", "16 – 31 Mar 2026". */
export function periodName(period: Period, language: string): string {
  const format = formatOf(language, isWholeMonths(period) ? monthOfYear : wholeDay);
  // A thin space, which some languages put around the dash, is no word's end to a search.
  return format.formatRange(at(period.from), at(period.to)).replaceAll('\u2009', ' ');
}

/** What may stand in a title or a line between braces. */
export const periodTokens = ['period', 'month', 'quarter', 'half', 'year', 'fy', 'from', 'to'] as const;
export type PeriodToken = (typeof periodTokens)[number];

const braces = /\{([^{}]*)\}/g;

/** What stands in braces and means nothing; a name in capitals or with spaces does not either. */
export const unknownTokens = (text: string): string[] =>
  [...text.matchAll(braces)]
    .map(([, name = '']) => name)
    .filter((name) => !(periodTokens as readonly string[]).includes(name));

interface Written {
  language: string;
  fyStart: string;
}

/** The text with its tokens written out for a period: "GSTR-3B {month}" becomes "GSTR-3B March 2026". */
export function fillTokens(text: string, period: Period, { language, fyStart }: Written): string {
  const { start, end } = fiscalYearOf(period.to, fyStart);
  const intoYear = monthNumber(period.to) - monthNumber(start);
  const day = formatOf(language, wholeDay);
  const words: Record<PeriodToken, () => string> = {
    period: () => periodName(period, language),
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
