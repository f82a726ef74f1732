import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { piecesOf } from '../../../files/file-content.ts';
import { heldOf } from './held-rows.queries.ts';

const together = 500;

/** A file of the client: where it is in the archive, and its bytes. */
export interface HeldFile {
  path: string;
  bytes: AsyncIterable<Buffer>;
}

interface Row {
  id: string;
  folder: string;
  name: string;
  /** Null for the PDF of an invoice, which is stored with the invoice. */
  sha256: Buffer | null;
}

/** `id`, `folder`, `name` and `sha256` of the files of one source. */
type Source = RawBuilder<Row>;

/** Files that people uploaded: the record, its folder, and the name that the file has there. */
const uploaded = (table: string, clientId: string, folder: RawBuilder<string>, name = 'attachment.name') =>
  sql<Row>`select ${sql.ref(table === 'document_attachment' ? `${table}.attachment_id` : `${table}.id`)}::text as id,
      ${folder} as folder, ${sql.ref(name)} as name, attachment.sha256
    from ${sql.table(table)} join attachment on attachment.id = ${sql.ref(`${table}.attachment_id`)}
    where ${heldOf(table, clientId)}`;

const sourcesOf = (clientId: string): Source[] => [
  uploaded(
    'client_file',
    clientId,
    sql`'client/' || coalesce(client_file.year::text, 'permanent')`,
    'client_file.name',
  ),
  uploaded('client_document', clientId, sql`'register'`),
  uploaded(
    'document_attachment',
    clientId,
    sql`case when invoice_id is not null then 'invoices' when receipt_id is not null then 'receipts'
      when credit_note_id is not null then 'credit_notes' when task_id is not null then 'tasks' else 'enquiries' end`,
  ),
  uploaded('expense', clientId, sql`'expenses'`),
  uploaded('withholding_certificate', clientId, sql`'certificates'`),
  sql<Row>`select message_id || '-' || no as id, 'mails' as folder, name, sha256
    from email_file where ${heldOf('email_file', clientId)}`,
  sql<Row>`select proforma_id::text as id, 'proformas' as folder, proforma.number || '.pdf' as name, sha256
    from proforma_file join proforma on proforma.id = proforma_id where ${heldOf('proforma', clientId)}`,
  sql<Row>`select id::text as id, 'letters' as folder, 'reminder.pdf' as name, letter as sha256
    from reminder where letter is not null and ${heldOf('reminder', clientId)}`,
  sql<Row>`select invoice_id::text as id, 'invoices' as folder, coalesce(invoice.number, 'draft') || '.pdf' as name,
      null::bytea as sha256
    from invoice_file join invoice on invoice.id = invoice_id where ${heldOf('invoice', clientId)}`,
];

/** What no program takes for a path or shows otherwise than it is; the end of a long name has its extension. */
const safeName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_')
    .slice(-100)
    .toWellFormed()
    .replaceAll(/^[. ]+|[. ]+$/g, '');

async function* invoicePdf(db: Db, id: string): AsyncGenerator<Buffer> {
  const { content } = await db
    .selectFrom('invoiceFile')
    .select('content')
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  yield content;
}

/** The files of the client, with their bytes to be read one after the other. */
export async function* heldFiles(db: Db, clientId: string): AsyncGenerator<HeldFile> {
  for (const source of sourcesOf(clientId)) {
    for (let last = ''; ;) {
      const { rows } = await sql<Row>`with held as materialized (${source})
        select * from held where id collate "C" > ${last} order by id collate "C" limit ${together}`.execute(
        db,
      );
      for (const { id, folder, name, sha256 } of rows)
        yield {
          path: `files/${folder}/${id}-${safeName(name)}`,
          bytes: sha256 === null ? invoicePdf(db, id) : piecesOf(db, sha256),
        };
      const end = rows.at(-1);
      if (end === undefined || rows.length < together) break;
      last = end.id;
    }
  }
}
