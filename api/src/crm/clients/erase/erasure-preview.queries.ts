import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ErasurePreview } from '@daybook/contracts/crm/clients/client-erasure';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { getClient } from '../clients.queries.ts';
import { heldOf } from '../data/held-rows.queries.ts';
import { retentionYears } from './retention.rules.ts';

type Part = 'gone' | 'emptied' | 'kept';
type Count = { [P in Part]: { part: P; kind: ErasurePreview[P][number]['kind'] } }[Part] & {
  table: string;
  /** Which rows of the table, if not the client's own. */
  rows?: RawBuilder<SqlBool>;
  /** Only these of the rows. */
  where?: RawBuilder<SqlBool>;
};

const isDraft = sql<SqlBool>`issued_at is null`;
const isIssued = sql<SqlBool>`issued_at is not null`;
const ofDraft = sql<SqlBool>`(exists (select from invoice where invoice.id = invoice_id and invoice.issued_at is null)
  or exists (select from credit_note where credit_note.id = credit_note_id and credit_note.issued_at is null))`;
/** The contact also belongs to another client. */
const isShared = (clientId: string) => sql<SqlBool>`exists (select from client_contact other
  where other.contact_id = client_contact.contact_id and other.client_id <> ${clientId}::uuid)`;

/** In the order in which they are shown. Kinds of several tables are added up. */
const countsOf = (clientId: string): readonly Count[] => [
  { part: 'gone', kind: 'contacts', table: 'client_contact', where: sql`not ${isShared(clientId)}` },
  { part: 'gone', kind: 'sharedContacts', table: 'client_contact', where: isShared(clientId) },
  { part: 'gone', kind: 'addresses', table: 'client_address' },
  { part: 'gone', kind: 'registrations', table: 'client_registration' },
  { part: 'gone', kind: 'notes', table: 'client_note' },
  { part: 'gone', kind: 'files', table: 'client_file' },
  {
    part: 'gone',
    kind: 'files',
    table: 'document_attachment',
    where: sql`(num_nonnulls(task_id, enquiry_id) = 1 or ${ofDraft})`,
  },
  { part: 'gone', kind: 'documents', table: 'client_document' },
  { part: 'gone', kind: 'clientMails', table: 'client_mail' },
  { part: 'gone', kind: 'drafts', table: 'invoice', where: isDraft },
  { part: 'gone', kind: 'drafts', table: 'credit_note', where: isDraft },
  { part: 'gone', kind: 'cheques', table: 'postdated_cheque', where: sql`status = 'withdrawn'` },
  { part: 'gone', kind: 'taskNotes', table: 'task_note' },
  { part: 'gone', kind: 'checklistItems', table: 'task_checklist_item' },
  { part: 'gone', kind: 'schedules', table: 'statement_schedule' },
  { part: 'emptied', kind: 'documentMails', table: 'invoice_mail' },
  {
    part: 'emptied',
    kind: 'payerReminders',
    table: 'reminder',
    rows: sql`${clientId}::uuid = any (other_client_ids)`,
  },
  { part: 'emptied', kind: 'followUps', table: 'follow_up' },
  { part: 'emptied', kind: 'tasks', table: 'task' },
  { part: 'emptied', kind: 'series', table: 'series' },
  { part: 'emptied', kind: 'timeEntries', table: 'time_entry', where: sql`note is not null` },
  { part: 'emptied', kind: 'enquiries', table: 'enquiry' },
  { part: 'kept', kind: 'invoices', table: 'invoice', where: isIssued },
  { part: 'kept', kind: 'creditNotes', table: 'credit_note', where: isIssued },
  { part: 'kept', kind: 'receipts', table: 'receipt' },
  { part: 'kept', kind: 'proformas', table: 'proforma' },
  { part: 'kept', kind: 'expenses', table: 'expense' },
  { part: 'kept', kind: 'certificates', table: 'withholding_certificate' },
  { part: 'kept', kind: 'entries', table: 'journal_line' },
];

async function countAll(db: Db, clientId: string): Promise<Pick<ErasurePreview, Part>> {
  const counts = countsOf(clientId).map(
    (
      { part, kind, table, rows = heldOf(table, clientId), where },
      no,
    ) => sql`select ${sql.lit(no)}::int as no, ${part} as part, ${kind} as kind,
      count(${table === 'journal_line' ? sql`distinct entry_id` : sql`*`})::int as count
      from ${sql.table(table)} where ${rows} ${where ? sql`and ${where}` : sql``}`,
  );
  const { rows } = await sql<{ part: Part; kind: string; count: number }>`
    select part, kind, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) as counted
    group by part, kind having sum(count) > 0 order by min(no)`.execute(db);
  const of = <P extends Part>(part: P) =>
    rows.flatMap((row) =>
      row.part === part ? [{ kind: row.kind, count: row.count }] : [],
    ) as ErasurePreview[P];
  return { gone: of('gone'), emptied: of('emptied'), kept: of('kept') };
}

/** The billing entities whose documents stay, with the day of the last one. */
async function termsOf(db: Db, clientId: string): Promise<ErasurePreview['terms']> {
  const { rows } = await sql<{ id: string; name: string; country: string; lastOn: string }>`
    select entity.id, entity.name, entity.country, max(line.entry_date)::text as last_on
    from journal_line line join billing_entity entity on entity.id = line.entity_id
    where line.client_id = ${clientId} group by entity.id order by entity.name, entity.id`.execute(db);
  return rows.map(({ id, name, country, lastOn }) => ({
    entity: { id, label: name },
    years: retentionYears(country),
    lastOn,
  }));
}

/** What is still open with the client. */
export async function obstaclesOf(db: Db, clientId: string): Promise<ErasurePreview['obstacles']> {
  const { rows } = await sql<ErasurePreview['obstacles'][number]>`
    select kind, count::int from obstacles_to_erasure(${clientId})`.execute(db);
  return rows;
}

/** Refuses NOT_FOUND. */
export async function previewErasure(db: Db, user: CurrentUser, clientId: string): Promise<ErasurePreview> {
  const { version } = await getClient(db, user, clientId);
  const [counts, obstacles, terms] = await Promise.all([
    countAll(db, clientId),
    obstaclesOf(db, clientId),
    termsOf(db, clientId),
  ]);
  return { version, ...counts, obstacles, terms };
}
