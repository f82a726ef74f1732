// Document numbers are made of literals and the tokens {PFX} {FY:25-26} {FY:2025} {FY:25} {MM} {SEQ:n}. SEQ is padded to n
// digits and may grow beyond them. {FY:2025} and {FY:25} name a fiscal year by its first year.

export type FiscalYear = { start: string; end: string };

/** `fyStart` is "04-01" for a year that begins in April. */
export function fiscalYearOf(date: string, fyStart: string): FiscalYear {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < fyStart ? 1 : 0);
  const end = new Date(Date.parse(`${year + 1}-${fyStart}T00:00:00Z`) - 86_400_000)
    .toISOString()
    .slice(0, 10);
  return { start: `${year}-${fyStart}`, end };
}

/** Whether the fiscal year is the calendar year, which is named by a single year. */
export const isCalendarYear = (fyStart: string | null): boolean => fyStart === '01-01';

const TOKEN = /\{(PFX|FY:25-26|FY:2025|FY:25|MM|SEQ:[1-9])\}/g;
const SEQUENCE = /\{SEQ:([1-9])\}/;

export type NumberContext = { prefix: string; issueDate: string; fyStart: string };

/** The number around its sequence, so that the database can take and write the number in one statement. */
export type NumberFrame = { before: string; width: number; after: string };

export function numberFrame(format: string, context: NumberContext): NumberFrame {
  const [before = '', width, after = '', ...more] = format.split(SEQUENCE);
  if (width === undefined || more.length > 0)
    throw new RangeError(`a number format needs {SEQ:n} once: "${format}"`);
  return { before: fill(before, context), width: Number(width), after: fill(after, context) };
}

export function formatNumber(format: string, context: NumberContext & { seq: number }): string {
  const { before, width, after } = numberFrame(format, context);
  return before + String(context.seq).padStart(width, '0') + after;
}

function fill(text: string, { prefix, issueDate, fyStart }: NumberContext): string {
  const { start, end } = fiscalYearOf(issueDate, fyStart);
  const [first, last] = [start.slice(2, 4), end.slice(2, 4)];
  const values: Record<string, string> = {
    PFX: prefix,
    'FY:25-26': isCalendarYear(fyStart) ? first : `${first}-${last}`,
    'FY:2025': start.slice(0, 4),
    'FY:25': first,
    MM: issueDate.slice(5, 7),
  };
  return text.replace(TOKEN, (token, name: string) => values[name] ?? token);
}

type NumberLaw = { maxLength: number; pattern: RegExp };

/** In India, CGST rule 46(b). Elsewhere the limit is the reference field of a UN/EDIFACT message, which banks and e-invoices carry. [K] */
const LAWS: Readonly<Record<string, NumberLaw>> = {
  IN: { maxLength: 16, pattern: /^[A-Za-z0-9][A-Za-z0-9\-/]*$/ },
};
const ANYWHERE: NumberLaw = { maxLength: 35, pattern: /^[\p{L}\p{N}][\p{L}\p{N} ._\-/]*$/u };

const lawOf = (country: string): NumberLaw => LAWS[country] ?? ANYWHERE;

export type NumberRefusal =
  | 'NUMBER_FORMAT_TOKEN'
  | 'NUMBER_FORMAT_SEQ_ONCE'
  | 'NUMBER_FORMAT_FISCAL_YEAR'
  | 'NUMBER_FORMAT_TOO_LONG'
  | 'NUMBER_FORMAT_CHARACTERS';

/** Whether a finished number is lawful. This is checked again at issue, because a sequence may grow beyond its width. */
export function checkNumber(number: string, country: string): NumberRefusal | undefined {
  const { maxLength, pattern } = lawOf(country);
  if (number.length > maxLength) return 'NUMBER_FORMAT_TOO_LONG';
  return pattern.test(number) ? undefined : 'NUMBER_FORMAT_CHARACTERS';
}

export type SeriesFormat = {
  format: string;
  prefix: string;
  country: string;
  fyStart: string;
  /** A series that restarts each fiscal year must contain the year, or its numbers would repeat. */
  restartsEachYear: boolean;
  /** The first number, which may have more digits than the sequence. */
  start?: number;
};

export type NumberFormatCheck = { ok: true; longest: string } | { ok: false; code: NumberRefusal };

/** Checks a format when it is saved, with the sequence at its full width. */
export function checkNumberFormat({
  format,
  prefix,
  country,
  fyStart,
  restartsEachYear,
  start = 1,
}: SeriesFormat): NumberFormatCheck {
  if (/[{}]/.test(format.replace(TOKEN, '') + prefix)) return { ok: false, code: 'NUMBER_FORMAT_TOKEN' };
  if (format.split(SEQUENCE).length !== 3) return { ok: false, code: 'NUMBER_FORMAT_SEQ_ONCE' };
  if (restartsEachYear && !format.includes('{FY:')) return { ok: false, code: 'NUMBER_FORMAT_FISCAL_YEAR' };
  const { before, width, after } = numberFrame(format, { prefix, issueDate: '2025-12-31', fyStart });
  const longest = before + '9'.repeat(Math.max(width, String(start).length)) + after;
  const code = checkNumber(longest, country);
  return code ? { ok: false, code } : { ok: true, longest };
}
