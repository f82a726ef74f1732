// The part of RFC 5545 recurrence rules that the firm needs: days, weeks, months and years. A rule always names its days,
// so that a change of the first day does not move later ones (docs/rules.md#rules-name-their-days). The end of a series is
// stored beside its rule.

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** `nth` counts within the month or year, from its end if negative; null means every such weekday. */
export interface ByDay {
  nth: number | null;
  weekday: Weekday;
}

export interface Pattern {
  frequency: Frequency;
  interval: number;
  byMonth: number[];
  byMonthDay: number[];
  byDay: ByDay[];
  bySetPos: number[];
}

/** Why a rule is refused. The texts are in the refusal texts, under `RULE_…`. */
export type PatternFault =
  | 'RULE_MALFORMED'
  | 'RULE_PART'
  | 'RULE_INTERVAL'
  | 'RULE_DAY_MISSING'
  | 'RULE_DAYS_CLASH'
  | 'RULE_NEVER';

const parts = /^(FREQ|INTERVAL|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS|WKST)$/;

/** Longer than anybody plans, and short enough for a library to find the next day quickly. */
const longest: Record<Frequency, number> = { DAILY: 366, WEEKLY: 104, MONTHLY: 120, YEARLY: 20 };

class Fault extends Error {
  fault: PatternFault;
  constructor(fault: PatternFault) {
    super(fault);
    this.fault = fault;
  }
}

function numbers(value: string | undefined, isAllowed: (value: number) => boolean): number[] {
  if (value === undefined) return [];
  const given = value.split(',').map((one) => {
    const number = Number(one);
    if (!/^[+-]?\d{1,3}$/.test(one) || !isAllowed(number)) throw new Fault('RULE_MALFORMED');
    return number;
  });
  return [...new Set(given)];
}

/** Removes repeated days, so that rules with the same meaning are equal. */
function daysOf(value: string | undefined): ByDay[] {
  const days = value?.split(',').map(dayOf) ?? [];
  return [...new Map(days.map((day) => [`${day.nth} ${day.weekday}`, day])).values()];
}

function dayOf(text: string): ByDay {
  const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text);
  const nth = match?.[1] === undefined ? null : Number(match[1]);
  if (!match || nth === 0 || (nth !== null && Math.abs(nth) > 53)) throw new Fault('RULE_MALFORMED');
  return { nth, weekday: match[2] as Weekday };
}

function fieldsOf(rrule: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of rrule.split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (value === '' || more.length > 0 || fields.has(name)) throw new Fault('RULE_MALFORMED');
    if (!parts.test(name)) throw new Fault(/^[A-Z]+$/.test(name) ? 'RULE_PART' : 'RULE_MALFORMED');
    fields.set(name, value);
  }
  // Weeks begin on Monday: with a different first day, "every second week" would not mean the weeks that the form shows.
  if ((fields.get('WKST') ?? 'MO') !== 'MO') throw new Fault('RULE_PART');
  return fields;
}

function parse(rrule: string): Pattern {
  const fields = fieldsOf(rrule);
  const frequency = fields.get('FREQ') as Frequency | undefined;
  if (frequency === undefined) throw new Fault('RULE_MALFORMED');
  if (!frequencies.includes(frequency)) throw new Fault('RULE_PART');
  const [interval = 1] = numbers(fields.get('INTERVAL'), (value) => value >= 1);
  return {
    frequency,
    interval,
    byMonth: numbers(fields.get('BYMONTH'), (value) => value >= 1 && value <= 12),
    byMonthDay: numbers(fields.get('BYMONTHDAY'), (value) => value !== 0 && Math.abs(value) <= 31),
    byDay: daysOf(fields.get('BYDAY')),
    bySetPos: numbers(fields.get('BYSETPOS'), (value) => value !== 0 && Math.abs(value) <= 366),
  };
}

const longestMonth = (month: number): number => (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);

/** Whether the rule has no days: 30 February, the sixth Monday of a month, the fourth of three days. */
function isNever({ frequency, byMonth, byMonthDay, byDay, bySetPos }: Pattern): boolean {
  const months = byMonth.length > 0 ? byMonth : [1, 3];
  const hasDay =
    byMonthDay.length === 0 ||
    byMonthDay.some((day) => months.some((month) => Math.abs(day) <= longestMonth(month)));
  const inYear = frequency === 'YEARLY' && byMonth.length === 0;
  const hasWeekday =
    byDay.length === 0 || byDay.some(({ nth }) => nth === null || Math.abs(nth) <= (inYear ? 53 : 5));
  const inPeriod =
    (frequency === 'YEARLY' ? months.length : 1) *
    (byMonthDay.length || byDay.reduce((days, { nth }) => days + (nth === null ? 5 : 1), 0));
  const most = frequency === 'WEEKLY' ? byDay.length : inPeriod;
  const hasPosition = bySetPos.length === 0 || bySetPos.some((at) => Math.abs(at) <= most);
  return !hasDay || !hasWeekday || !hasPosition;
}

function faultOf(pattern: Pattern): PatternFault | null {
  const { frequency, interval, byMonth, byMonthDay, byDay, bySetPos } = pattern;
  if (interval > longest[frequency]) return 'RULE_INTERVAL';
  const isNumbered = byDay.some(({ nth }) => nth !== null);
  const hasDays = byMonthDay.length > 0 || byDay.length > 0;
  if (frequency === 'DAILY' && (hasDays || byMonth.length > 0 || bySetPos.length > 0)) return 'RULE_PART';
  if (frequency === 'WEEKLY' && (byMonthDay.length > 0 || byMonth.length > 0 || isNumbered))
    return 'RULE_PART';
  if (frequency !== 'DAILY' && !hasDays) return 'RULE_DAY_MISSING';
  if (frequency === 'YEARLY' && byMonth.length === 0) return 'RULE_DAY_MISSING';
  // Libraries disagree about numbered weekdays combined with days of the month.
  if (isNumbered && byMonthDay.length > 0) return 'RULE_DAYS_CLASH';
  return isNever(pattern) ? 'RULE_NEVER' : null;
}

/** The parsed rule, or why it is refused. */
export function readPattern(rrule: string): { pattern: Pattern } | { fault: PatternFault } {
  try {
    const pattern = parse(rrule);
    const fault = faultOf(pattern);
    return fault === null ? { pattern } : { fault };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

const list = (name: string, values: readonly (number | string)[]) =>
  values.length > 0 ? [`${name}=${values.join(',')}`] : [];

/** Writes the rule as RFC 5545, always in the same order, so that equal rules are equal texts. */
export function writePattern({ frequency, interval, byMonth, byMonthDay, byDay, bySetPos }: Pattern): string {
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...list('BYMONTH', byMonth),
    ...list('BYMONTHDAY', byMonthDay),
    ...list(
      'BYDAY',
      byDay.map(({ nth, weekday }) => `${nth ?? ''}${weekday}`),
    ),
    ...list('BYSETPOS', bySetPos),
  ].join(';');
}
