import { sql } from 'kysely';
import type { LedgerLine } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, largest, negate } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';

/** The accounts that a client's ledger holds, and the one of the tax withheld. */
export const ofBalance = sql`(select id from ledger_account where system_key = 'receivable' or is_advance)`;
export const ofWithheld = sql`(select id from ledger_account where system_key = 'withholding_receivable')`;

/** A part of an entry that moves a ledger's balance. */
export interface Movement {
  entryDate: string;
  entryId: string;
  /** 1 for the tax that was withheld, 0 for the rest of the entry. */
  part: number;
  amount: Minor;
  balance: Minor;
}

/** The entries of a page, with the documents that caused them. */
async function documentsOf(db: Db, entryIds: readonly string[]) {
  const rows = await db
    .selectFrom('journalEntry as entry')
    .leftJoin('writeOff', 'writeOff.id', 'entry.sourceId')
    .leftJoin('invoice', (join) =>
      join.on('invoice.id', '=', sql`coalesce(write_off.invoice_id, entry.source_id)`),
    )
    .leftJoin('receiptRefund', 'receiptRefund.id', 'entry.sourceId')
    .leftJoin('allocation', 'allocation.id', 'entry.sourceId')
    .leftJoin('receipt', (join) =>
      join.on(
        'receipt.id',
        '=',
        sql`coalesce(receipt_refund.receipt_id, allocation.receipt_id, entry.source_id)`,
      ),
    )
    .leftJoin('creditNoteRefund as refund', 'refund.id', 'entry.sourceId')
    .leftJoin('creditNote as note', (join) =>
      join.on(sql<boolean>`note.id = coalesce(refund.credit_note_id, entry.source_id)`),
    )
    .select([
      'entry.id as entryId',
      sql<
        Exclude<LedgerLine['kind'], 'withheld'>
      >`case when coalesce(refund.id, receipt_refund.id) is not null and entry.source_type = 'reversal' then 'refund_back'
        when refund.id is not null then 'refund'
        when allocation.id is not null and entry.source_type = 'reversal' then 'allocation_back'
        when write_off.id is not null and entry.source_type = 'reversal' then 'write_off_back'
        when entry.source_type in ('invoice', 'receipt') and coalesce(invoice.opening_on, receipt.opening_on) is not null
          then 'opening'
        else entry.source_type end`.as('kind'),
      sql<LedgerLine['documentKind']>`case when invoice.id is not null then 'invoice'
        when note.id is not null then 'credit_note' else 'receipt' end`.as('documentKind'),
      sql<string>`coalesce(note.id, receipt.id, write_off.invoice_id, entry.source_id)`.as('id'),
      sql<string>`coalesce(invoice.number, receipt_refund.number, receipt.number, note.number)`.as('label'),
      sql<string | null>`case entry.source_type when 'invoice' then invoice.due_date end`.as('dueDate'),
    ])
    .where(sql<boolean>`entry.id = any (${entryIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ entryId, ...document }) => [entryId, document]));
}

/** The lines of a ledger; `and` adds what the ledger says beside them. */
export async function linesOf<Moved extends Movement, More extends object>(
  db: Db,
  movements: readonly Moved[],
  and: (movement: Moved) => More,
): Promise<(LedgerLine & More)[]> {
  const documents = await documentsOf(db, [...new Set(movements.map(({ entryId }) => entryId))]);
  return movements.flatMap((movement): (LedgerLine & More)[] => {
    const { entryDate, entryId, part, amount, balance } = movement;
    const entry = documents.get(entryId);
    if (!entry) return [];
    const { kind, documentKind, dueDate, ...document } = entry;
    return [
      {
        date: entryDate,
        kind: part === 1 ? 'withheld' : kind,
        document,
        documentKind,
        dueDate,
        debit: largest(amount, NOTHING),
        credit: largest(negate(amount), NOTHING),
        balance,
        ...and(movement),
      },
    ];
  });
}
