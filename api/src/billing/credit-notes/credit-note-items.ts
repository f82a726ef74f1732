import { sql } from 'kysely';
import type { CreditableInvoice, WorkNext } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { CreditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import type { CreditedRow } from '@daybook/contracts/billing/credit-notes/creditable-document';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { postReversal } from '../../ledger/post-entries.ts';
import { giveUpDisbursement } from '../settlement/give-up-disbursement.ts';
import { latest } from '../settlement/allocations.rules.ts';

/**
 * The finished work of the lines that a credit note credits in full, without work that another credit note already gave
 * back. The result cannot change while its invoices are locked.
 */
export const returnedWork = async (
  db: Db,
  rows: readonly CreditedRow[],
  totals: CreditNoteTotals,
  invoices: readonly CreditableInvoice[],
) => {
  const left = new Map(
    invoices.flatMap(({ lines }) => lines.map((line) => [line.id, line.leftAmount] as const)),
  );
  const whole = rows
    .filter(({ invoiceLineId }, index) => totals.lines[index]?.amount === left.get(invoiceLineId))
    .map(({ invoiceLineId }) => invoiceLineId);
  if (whole.length === 0) return [];
  return db
    .selectFrom('pendingItem as item')
    .innerJoin('invoiceLine as line', (join) =>
      join.onRef('line.pendingItemId', '=', 'item.id').onRef('line.invoiceId', '=', 'item.invoiceId'),
    )
    .select(['item.id', 'line.id as lineId', 'line.description', 'line.net'])
    .select(['item.kind', 'item.entityId', 'item.currency', 'item.amount', 'item.readyOn'])
    .where('line.id', 'in', whole)
    .orderBy('item.id')
    .execute();
};

type ReturnedWork = Awaited<ReturnType<typeof returnedWork>>[number];

/** What happens to the work of a credited line, and its pending item. */
export interface GivenBack {
  pendingItemId: string;
  work: WorkNext;
}

/**
 * Makes work pending again or gives it up. Giving up a disbursement posts a loss on `issueDate`, the credit note's
 * date. Returns the outcome by line.
 */
export async function giveBackWork(
  db: Db,
  issueDate: string,
  returned: readonly ReturnedWork[],
  nextOf: (lineId: string) => WorkNext,
): Promise<Map<string, GivenBack>> {
  for (const item of returned) {
    const isGivenUp = nextOf(item.lineId) === 'given_up';
    await db
      .updateTable('pendingItem')
      .set({ status: isGivenUp ? 'written_off' : 'open', invoiceId: null, ...nextVersion })
      .where('id', '=', item.id)
      .execute();
    if (isGivenUp && item.kind === 'disbursement')
      await giveUpDisbursement(db, item, latest(issueDate, item.readyOn));
  }
  return new Map(
    returned.map(({ id, lineId }) => [lineId, { pendingItemId: id, work: nextOf(lineId) }] as const),
  );
}

/** Locks tasks and expenses before their items, in the same order as reopening a task and reversing an expense do. */
async function lockSources(db: Db, itemIds: readonly string[]): Promise<void> {
  const of = (source: string) =>
    db
      .selectFrom('pendingItem')
      .select('sourceId')
      .where('id', 'in', [...itemIds])
      .where('source', '=', source);
  await db.selectFrom('task').select('id').where('id', 'in', of('task')).orderBy('id').forShare().execute();
  await db
    .selectFrom('expense')
    .select('id')
    .where('id', 'in', of('expense'))
    .orderBy('id')
    .forShare()
    .execute();
}

/** Refuses to bill work again while a later credit note has returned the work of the same line in full. */
async function checkOthers(db: Db, creditNoteId: string): Promise<void> {
  const other = await db
    .selectFrom('creditNoteLine as line')
    .innerJoin('creditNoteLine as whole', 'whole.invoiceLineId', 'line.invoiceLineId')
    .innerJoin('creditNoteState as state', 'state.id', 'whole.creditNoteId')
    .select('state.number')
    .where('line.creditNoteId', '=', creditNoteId)
    .where('whole.creditNoteId', '<>', creditNoteId)
    .where('whole.pendingItemId', 'is not', null)
    .where('state.status', 'not in', ['draft', 'void'])
    .executeTakeFirst();
  if (other) throw new Refusal('WORK_GIVEN_BACK', { number: other.number });
}

const linesWithWork = (db: Db, creditNoteId: string) =>
  db
    .selectFrom('creditNoteLine')
    .select(['invoiceId', sql<string>`pending_item_id`.as('itemId')])
    .where('creditNoteId', '=', creditNoteId)
    .where('pendingItemId', 'is not', null)
    .execute();

/** The last day on which work that a credit note gave back was posted as a loss; '' when none was. */
export async function givenUpOn(db: Db, creditNoteId: string): Promise<string> {
  const { day } = await db
    .selectFrom('journalEntry as entry')
    .innerJoin('creditNoteLine as line', 'line.pendingItemId', 'entry.sourceId')
    .select((eb) => eb.fn.max<string | null>('entry.entryDate').as('day'))
    .where('line.creditNoteId', '=', creditNoteId)
    .where('entry.sourceType', '=', 'expense')
    .executeTakeFirstOrThrow();
  return day ?? '';
}

/**
 * After a credit note was voided on `voidDate`, its invoices bill the work again, including work that was held or
 * written off in the meantime; a loss is reversed. Refuses ALREADY_INVOICED when another invoice already bills the
 * work, WORK_WITHDRAWN when the task was reopened or the expense reversed, and WORK_GIVEN_BACK while a later credit
 * note gives back work of the same line.
 */
export async function billAsBefore(db: Db, creditNoteId: string, voidDate: string): Promise<void> {
  await checkOthers(db, creditNoteId);
  const lines = await linesWithWork(db, creditNoteId);
  if (lines.length === 0) return;
  const itemIds = lines.map(({ itemId }) => itemId);
  await lockSources(db, itemIds);
  const items = await db
    .selectFrom('pendingItem')
    .select(['id', 'status', sql<boolean>`work_stands(pending_item)`.as('stands')])
    .where('id', 'in', itemIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { invoiceId, itemId } of lines) {
    const item = items.find(({ id }) => id === itemId);
    if (!item?.stands) throw new Refusal('WORK_WITHDRAWN');
    if (item.status === 'invoiced') throw new Refusal('ALREADY_INVOICED');
    if (item.status === 'written_off')
      await postReversal(
        db,
        { type: 'expense', id: itemId },
        { type: 'reversal', id: itemId, date: voidDate },
      );
    await db
      .updateTable('pendingItem')
      .set({ status: 'invoiced', invoiceId, holdReason: null, ...nextVersion })
      .where('id', '=', itemId)
      .execute();
  }
}
