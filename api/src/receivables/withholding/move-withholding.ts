import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type {
  WithholdingEntry,
  withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { checkUndoDate, latest } from '../../billing/settlement/allocations.rules.ts';
import {
  undoWithheldWriteOff,
  withheldInLedger,
  writeOffWithheld,
} from '../../billing/settlement/write-off-withheld.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getEntry } from './withholding-entries.queries.ts';

type State = WithholdingEntry['state'];

/** Steps on an entry of the register, and the states in which each is possible. */
const possible = {
  moved: ['claimed', 'disputed'],
  matched: ['certified'],
  unmatched: ['matched'],
  // A certificate may exist for tax that the office does not know of.
  disputed: ['claimed', 'part_certified', 'certified'],
  settled: ['disputed'],
  written_off: ['claimed', 'part_certified', 'disputed'],
} as const satisfies Record<string, readonly State[]>;

/** The entry at the version that the caller saw. Refuses STATE_NOT_ALLOWED unless the step is possible. */
async function held(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  step: keyof typeof possible,
): Promise<WithholdingEntry> {
  const entry = await lockAtVersion(db, 'withholdingEntry', id, version, () => getEntry(db, user, id));
  const states: readonly State[] = possible[step];
  if (!states.includes(entry.state)) throw new Refusal('STATE_NOT_ALLOWED', { from: entry.state, to: step });
  return entry;
}

/** The day and the rate at which the tax was posted. */
const termsOf = async (db: Db, { id }: WithholdingEntry) => {
  const { fxRate, ...terms } = await db
    .selectFrom('withholdingEntry as entry')
    .innerJoin('billingEntity', 'billingEntity.id', 'entry.entityId')
    .leftJoin('receipt', 'receipt.id', 'entry.receiptId')
    .leftJoin('openingWithheld as opening', 'opening.id', 'entry.openingId')
    .select([
      sql<string>`coalesce(receipt.receipt_date, opening.opening_on)`.as('postedOn'),
      sql<string>`coalesce(receipt.fx_rate, opening.fx_rate)`.as('fxRate'),
      'billingEntity.baseCurrency',
      sql<string>`(now() at time zone billing_entity.timezone)::date`.as('today'),
    ])
    .where('entry.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...terms, fxRate: canonicalDecimal(fxRate) };
};

interface Marks {
  deductedOn?: string;
  matchedOn?: string | null;
  disputedOn?: string | null;
  note?: string | null;
}

async function mark(db: Db, user: CurrentUser, id: string, marks: Marks): Promise<WithholdingEntry> {
  await db
    .updateTable('withholdingEntry')
    .set({ ...marks, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getEntry(db, user, id);
}

/** Refuses a `deductedOn` in the future, and STATE_NOT_ALLOWED once something is certified. */
export async function moveEntry(
  db: Db,
  user: CurrentUser,
  { id, deductedOn }: ParsedInputOf<typeof withholdingEntries.move>,
  version: number,
): Promise<WithholdingEntry> {
  const entry = await held(db, user, id, version, 'moved');
  if (entry.certified > 0) throw new Refusal('STATE_NOT_ALLOWED', { from: 'part_certified', to: 'moved' });
  const { today } = await termsOf(db, entry);
  if (deductedOn > today) throw refuseField('INPUT_INVALID', 'deductedOn', {}, 'DATE_FUTURE');
  return mark(db, user, id, { deductedOn });
}

export async function matchEntry(
  db: Db,
  user: CurrentUser,
  { id, date }: ParsedInputOf<typeof withholdingEntries.match>,
  version: number,
): Promise<WithholdingEntry> {
  const entry = await held(db, user, id, version, 'matched');
  checkUndoDate(date, entry.deductedOn, (await termsOf(db, entry)).today);
  return mark(db, user, id, { matchedOn: date });
}

export async function unmatchEntry(db: Db, user: CurrentUser, id: string, version: number) {
  await held(db, user, id, version, 'unmatched');
  return mark(db, user, id, { matchedOn: null });
}

export async function disputeEntry(
  db: Db,
  user: CurrentUser,
  { id, note }: ParsedInputOf<typeof withholdingEntries.dispute>,
  version: number,
): Promise<WithholdingEntry> {
  const entry = await held(db, user, id, version, 'disputed');
  return mark(db, user, id, { disputedOn: (await termsOf(db, entry)).today, note });
}

export async function settleEntry(
  db: Db,
  user: CurrentUser,
  { id, note }: ParsedInputOf<typeof withholdingEntries.settle>,
  version: number,
): Promise<WithholdingEntry> {
  await held(db, user, id, version, 'settled');
  return mark(db, user, id, { disputedOn: null, note });
}

/**
 * Gives up what is open of the tax. Refuses a `date` in the future, before the tax was posted, or before the last day on which the
 * client’s tax on it changed: the account would hold less than nothing in between.
 */
export async function writeOffEntry(
  db: Db,
  user: CurrentUser,
  { id, date, reason }: ParsedInputOf<typeof withholdingEntries.writeOff>,
  version: number,
): Promise<WithholdingEntry> {
  const entry = await held(db, user, id, version, 'written_off');
  const { postedOn, today, baseCurrency, fxRate } = await termsOf(db, entry);
  const { lastOn } = await withheldInLedger(db, entry.source.id, entry.client.id);
  checkUndoDate(date, latest(postedOn, lastOn), today);
  const { currency, open } = entry;
  if (open === 0) throw new Refusal('STATE_NOT_ALLOWED', { from: 'certified', to: 'written_off' });
  await writeOffWithheld(db, {
    entryId: id,
    sourceId: entry.source.id,
    clientId: entry.client.id,
    entityId: entry.entity.id,
    currency,
    baseCurrency,
    fxRate,
    amount: open,
    date,
    reason,
  });
  return mark(db, user, id, {});
}

/** Refuses STATE_NOT_ALLOWED when nothing is written off, and a `date` before the write-off or in the future. */
export async function takeBackEntryWriteOff(
  db: Db,
  user: CurrentUser,
  { id, date }: ParsedInputOf<typeof withholdingEntries.takeBackWriteOff>,
  version: number,
): Promise<WithholdingEntry> {
  const entry = await lockAtVersion(db, 'withholdingEntry', id, version, () => getEntry(db, user, id));
  const standing = entry.writeOffs.find(({ reversedOn }) => reversedOn === null);
  if (!standing) throw new Refusal('STATE_NOT_ALLOWED', { from: entry.state, to: 'reversed' });
  checkUndoDate(date, standing.date, (await termsOf(db, entry)).today);
  await undoWithheldWriteOff(db, user, standing.id, date);
  return mark(db, user, id, {});
}
