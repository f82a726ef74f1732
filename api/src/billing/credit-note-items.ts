import type { CreditNoteTotals, CreditedRow } from '@daybook/contracts/billing/credit-note-totals';
import type { CreditableInvoice } from '@daybook/contracts/billing/credit-note-record';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { nextVersion } from '../db/versions.ts';

/**
 * Gives back the finished work of the lines that are credited whole by now, so that it waits to be billed again. Answers
 * the items by line. What an earlier credit note gave back is not given twice.
 */
export async function reopenCredited(
  db: Db,
  rows: readonly CreditedRow[],
  totals: CreditNoteTotals,
  invoices: readonly CreditableInvoice[],
): Promise<Map<string, string>> {
  const left = new Map(
    invoices.flatMap(({ lines }) => lines.map((line) => [line.id, line.leftAmount] as const)),
  );
  const whole = rows
    .filter(({ invoiceLineId }, index) => totals.lines[index]?.amount === left.get(invoiceLineId))
    .map(({ invoiceLineId }) => invoiceLineId);
  if (whole.length === 0) return new Map();
  const items = await db
    .selectFrom('pendingItem')
    .innerJoin('invoiceLine', (join) =>
      join
        .onRef('invoiceLine.pendingItemId', '=', 'pendingItem.id')
        .onRef('invoiceLine.invoiceId', '=', 'pendingItem.invoiceId'),
    )
    .select(['pendingItem.id', 'invoiceLine.id as lineId'])
    .where('invoiceLine.id', 'in', whole)
    .orderBy('pendingItem.id')
    .forUpdate('pendingItem')
    .execute();
  if (items.length > 0) {
    await db
      .updateTable('pendingItem')
      .set({ state: 'open', invoiceId: null, ...nextVersion })
      .where(
        'id',
        'in',
        items.map(({ id }) => id),
      )
      .execute();
  }
  return new Map(items.map(({ id, lineId }) => [lineId, id]));
}

/** After the void of a credit note its invoices bill the work again. Refuses ALREADY_INVOICED if another one does by now. */
export async function billAsBefore(db: Db, creditNoteId: string): Promise<void> {
  const items = await db
    .selectFrom('creditNoteLine as line')
    .innerJoin('pendingItem', 'pendingItem.id', 'line.reopenedItemId')
    .select(['pendingItem.id', 'line.invoiceId', 'pendingItem.state'])
    .where('line.creditNoteId', '=', creditNoteId)
    .orderBy('pendingItem.id')
    .forUpdate('pendingItem')
    .execute();
  for (const { id, invoiceId, state } of items) {
    if (state !== 'open' && state !== 'held') throw new Refusal('ALREADY_INVOICED');
    await db
      .updateTable('pendingItem')
      .set({ state: 'invoiced', invoiceId, ...nextVersion })
      .where('id', '=', id)
      .execute();
  }
}
