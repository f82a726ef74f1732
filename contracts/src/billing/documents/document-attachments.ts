import { z } from 'zod';
import { anyOf, endpoint, type Allow } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, Instant, Uuid, optionalText, requiredText } from '../../fields.ts';
import { Attachment } from '../../files.ts';

export const mostAttachments = 20;

/**
 * A file of an issued document or a finished task is never deleted: after its removal it stays on record, with who
 * removed it and why (docs/rules.md#files).
 */
export const DocumentAttachment = Attachment.extend({
  by: z.string().nullable(),
  at: Instant,
  removed: z.object({ by: z.string(), at: Instant, reason: z.string() }).nullable(),
});
export type DocumentAttachment = z.infer<typeof DocumentAttachment>;

const one = ById.extend({ attachmentId: Uuid });

/** The endpoints for a document's files, the same for every kind of document. */
export const attachmentsOf = (path: string, view: Allow, edit: Allow) => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/:id/attachments`,
    allow: view,
    input: ById,
    output: z.array(DocumentAttachment),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:id/attachments/:attachmentId/file`,
    allow: view,
    file: true,
    input: one,
    output: fileOutput,
  }),
  attach: endpoint({
    method: 'POST',
    path: `${path}/:id/attachments`,
    allow: edit,
    upload: true,
    input: ById.extend({ name: requiredText(200) }),
    output: Attachment,
  }),
  /** Deletes the file of a draft; removes the file of an issued document, which needs a reason. */
  takeOff: endpoint({
    method: 'DELETE',
    path: `${path}/:id/attachments/:attachmentId`,
    allow: edit,
    input: one.extend({ reason: optionalText(500) }),
    output: z.object({}),
  }),
});
export type DocumentAttachments = ReturnType<typeof attachmentsOf>;

export const invoiceAttachments = attachmentsOf('/invoices', 'invoices.view', 'invoices.edit');
export const receiptAttachments = attachmentsOf('/receipts', 'receipts.view', 'receipts.add');
export const creditNoteAttachments = attachmentsOf(
  '/credit-notes',
  anyOf('credit_notes.add', 'credit_notes.edit'),
  'credit_notes.edit',
);
