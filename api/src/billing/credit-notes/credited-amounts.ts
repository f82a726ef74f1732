import { sql } from 'kysely';
import { NOTHING, share, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import type { TakenPart } from '../../ledger/credit-note-entries.ts';
import type { Posting } from '../../ledger/post-entries.ts';
import { readBilledRows } from './billed-rows.ts';
import { postedLines, takenBack } from './posted-lines.rules.ts';
import type { PostedLine } from './posted-lines.rules.ts';

/** What an issued credit note took back, as it was posted. */
export async function postedBack(db: Db, entryId: string | null): Promise<Posting[]> {
  const { rows } = await sql<{ accountId: string; departmentId: string | null; amount: Minor; base: Minor }>`
    select line.account_id, line.department_id, line.debit - line.credit as amount, line.base_debit - line.base_credit as base
    from journal_line line join ledger_account account on account.id = line.account_id
    where line.entry_id = ${entryId}
      and coalesce(account.system_key, '') not in ('receivable', 'client_advance', 'fx_difference')
    order by line.no`.execute(db);
  return rows.map(({ accountId: id, ...posting }) => ({ account: { id }, ...posting }));
}

/** Stores what invoices posted for each of their lines that can be credited, unless an earlier credit note did. */
async function storePosted(db: Db, creditNoteId: string): Promise<void> {
  const { rows: fresh } = await sql<{ invoiceId: string }>`
    select distinct invoice_id from credit_note_line line where credit_note_id = ${creditNoteId}
      and not exists (select from creditable_line where invoice_id = line.invoice_id)`.execute(db);
  if (fresh.length === 0) return;
  const billed = await readBilledRows(
    db,
    fresh.map(({ invoiceId }) => invoiceId),
  );
  const lines = [...billed].flatMap(([invoiceId, rows]) =>
    postedLines(rows).map((line) => ({ ...line, invoiceId })),
  );
  await db
    .insertInto('creditableLine')
    .values(lines.map(({ id, invoiceId, amount, net }) => ({ id, invoiceId, amount, net })))
    .execute();
  const postings = await Promise.all(
    [...billed.keys()].map((invoiceId) =>
      basesOf(
        db,
        invoiceId,
        lines.filter((line) => line.invoiceId === invoiceId),
      ),
    ),
  );
  await db.insertInto('creditablePosting').values(postings.flat()).execute();
}

/** The postings of an invoice by line, with their amounts in the base currency. */
async function basesOf(db: Db, invoiceId: string, lines: readonly PostedLine[]) {
  const { rows: earned } = await sql<{ accountId: string; departmentId: string | null; base: Minor }>`
    select account_id, department_id, base from earned_by_entries('{invoice}', ${invoiceId})`.execute(db);
  const { id: fees } = await db
    .selectFrom('ledgerAccount')
    .select('id')
    .where('systemKey', '=', 'income')
    .executeTakeFirstOrThrow();
  // What was posted before departments were recorded belongs to none.
  const isByDepartment = earned.some(({ departmentId }) => departmentId !== null);
  const placeOf = (accountId: string, departmentId: string | null) =>
    isByDepartment ? `${accountId} ${departmentId}` : accountId;
  const parts = lines.flatMap(({ id: lineId, postings }) =>
    postings.map((part, index) => ({ ...part, accountId: part.accountId ?? fees, lineId, no: index + 1 })),
  );
  return [...Map.groupBy(parts, ({ accountId, departmentId }) => placeOf(accountId, departmentId))].flatMap(
    ([place, atPlace]) => {
      const base = sum(
        earned
          .filter(({ accountId, departmentId }) => placeOf(accountId, departmentId) === place)
          .map((part) => part.base),
      );
      const bases = share(
        base,
        atPlace.map(({ net }) => net),
      );
      return atPlace.map(({ net: amount, ...part }, index) => ({
        ...part,
        amount,
        base: bases[index] ?? NOTHING,
      }));
    },
  );
}

interface Taken extends TakenPart {
  lineId: string;
}

/** What was posted for the lines of a credit note, and what issued credit notes took back of it. */
async function postedAndTaken(db: Db, creditNoteId: string) {
  const credited = sql`select id, coalesce(invoice_line_id, invoice_adjustment_id) as billed_id
    from credit_note_line where credit_note_id = ${creditNoteId}`;
  const { rows: posted } = await sql<Taken>`
    select credited.id as line_id, part.account_id, part.department_id, part.amount as net, part.base
    from (${credited}) credited join creditable_posting part on part.line_id = credited.billed_id
    order by part.line_id, part.no`.execute(db);
  const { rows: took } = await sql<Taken>`
    select credited.id as line_id, part.account_id, part.department_id, sum(part.amount)::bigint as net, sum(part.base)::bigint as base
    from (${credited}) credited
    join credit_note_line line on line.invoice_line_id = credited.billed_id or line.invoice_adjustment_id = credited.billed_id
    join credit_note_state state on state.id = line.credit_note_id and state.status not in ('draft', 'void')
    join credit_note_posting part on part.line_id = line.id
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  const byLine = (rows: readonly Taken[]) => Map.groupBy(rows, ({ lineId }) => lineId);
  return { posted: byLine(posted), took: byLine(took) };
}

/**
 * Stores and returns what the lines of a credit note that is about to be issued take back of income and of disbursements, by account and
 * department. Its invoices are locked.
 */
export async function takeBackPosted(db: Db, creditNoteId: string): Promise<TakenPart[]> {
  await storePosted(db, creditNoteId);
  const { posted, took } = await postedAndTaken(db, creditNoteId);
  const lines = await db
    .selectFrom('creditNoteLine')
    .select(['id', 'net'])
    .where('creditNoteId', '=', creditNoteId)
    .orderBy('no')
    .execute();
  const taken = lines.map(({ id, net }) => ({
    lineId: id,
    parts: takenBack(posted.get(id) ?? [], took.get(id) ?? [], net),
  }));
  const postings = taken.flatMap(({ lineId, parts }) =>
    parts.map(({ net: amount, ...part }, index) => ({ ...part, amount, lineId, no: index + 1 })),
  );
  if (postings.length > 0) await db.insertInto('creditNotePosting').values(postings).execute();
  return taken.flatMap(({ parts }) => parts);
}
