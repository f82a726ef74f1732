import { sql } from 'kysely';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Db } from '../../db/database.ts';
import type { PrintedHours } from '../../pdf/printed-invoice.ts';

/** What the annex of an invoice lists: the hours as they were at issue, or for a draft as they are. */
export async function annexOf(
  db: Db,
  { id, number, listsHours }: Pick<Invoice, 'id' | 'number' | 'listsHours'>,
): Promise<PrintedHours[]> {
  if (!listsHours) return [];
  const source =
    number === '' ? sql`hours_of_draft(${id})` : sql`(select * from invoice_hours where invoice_id = ${id})`;
  const { rows } = await sql<PrintedHours>`
    select line_no, worked_on, person, note, minutes, amount from ${source} as hours order by line_no, no`.execute(
    db,
  );
  return rows;
}
