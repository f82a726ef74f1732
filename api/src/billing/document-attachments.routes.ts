import {
  creditNoteAttachments,
  invoiceAttachments,
  receiptAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import type { DocumentAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { sendAttachment } from '../files/attachments.queries.ts';
import { implement } from '../http/implement.ts';
import type { Route } from '../http/implement.ts';
import { getCreditNote } from './credit-notes/credit-notes.queries.ts';
import { getAttachment, listAttachments } from './documents/document-attachments.queries.ts';
import { attachFile, takeOffFile } from './documents/attach-to-document.ts';
import type { Documents } from './documents/document-attachments.queries.ts';
import { getInvoice } from './invoices/invoices.queries.ts';
import { getReceipt } from './receipts/receipts.queries.ts';

const routesOf = (name: string, endpoints: DocumentAttachments, of: Documents): Route[] =>
  implement(
    name,
    endpoints,
  )({
    list: ({ db, user, input }) => listAttachments(db, user, of, input.id),
    file: async ({ db, user, input, reply }) =>
      sendAttachment(db, (await getAttachment(db, user, of, input)).id, reply),
    attach: ({ db, user, input, upload }) => attachFile(db, user, of, input, upload),
    takeOff: async ({ db, user, input }) => {
      await takeOffFile(db, user, of, input);
      return {};
    },
  });

export const documentAttachmentsRoutes = [
  ...routesOf('invoice_attachments', invoiceAttachments, {
    column: 'invoiceId',
    get: getInvoice,
  }),
  ...routesOf('receipt_attachments', receiptAttachments, {
    column: 'receiptId',
    get: getReceipt,
  }),
  ...routesOf('credit_note_attachments', creditNoteAttachments, {
    column: 'creditNoteId',
    get: getCreditNote,
  }),
];
