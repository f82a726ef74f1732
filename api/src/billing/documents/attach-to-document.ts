import { sql } from 'kysely';
import { mostAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { mostMailedBytes } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Attachment } from '@daybook/contracts/files';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { storeFile } from '../../files/store-attachment.ts';
import type { SpooledFile } from '../../http/spool-upload.ts';
import {
  type Documents,
  listAttachments,
  getAttachment,
  offeredFiles,
} from './document-attachments.queries.ts';

/** Refuses NOT_FOUND, FILE_KIND, FILE_MACROS, and STATE_NOT_ALLOWED when the document already has the maximum number of files. */
export async function attachFile(
  db: Db,
  user: CurrentUser,
  of: Documents,
  { id, name }: { id: string; name: string },
  file: SpooledFile | null,
): Promise<Attachment> {
  // Concurrent uploads are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(db);
  const files = (await listAttachments(db, user, of, id)).filter(({ removed }) => removed === null);
  if (file === null) throw new Refusal('BODY_MALFORMED');
  if (files.length >= mostAttachments)
    throw new Refusal('STATE_NOT_ALLOWED', { from: `${files.length}`, to: `${files.length + 1}` });
  const attachment = await storeFile(db, file, name, 'document');
  await db
    .insertInto('documentAttachment')
    .values({ attachmentId: attachment.id, [of.column]: id })
    .execute();
  return attachment;
}

/** Refuses NOT_FOUND, including when the file was already removed, and REQUIRED on `reason` when the document is issued. */
export async function takeOffFile(
  db: Db,
  user: CurrentUser,
  of: Documents,
  { id, attachmentId, reason }: { id: string; attachmentId: string; reason: string | null },
): Promise<void> {
  const file = await getAttachment(db, user, of, { id, attachmentId });
  if (file.removed !== null) throw new Refusal('NOT_FOUND');
  const { number } = await of.get(db, user, id);
  if (number === '') {
    await db.deleteFrom('documentAttachment').where('attachmentId', '=', attachmentId).execute();
    await db.deleteFrom('attachment').where('id', '=', attachmentId).execute();
    return;
  }
  if (reason === null) throw refuseField('INPUT_INVALID', 'reason', {}, 'REQUIRED');
  await db
    .updateTable('documentAttachment')
    .set({ removedAt: sql<string>`now()`, removedBy: user.id, removalReason: reason })
    .where('attachmentId', '=', attachmentId)
    .execute();
}

/** The document's files chosen to be mailed, by reference. Refuses REFERENCE_UNKNOWN and MAIL_TOO_LARGE on `attachmentIds`. */
export async function filesToSend(
  db: Db,
  of: Pick<Documents, 'column'>,
  id: string,
  attachmentIds: readonly string[],
): Promise<{ name: string; sha256: Buffer; attachmentId: string }[]> {
  const wanted = new Set(attachmentIds);
  if (wanted.size === 0) return [];
  const files = (await offeredFiles(db, of, id)).filter((file) => wanted.has(file.id));
  if (files.length < wanted.size) throw refuseField('REFERENCE_UNKNOWN', 'attachmentIds');
  const bytes = files.reduce((all, { size }) => all + size, 0);
  if (bytes > mostMailedBytes)
    throw refuseField(
      'INPUT_INVALID',
      'attachmentIds',
      { maximum: mostMailedBytes / 1024 ** 2 },
      'MAIL_TOO_LARGE',
    );
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'sha256'])
    .where('id', 'in', [...wanted])
    .execute();
  return files.flatMap(({ id: attachmentId }) => {
    const row = rows.find((one) => one.id === attachmentId);
    return row ? [{ name: row.name, sha256: row.sha256, attachmentId }] : [];
  });
}
