import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, minor, subtract, sum } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { creditNoteEntries } from '../../ledger/credit-note-entries.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { allocationEntries, mirrored } from '../../ledger/receipt-entries.ts';
import { inScope } from '../../scope.ts';
import { checkTaxPeriod } from '../documents/tax-period.ts';
import { lockInvoices, lockTargets } from '../settlement/allocation-targets.ts';
import { checkUndoDate, latest, planAllocations } from '../settlement/allocations.rules.ts';
import { entryOf, takeBack } from '../settlement/take-back.ts';
import { billAsBefore, givenUpOn } from './credit-note-items.ts';
import { creditedIds } from './credit-note-parts.ts';
import { postedBack } from './credited-amounts.ts';
import { getCreditNote } from './credit-notes.queries.ts';

/** Locks a credit note until commit. Refuses NOT_FOUND, and STATE_NOT_ALLOWED unless it is issued. */
export async function holdCreditNote(db: Db, user: CurrentUser, id: string, to: string) {
  const note = await db
    .selectFrom('creditNoteState as state')
    .innerJoin('creditNote as note', 'note.id', 'state.id')
    .innerJoin('billingEntity as entity', 'entity.id', 'note.entityId')
    .select([
      'note.id',
      'note.entityId',
      'note.clientId',
      'note.issueDate',
      'note.currency',
      'note.fxRate',
      'note.baseTotal',
      'state.status',
      'state.available',
      'entity.baseCurrency',
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
    ])
    .where('note.id', '=', id)
    .where(inScope.client(user, sql.ref('note.clientId')))
    .forUpdate('state')
    .executeTakeFirst();
  if (!note) throw new Refusal('NOT_FOUND');
  if (note.status === 'draft' || note.status === 'void')
    throw new Refusal('STATE_NOT_ALLOWED', { from: note.status, to });
  const rows = await db
    .selectFrom('allocation')
    .select(['id', 'invoiceId', 'amount', 'invoiceBase', 'receiptBase', 'allocatedOn', 'reversedOn'])
    .where('creditNoteId', '=', id)
    .execute();
  const refunds = await db
    .selectFrom('creditNoteRefund')
    .select(['base', 'reversedOn'])
    .where('creditNoteId', '=', id)
    .execute();
  const paidBack = refunds.filter(({ reversedOn }) => reversedOn === null);
  const live = rows.filter(({ reversedOn }) => reversedOn === null);
  return {
    ...note,
    available: minor(note.available),
    carried: subtract(
      minor(note.baseTotal),
      sum([...live.map((row) => minor(row.receiptBase)), ...paidBack.map(({ base }) => minor(base))]),
    ),
    allocations: rows.map((row) => ({
      ...row,
      clientId: note.clientId,
      amount: minor(row.amount),
      invoiceBase: minor(row.invoiceBase),
      receiptBase: minor(row.receiptBase),
    })),
    releasedOn: latest(...[...rows, ...refunds].map(({ reversedOn }) => reversedOn)) || null,
  };
}

type HeldCreditNote = Awaited<ReturnType<typeof holdCreditNote>>;

export const termsOf = ({ entityId, currency, baseCurrency, fxRate }: HeldCreditNote) => ({
  entityId,
  currency,
  baseCurrency,
  fxRate,
});

