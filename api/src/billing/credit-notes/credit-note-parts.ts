import { sql } from 'kysely';
import type { CreditNote, WorkNext } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Db } from '../../db/database.ts';
import { exchangeGain, refundInBase } from '../documents/base-figures.ts';
import { accountOf } from '../settlement/receipt-basis.ts';

/** The invoices that a credit note credits. */
export async function creditedIds(db: Db, creditNoteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('creditNoteLine')
    .select('invoiceId')
    .distinct()
    .where('creditNoteId', '=', creditNoteId)
    .execute();
  return rows.map(({ invoiceId }) => invoiceId);
}

async function linesOf(db: Db, creditNoteId: string): Promise<CreditNote['lines']> {
  const rows = await db
    .selectFrom('creditNoteLine as line')
    .leftJoin('invoiceLine as of', 'of.id', 'line.invoiceLineId')
    .leftJoin('invoiceAdjustment as part', 'part.id', 'line.invoiceAdjustmentId')
    .innerJoin('invoice', 'invoice.id', 'line.invoiceId')
    .select([
      'line.id',
      'line.invoiceId',
      'invoice.number',
      'invoice.issueDate as invoiceDate',
      sql<string>`coalesce("of".id, part.id)`.as('invoiceLineId'),
      sql<CreditNote['lines'][number]['kind']>`coalesce("of".kind, part.kind)`.as('kind'),
      sql<string>`coalesce("of".description, part.reason, '')`.as('description'),
      'of.sacHsn',
      sql<string>`coalesce("of".unit, 'C62')`.as('unit'),
      'line.qty',
      sql<CreditNote['lines'][number]['category']>`line.category`.as('category'),
      'line.rate',
      'line.amount',
      'line.net',
      'line.tax',
      sql<WorkNext | null>`line.work`.as('work'),
    ])
    .where('line.creditNoteId', '=', creditNoteId)
    .orderBy('line.no')
    .execute();
  return rows.map(({ invoiceId, number, qty, rate, ...row }) => ({
    ...row,
    invoice: { id: invoiceId, label: number ?? '' },
    qty: qty === null ? null : canonicalDecimal(qty),
    rate: canonicalDecimal(rate),
    isReopened: row.work === 'waits',
  }));
}

async function allocationsOf(db: Db, creditNoteId: string): Promise<CreditNote['allocations']> {
  const rows = await db
    .selectFrom('allocation')
    .innerJoin('invoice', 'invoice.id', 'allocation.invoiceId')
    .select([
      'allocation.id',
      'invoice.id as invoiceId',
      'invoice.number',
      'allocatedOn as date',
      'amount',
      exchangeGain.as('exchangeGain'),
      'reversedOn',
    ])
    .where('creditNoteId', '=', creditNoteId)
    .orderBy('allocation.createdAt')
    .orderBy('allocation.id')
    .execute();
  return rows.map(({ invoiceId, number, ...row }) => ({
    ...row,
    invoice: { id: invoiceId, label: number ?? '' },
  }));
}

async function refundsOf(db: Db, { id, ...terms }: Noted): Promise<CreditNote['refunds']> {
  const rows = await db
    .selectFrom('creditNoteRefund')
    .select([
      'id',
      'refundedOn as date',
      'amount',
      sql<CreditNote['refunds'][number]['mode']>`mode`.as('mode'),
      'reference',
      'reversedOn',
      'fxRate',
      'base',
      accountOf(sql.ref('creditNoteRefund.paidFrom')),
    ])
    .where('creditNoteId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((refund) => refundInBase(refund, terms));
}

interface Noted {
  id: string;
  currency: string;
  baseCurrency: string;
}

export const creditNoteParts = async (db: Db, note: Noted) => ({
  lines: await linesOf(db, note.id),
  allocations: await allocationsOf(db, note.id),
  refunds: await refundsOf(db, note),
});
