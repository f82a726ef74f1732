import { sql } from 'kysely';
import { findFaultsAt } from '../../src/books/find-faults-at.ts';
import type { Head } from '../../src/audit/kept-head.ts';
import type { Db } from '../../src/db/database.ts';
import { sealAll } from '../seal-all.ts';
import type { Acknowledged } from './ten-writers.ts';

/** Incomplete documents, amounts that do not add up, and missing numbers. */
const broken = {
  'issued without status, lines, number or entry': `
    select id from invoice where issued_at is not null and not (
      exists (select from invoice_state where invoice_id = invoice.id and status <> 'draft')
      and exists (select from invoice_line where invoice_id = invoice.id)
      and exists (select from document_number where document_id = invoice.id)
      and exists (select from journal_entry where source_type = 'invoice' and source_id = invoice.id))`,
  'numbered or posted without being issued': `
    select id from invoice where issued_at is null and (
      exists (select from document_number where document_id = invoice.id)
      or exists (select from journal_entry where source_id = invoice.id))`,
  'draft without lines': `
    select id from invoice where not exists (select from invoice_line where invoice_id = invoice.id)`,
  'receipt without number or entry': `
    select id from receipt where not (
      exists (select from document_number where document_id = receipt.id)
      and exists (select from journal_entry where source_type = 'receipt' and source_id = receipt.id))`,
  'entry out of balance': `
    select entry_id from journal_line group by entry_id, currency
    having sum(base_debit) <> sum(base_credit) or sum(debit) <> sum(credit)`,
  'change without its audit row': `
    select id from (select id from invoice union all select id from receipt union all select id from task) made
    where not exists (select from audit_event where entity_id = made.id)`,
  gap: 'select entity_id from number_gap',
};

/**
 * Whatever was acknowledged is there, under the number of the answer; no document is half written, no number is missing, and the checks of
 * `pnpm verify-books` find nothing. `kept` is the head of the audit log that was left outside the database.
 */
export async function expectNothingLost(
  { db, ownerUrl, done }: { db: Db; ownerUrl: string; done: Acknowledged },
  kept: Head | null = null,
): Promise<void> {
  for (const [fault, query] of Object.entries(broken)) {
    expect({ fault, rows: (await sql.raw(query).execute(db)).rows }).toEqual({ fault, rows: [] });
  }
  const documents = [
    ...(await db.selectFrom('invoice').select(['id', 'number']).execute()),
    ...(await db.selectFrom('receipt').select(['id', 'number']).execute()),
  ];
  const numbers = new Map(documents.map(({ id, number }) => [id, number]));
  const acknowledged = [...done.invoices, ...done.receipts];
  expect(acknowledged.filter(([id, number]) => numbers.get(id) !== number)).toEqual([]);
  const tasks = new Set((await db.selectFrom('task').select('id').execute()).map(({ id }) => id));
  expect([...done.tasks].filter((id) => !tasks.has(id))).toEqual([]);
  await sealAll(db);
  expect(await findFaultsAt(ownerUrl, kept)).toEqual([]);
}
