import { daysBetween } from '@daybook/contracts/money/ageing';
import { NOTHING, compare, least, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { ReminderLevel } from '@daybook/contracts/receivables/reminders/reminder-levels';
import type { WhyNot } from '@daybook/contracts/receivables/reminders/why-not';
import type { Reminders } from '@daybook/contracts/reminders';

export type Level = Pick<ReminderLevel, 'no' | 'offsetDays' | 'channel' | 'minDays'>;

/** A part of an invoice that has a due date of its own, as far as it is open. */
export interface OpenRow {
  invoiceId: string;
  currency: string;
  dueOn: string;
  open: Minor;
  /** The part that is not disputed. */
  undisputed: Minor;
  /** The setting of the invoice, and of the client that owes it. */
  reminders: readonly Reminders[];
}

interface Amount {
  currency: string;
  amount: Minor;
}

/** What is known about a client and a billing entity on a day; of a group's payer, about the whole group. */
export interface Facts {
  day: string;
  isDayOff: boolean;
  /** The client's setting, and that for this billing entity. */
  reminders: readonly Reminders[];
  /** In any order. */
  rows: readonly OpenRow[];
  /** Receipts and credit notes that settle nothing yet. */
  credits: readonly Amount[];
  /** Cheques of a later date. */
  cheques: readonly Amount[];
  /** Open promises; without invoices, of all that is owed in their currency. */
  promises: readonly { currency: string; invoiceIds: readonly string[] }[];
  /** What is sent to this client by this billing entity, at any time; `isLost`: by a mail that reached nobody. */
  sent: readonly { level: number; day: string; isLost: boolean }[];
  /** The first day since which something has been overdue without interruption. */
  overdueSince: string | null;
  /** For each currency, the amount of which nobody is reminded. */
  small: ReadonlyMap<string, Minor>;
  hasMailAddress: boolean;
  hasPostalAddress: boolean;
}

/** A row of the reminder, and what is still asked for it. */
export interface AskedRow extends OpenRow {
  asked: Minor;
}

export interface DueReminder {
  level: Level;
  /** Oldest first, without what is credited or covered by cheques. */
  rows: AskedRow[];
  /** What the reminder lists: the same before credits and cheques were taken from it. */
  listed: AskedRow[];
}

export type Outcome = { due: DueReminder } | { why: WhyNot };

const isOff = ({ reminders, remindersPausedUntil }: Reminders, day: string): boolean =>
  reminders === 'off' || (reminders === 'paused' && (remindersPausedUntil ?? day) >= day);

/** Takes amounts from the oldest rows of their currency. Rows of which nothing is left are dropped. */
function reduced(rows: readonly AskedRow[], amounts: readonly Amount[]): AskedRow[] {
  const left = new Map<string, Minor>();
  for (const [currency, those] of Map.groupBy(amounts, (one) => one.currency))
    left.set(currency, sum(those.map(({ amount }) => amount)));
  return rows.flatMap((row) => {
    const available = left.get(row.currency) ?? NOTHING;
    const taken = least(row.asked, available);
    left.set(row.currency, subtract(available, taken));
    const asked = subtract(row.asked, taken);
    return compare(asked, NOTHING) > 0 ? [{ ...row, asked }] : [];
  });
}

const isPromised = ({ promises }: Facts, row: OpenRow): boolean =>
  promises.some(
    ({ currency, invoiceIds }) =>
      currency === row.currency && (invoiceIds.length === 0 || invoiceIds.includes(row.invoiceId)),
  );

/** What may be asked for, oldest first, or why nothing may. `isOwed` says which rows count: those overdue, or soon due. */
function askable(
  facts: Facts,
  isOwed: (row: OpenRow) => boolean,
): Pick<DueReminder, 'rows' | 'listed'> | { why: WhyNot } {
  const { day, credits, cheques, small } = facts;
  let rows: AskedRow[] = facts.rows
    .filter((row) => row.open > 0)
    .toSorted((a, b) => (a.dueOn === b.dueOn ? 0 : a.dueOn < b.dueOn ? -1 : 1))
    .map((row) => ({ ...row, asked: row.undisputed }));
  const isLeft = () => rows.some(isOwed);
  if (!isLeft()) return { why: 'NOTHING_OVERDUE' };
  let listed: AskedRow[] = [];
  const steps: [WhyNot, () => AskedRow[]][] = [
    ['ROWS_OFF', () => rows.filter((row) => !row.reminders.some((one) => isOff(one, day)))],
    ['ROWS_DISPUTED', () => rows.filter(({ asked }) => asked > 0)],
    ['ROWS_PROMISED', () => (listed = rows.filter((row) => !isPromised(facts, row)))],
    ['ROWS_COVERED', () => reduced(rows, credits)],
    ['ROWS_CHEQUE', () => reduced(rows, cheques)],
  ];
  for (const [why, step] of steps) {
    rows = step();
    if (!isLeft()) return { why };
  }
  rows = rows.filter(isOwed);
  const isSmall = [...Map.groupBy(rows, (row) => row.currency)].every(
    ([currency, those]) => compare(sum(those.map(({ asked }) => asked)), small.get(currency) ?? NOTHING) <= 0,
  );
  return isSmall ? { why: 'SMALL_BALANCE' } : { rows, listed: listed.filter(isOwed) };
}

/** Whether a row reached the level after the last time that the level was sent. */
const reachedSince = (rows: readonly OpenRow[], { offsetDays }: Level, last: string | undefined): boolean =>
  last === undefined || rows.some(({ dueOn }) => addDays(dueOn, offsetDays) > last);

const isSoon = (days: number, since: string, day: string): boolean => daysBetween(since, day) < days;

/** A reminder that reached nobody is tried again: its level does not count, but its day does. */
const arrived = ({ sent }: Facts): Facts['sent'] => sent.filter(({ isLost }) => !isLost);

const lastDayOf = (sent: Facts['sent']): string | undefined =>
  sent
    .map(({ day }) => day)
    .toSorted()
    .at(-1);

/** The highest level reached, but at most one above the last one that was sent while something was overdue. */
function levelReached(facts: Facts, levels: readonly Level[], rows: readonly OpenRow[]): Level | WhyNot {
  const after = levels.filter(({ no }) => no > 0);
  const { day, overdueSince } = facts;
  const since = arrived(facts).filter(
    (one) => one.level > 0 && overdueSince !== null && one.day >= overdueSince,
  );
  const lastSent = since.reduce((highest, { level }) => Math.max(highest, level), 0);
  const late = rows.reduce((most, { dueOn }) => Math.max(most, daysBetween(dueOn, day)), 0);
  const reached = after.findLast(({ offsetDays }) => offsetDays <= late);
  if (!reached) return 'BEFORE_FIRST_LEVEL';
  const last = after.at(-1);
  const level = after.findLast(({ no }) => no <= Math.min(reached.no, lastSent + 1)) ?? reached;
  const sentBefore = since.filter((one) => one.level >= level.no);
  if (sentBefore.length === 0) return level;
  if (level.no === last?.no) return 'LAST_LEVEL_SENT';
  return reachedSince(rows, level, lastDayOf(sentBefore)) ? level : 'ALREADY_REMINDED';
}

function overdueReminder(facts: Facts, levels: readonly Level[]): Outcome {
  const { day } = facts;
  const asked = askable(facts, ({ dueOn }) => dueOn < day);
  if ('why' in asked) return asked;
  const level = levelReached(facts, levels, asked.rows);
  return typeof level === 'string' ? { why: level } : { due: { level, ...asked } };
}

/** A note lists only what falls due within its days, and is sent once for each row. */
function noteBefore(facts: Facts, levels: readonly Level[]): Outcome {
  const { day } = facts;
  const notes = levels.filter(({ no }) => no <= 0).toReversed();
  for (const level of notes) {
    const asked = askable(facts, ({ dueOn }) => dueOn >= day && daysBetween(day, dueOn) <= -level.offsetDays);
    if ('why' in asked) continue;
    const last = lastDayOf(arrived(facts).filter((one) => one.level >= level.no && one.level <= 0));
    if (reachedSince(asked.rows, level, last)) return { due: { level, ...asked } };
  }
  return { why: 'NOTHING_OVERDUE' };
}

function withoutObstacle(facts: Facts, outcome: Outcome): Outcome {
  if ('why' in outcome) return outcome;
  const { level } = outcome.due;
  const last = lastDayOf(facts.sent);
  if (last !== undefined && isSoon(level.minDays, last, facts.day)) return { why: 'TOO_SOON' };
  if (level.channel === 'mail' && !facts.hasMailAddress) return { why: 'NO_MAIL_ADDRESS' };
  if (level.channel === 'letter' && !facts.hasPostalAddress) return { why: 'NO_POSTAL_ADDRESS' };
  return outcome;
}

const noneOverdue: ReadonlySet<WhyNot> = new Set([
  'NOTHING_OVERDUE',
  'ROWS_OFF',
  'ROWS_DISPUTED',
  'ROWS_PROMISED',
  'ROWS_COVERED',
  'ROWS_CHEQUE',
  'SMALL_BALANCE',
  'BEFORE_FIRST_LEVEL',
]);

/**
 * The reminder that a client gets on a day, or why it gets none (docs/rules.md#reminders). A note before the due date goes only to
 * who is not to be reminded of anything overdue.
 */
export function reminderOf(facts: Facts, levels: readonly Level[]): Outcome {
  if (facts.isDayOff) return { why: 'DAY_OFF' };
  const off = facts.reminders.find((one) => isOff(one, facts.day));
  if (off) return { why: off.reminders === 'off' ? 'CLIENT_OFF' : 'CLIENT_PAUSED' };
  const overdue = overdueReminder(facts, levels);
  if ('due' in overdue || !noneOverdue.has(overdue.why)) return withoutObstacle(facts, overdue);
  const note = noteBefore(facts, levels);
  return 'due' in note ? withoutObstacle(facts, note) : overdue;
}

interface LateRow {
  /** The first day on which it was late. */
  from: string;
  /** The first day on which it was not any more; null: it still is. */
  to: string | null;
}

/** The first day of an unbroken stretch of late rows that includes `day`. */
function stretchBegins(late: readonly LateRow[], day: string): string {
  const [earlier] = late
    .filter(({ from, to }) => from < day && (to === null || to >= day))
    .map(({ from }) => from)
    .toSorted();
  return earlier === undefined ? day : stretchBegins(late, earlier);
}

/**
 * The first day since which something has been overdue without interruption, from the days on which rows fell due and on which
 * they were settled (null: still open). Null if nothing is overdue on `day`.
 */
export function overdueSince(
  rows: readonly { dueOn: string; settledOn: string | null }[],
  day: string,
): string | null {
  const late = rows.map(({ dueOn, settledOn }) => ({ from: addDays(dueOn, 1), to: settledOn }));
  const isLate = late.some(({ from, to }) => from <= day && (to === null || to > day));
  return isLate ? stretchBegins(late, day) : null;
}
