import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DocumentAttachment } from '@daybook/contracts/billing/documents/document-attachments';
import type { Attachment } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

/** A kind of document that can have attachments. */
export interface Documents {
  column: 'invoiceId' | 'receiptId' | 'creditNoteId' | 'taskId' | 'enquiryId';
  /** Selects the ids of the records whose files are shown together; without it, only those of the document. */
  among?: (id: string) => RawBuilder<string>;
  /** Refuses NOT_FOUND, including for a document outside the scope. The number of a draft is empty. */
  get: (db: Db, user: CurrentUser, id: string) => Promise<{ number: string }>;
}

/** The attachments of a document in the order of upload, including removed ones. */
export async function attachmentsOf(
  db: Db,
  { column, among }: Pick<Documents, 'column' | 'among'>,
  id: string,
): Promise<DocumentAttachment[]> {
  const rows = await db
    .selectFrom('documentAttachment as link')
    .innerJoin('attachment', 'attachment.id', 'link.attachmentId')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .leftJoin('appUser as adder', 'adder.id', 'link.createdBy')
    .leftJoin('appUser as remover', 'remover.id', 'link.removedBy')
    .select([
      'attachment.id',
      'attachment.name as label',
      sql<Attachment['type']>`file_content.type`.as('type'),
      'fileContent.size',
      'adder.name as by',
      'link.createdAt as at',
      'remover.name as removedBy',
      'link.removedAt',
      'link.removalReason',
    ])
    .where(`link.${column}`, 'in', among?.(id) ?? [id])
    .orderBy('link.createdAt')
    .orderBy('attachment.id')
    .execute();
  return rows.map(({ removedBy, removedAt, removalReason, ...row }) => ({
    ...row,
    removed: removedAt === null ? null : { by: removedBy ?? '', at: removedAt, reason: removalReason ?? '' },
  }));
}

/** Refuses NOT_FOUND. */
export async function listAttachments(db: Db, user: CurrentUser, of: Documents, id: string) {
  await of.get(db, user, id);
  return attachmentsOf(db, of, id);
}

/** Refuses NOT_FOUND, including for a file of another document. */
export async function getAttachment(
  db: Db,
  user: CurrentUser,
  of: Documents,
  { id, attachmentId }: { id: string; attachmentId: string },
): Promise<DocumentAttachment> {
  const files = await listAttachments(db, user, of, id);
  const file = files.find((one) => one.id === attachmentId);
  if (!file) throw new Refusal('NOT_FOUND');
  return file;
}

/** The attachments that can be mailed with the document. */
export const offeredFiles = async (
  db: Db,
  of: Pick<Documents, 'column'>,
  id: string,
): Promise<Attachment[]> => (await attachmentsOf(db, of, id)).filter(({ removed }) => removed === null);
