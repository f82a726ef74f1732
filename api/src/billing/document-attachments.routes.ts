import { invoiceAttachments, mostAttachments } from '@daybook/contracts/billing/invoice-attachments';
import type { InvoiceAttachment } from '@daybook/contracts/billing/invoice-attachments';
import type { Attachment } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { sendAttachment, storeFile } from '../files/attachments.queries.ts';
import { implement } from '../http/implement.ts';
import type { SpooledFile } from '../http/spool-upload.ts';
import { getInvoice } from './invoices.queries.ts';

async function listAttachments(db: Db, user: CurrentUser, id: string): Promise<InvoiceAttachment[]> {
  await getInvoice(db, user, id);
  const rows = await db
    .selectFrom('invoiceAttachment as link')
    .innerJoin('attachment', 'attachment.id', 'link.attachmentId')
    .innerJoin('fileContent', 'fileContent.sha256', 'attachment.sha256')
    .leftJoin('appUser', 'appUser.id', 'link.createdBy')
    .select([
      'attachment.id',
      'attachment.name as label',
      'fileContent.type',
      'fileContent.size',
      'appUser.name as by',
      'link.createdAt as at',
    ])
    .where('link.invoiceId', '=', id)
    .orderBy('link.createdAt')
    .orderBy('attachment.id')
    .execute();
  return rows.map((row) => ({ ...row, type: row.type as Attachment['type'] }));
}

/** Refuses NOT_FOUND, also for a file of another invoice. */
async function checkIsOf(db: Db, user: CurrentUser, id: string, attachmentId: string): Promise<void> {
  const files = await listAttachments(db, user, id);
  if (!files.some((file) => file.id === attachmentId)) throw new Refusal('NOT_FOUND');
}

/** Refuses NOT_FOUND, FILE_KIND, and STATE_NOT_ALLOWED when there are as many as there may be. */
async function addAttachment(
  db: Db,
  user: CurrentUser,
  { id, name }: { id: string; name: string },
  file: SpooledFile | null,
): Promise<Attachment> {
  // Two who add at once are counted one after the other.
  await db.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute();
  const files = await listAttachments(db, user, id);
  if (file === null) throw new Refusal('BODY_MALFORMED');
  if (files.length >= mostAttachments)
    throw new Refusal('STATE_NOT_ALLOWED', { from: `${files.length}`, to: `${files.length + 1}` });
  const attachment = await storeFile(db, file, name);
  await db.insertInto('invoiceAttachment').values({ attachmentId: attachment.id, invoiceId: id }).execute();
  return attachment;
}

/** Refuses NOT_FOUND, STATE_NOT_ALLOWED once the invoice is issued. */
async function removeAttachment(
  db: Db,
  user: CurrentUser,
  { id, attachmentId }: { id: string; attachmentId: string },
): Promise<void> {
  await checkIsOf(db, user, id, attachmentId);
  await db.deleteFrom('invoiceAttachment').where('attachmentId', '=', attachmentId).execute();
  await db.deleteFrom('attachment').where('id', '=', attachmentId).execute();
}

export const invoiceAttachmentsRoutes = implement(
  'invoice_attachments',
  invoiceAttachments,
)({
  list: ({ db, user, input }) => listAttachments(db, user, input.id),
  file: async ({ db, user, input: { id, attachmentId }, reply }) => {
    await checkIsOf(db, user, id, attachmentId);
    return sendAttachment(db, attachmentId, reply);
  },
  add: ({ db, user, input, upload }) => addAttachment(db, user, input, upload),
  remove: async ({ db, user, input }) => {
    await removeAttachment(db, user, input);
    return {};
  },
});
