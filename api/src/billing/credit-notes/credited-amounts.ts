import { sql } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import type { Income } from '../../ledger/income.ts';
import type { Posting } from '../../ledger/post-entries.ts';
import { readBilledRows } from './billed-rows.ts';
import { postedLines, takenBack } from './posted-lines.rules.ts';

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
  const postings = lines.flatMap(({ id, postings: ofLine }) =>
    ofLine.map((posting, index) => ({ ...posting, line: id, no: index + 1 })),
  );
  await sql`
    insert into creditable_posting (line_id, no, account_id, department_id, amount)
    select line, no, coalesce("accountId", (select id from ledger_account where system_key = 'income')), "departmentId", net
    from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb)
      as part (line uuid, no smallint, "accountId" uuid, "departmentId" uuid, net bigint)`.execute(db);
}

interface Taken extends Income {
  lineId: string;
}

/** What was posted for the lines of a credit note, and what issued credit notes took back of it. */
async function postedAndTaken(db: Db, creditNoteId: string) {
  const credited = sql`select id, coalesce(invoice_line_id, invoice_adjustment_id) as billed_id
    from credit_note_line where credit_note_id = ${creditNoteId}`;
  const { rows: posted } = await sql<Taken>`
    select credited.id as line_id, part.account_id, part.department_id, part.amount as net
    from (${credited}) credited join creditable_posting part on part.line_id = credited.billed_id
    order by part.line_id, part.no`.execute(db);
  const { rows: took } = await sql<Taken>`
    select credited.id as line_id, part.account_id, part.department_id, sum(part.amount)::bigint as net
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
export async function takeBackPosted(db: Db, creditNoteId: string): Promise<Income[]> {
  await storePosted(db, creditNoteId);
  const { posted, took } = await postedAndTaken(db, creditNoteId);
  const lines = await db
    .selectFrom('creditNoteLine')
    .select(['id', 'net'])
    .where('creditNoteId', '=', creditNoteId)
    .orderBy('no')
    .execute();
  const parts = lines.flatMap(({ id, net }) =>
    takenBack(posted.get(id) ?? [], took.get(id) ?? [], net).map((part, index) => ({
      lineId: id,
      no: index + 1,
      accountId: part.accountId ?? '',
      departmentId: part.departmentId,
      amount: part.net,
    })),
  );
  await db.insertInto('creditNotePosting').values(parts).execute();
  return parts.map(({ accountId, departmentId, amount }) => ({ accountId, departmentId, net: amount }));
}