/** Settles invoices of the client with the available amount. Refuses each application that does not fit, and a date in the future. */
export async function allocateCreditNote(
  db: Db,
  user: CurrentUser,
  { id, date, allocations }: ParsedInputOf<typeof creditNotes.allocate>,
): Promise<CreditNote> {
  const note = await holdCreditNote(db, user, id, 'applied');
  const targets = await lockTargets(
    db,
    [note.clientId],
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const source = { ...note, withheld: NOTHING, date: note.issueDate };
  const planned = planAllocations(source, targets, allocations, date);
  if (date > latest(note.today, note.issueDate))
    throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
  for (const { clientId, ...allocation } of planned) {
    const allocationId = uuidv7();
    await db
      .insertInto('allocation')
      .values({ id: allocationId, creditNoteId: id, ...allocation })
      .execute();
    await postEntry(db, {
      ...termsOf(note),
      date: allocation.allocatedOn,
      source: { type: 'allocation', id: allocationId },
      postings: allocationEntries(note.clientId, { ...allocation, clientId }),
    });
  }
  return getCreditNote(db, user, id);
}

/**
 * Takes one application back on a given date. Refuses NOT_FOUND, STATE_NOT_ALLOWED when it was already taken back, and a
 * date before the application or in the future.
 */
export async function unallocateCreditNote(
  db: Db,
  user: CurrentUser,
  { id, allocationId, date }: ParsedInputOf<typeof creditNotes.unallocate>,
): Promise<CreditNote> {
  const note = await holdCreditNote(db, user, id, 'unapplied');
  const allocation = note.allocations.find((row) => row.id === allocationId);
  if (!allocation) throw new Refusal('NOT_FOUND');
  if (allocation.reversedOn !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'reversed', to: 'reversed' });
  checkUndoDate(date, allocation.allocatedOn, note.today);
  await lockInvoices(db, [allocation.invoiceId]);
  await takeBack(db, user, [allocationId], date);
  await postEntry(
    db,
    {
      ...termsOf(note),
      date,
      source: { type: 'reversal', id: allocationId },
      postings: mirrored(allocationEntries(note.clientId, allocation)),
    },
    await entryOf(db, 'allocation', allocationId),
  );
  return getCreditNote(db, user, id);
}

/**
 * Voids an issued credit note of which nothing is applied or refunded. The credit note keeps its number, its entry is
 * reversed on `voidDate`, and its invoices bill again the work that it gave back. Refuses STATE_NOT_ALLOWED, TAX_PERIOD_EXPORTED, whatever
 * `billAsBefore` refuses, and a `voidDate` in the future or before the last day on which part of it was applied or work
 * was given up.
 */
export async function voidCreditNote(
  db: Db,
  user: CurrentUser,
  { id, voidDate, reason, despiteExport }: ParsedInputOf<typeof creditNotes.void>,
  version: number,
): Promise<CreditNote> {
  await lockAtVersion(db, 'creditNote', id, version, () => getCreditNote(db, user, id));
  const note = await holdCreditNote(db, user, id, 'void');
  if (note.status !== 'issued') throw new Refusal('STATE_NOT_ALLOWED', { from: note.status, to: 'void' });
  await checkTaxPeriod(db, user, { entityId: note.entityId, day: note.issueDate, despiteExport });
  await lockInvoices(db, await creditedIds(db, id));
  const earliest = latest(note.issueDate, note.releasedOn, await givenUpOn(db, id));
  if (voidDate < earliest) throw refuseField('INPUT_INVALID', 'voidDate', { earliest }, 'DATE_TOO_EARLY');
  if (voidDate > note.today) throw refuseField('INPUT_INVALID', 'voidDate', {}, 'DATE_FUTURE');
  const entryId = await entryOf(db, 'credit_note', id);
  const given = await postedBack(db, entryId);
  // All applications were taken back and their amounts are outstanding again, so the whole total is reversed from the
  // advance.
  await postEntry(
    db,
    {
      ...termsOf(note),
      date: voidDate,
      source: { type: 'void', id },
      postings: mirrored(creditNoteEntries(note.clientId, given, [])),
    },
    entryId,
  );
  await db
    .updateTable('creditNoteState')
    .set({
      status: 'void',
      available: NOTHING,
      voidedAt: sql<string>`now()`,
      voidedBy: user.id,
      voidDate,
      voidReason: reason,
    })
    .where('id', '=', id)
    .execute();
  await billAsBefore(db, id, voidDate);
  return getCreditNote(db, user, id);
}
