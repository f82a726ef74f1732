import { z } from 'zod';
import { endpoint, fileOutput } from '../endpoint.ts';
import { ById, Instant, Uuid, requiredText } from '../fields.ts';
import { Attachment } from '../files.ts';

export const mostAttachments = 20;

const InvoiceAttachment = Attachment.extend({ by: z.string().nullable(), at: Instant });
export type InvoiceAttachment = z.infer<typeof InvoiceAttachment>;

const one = ById.extend({ attachmentId: Uuid });

export const invoiceAttachments = {
  list: endpoint({
    method: 'GET',
    path: '/invoices/:id/attachments',
    allow: 'invoices.view',
    input: ById,
    output: z.array(InvoiceAttachment),
  }),
  file: endpoint({
    method: 'GET',
    path: '/invoices/:id/attachments/:attachmentId/file',
    allow: 'invoices.view',
    file: true,
    input: one,
    output: fileOutput,
  }),
  /** A photo or a PDF, to a draft or an issued invoice. */
  add: endpoint({
    method: 'POST',
    path: '/invoices/:id/attachments',
    allow: 'invoices.edit',
    upload: true,
    input: ById.extend({ name: requiredText(200) }),
    output: Attachment,
  }),
  /** While the invoice is a draft. */
  remove: endpoint({
    method: 'DELETE',
    path: '/invoices/:id/attachments/:attachmentId',
    allow: 'invoices.edit',
    input: one,
    output: z.object({}),
  }),
};
