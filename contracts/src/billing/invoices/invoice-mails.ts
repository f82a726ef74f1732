import { z } from 'zod';
import { anyOf, endpoint, type Allow } from '../../endpoint.ts';
import { ById, Email, Instant, Uuid, requiredText } from '../../fields.ts';
import { Attachment } from '../../files.ts';
import { mostAttachments } from '../documents/document-attachments.ts';

/** Whether a contact is a recipient, is copied, or gets no mail. */
export const mailRoles = ['to', 'cc', 'none'] as const;

const mostAddresses = 20;

/** The total size of the attached files. Encoding for mail makes them a third larger, and many mail servers stop at 25 MB. */
export const mostMailedBytes = 15 * 1024 * 1024;

/** What the form proposes before an invoice is mailed: a text in the document's language, and the client's contacts. */
export const InvoiceMailDraft = z.object({
  /** The number that this mail of the document would have: 1 for the first. */
  nth: z.int(),
  subject: z.string(),
  body: z.string(),
  contacts: z.array(z.object({ name: z.string(), email: z.string(), send: z.enum(mailRoles) })),
  /** The document's own files, any of which can be attached. */
  attachments: z.array(Attachment),
});
export type InvoiceMailDraft = z.infer<typeof InvoiceMailDraft>;

export const InvoiceMail = z.object({
  nth: z.int(),
  sentTo: z.array(z.string()),
  copiedTo: z.array(z.string()),
  subject: z.string(),
  /** Null once the client is erased. */
  body: z.string().nullable(),
  by: z.string().nullable(),
  at: Instant,
  /** `waiting` includes retries; `partial` means that the mail server accepted the mail for some recipients only. */
  status: z.enum(['waiting', 'delivered', 'partial', 'failed']),
  /** The last error of the mail server or of the connection to it. */
  lastError: z.string().nullable(),
  refused: z.array(z.string()),
  /** The files attached besides the PDF. */
  files: z.array(z.string()),
});
export type InvoiceMail = z.infer<typeof InvoiceMail>;

/** The endpoints that mail a document, the same for every kind of document. */
export const mailsOf = (path: string, view: Allow, edit: Allow) => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/:id/mails`,
    allow: view,
    input: ById,
    /** The mails, newest first. `canMail` is false if no mail server is set up. */
    output: z.object({ canMail: z.boolean(), rows: z.array(InvoiceMail) }),
  }),
  draft: endpoint({
    method: 'GET',
    path: `${path}/:id/mail`,
    allow: edit,
    input: ById,
    output: InvoiceMailDraft,
  }),
  /**
   * One message to all recipients, with the PDF. `nth` comes from the mail draft, so that only one of two simultaneous
   * sendings goes through.
   */
  send: endpoint({
    method: 'POST',
    path: `${path}/:id/mails`,
    allow: edit,
    input: ById.extend({
      nth: z.int().min(1).max(1000),
      sentTo: z.array(Email).min(1).max(mostAddresses),
      copiedTo: z.array(Email).max(mostAddresses).default([]),
      subject: requiredText(200).transform((subject) => subject.replaceAll(/\s+/g, ' ')),
      body: requiredText(10_000),
      /** The document's files to attach besides the PDF. */
      attachmentIds: z.array(Uuid).max(mostAttachments).default([]),
    }),
    output: InvoiceMail,
  }),
});
export type DocumentMails = ReturnType<typeof mailsOf>;

export const invoiceMails = mailsOf('/invoices', 'invoices.view', 'invoices.edit');
export const receiptMails = mailsOf('/receipts', 'receipts.view', 'receipts.add');
export const creditNoteMails = mailsOf(
  '/credit-notes',
  anyOf('credit_notes.add', 'credit_notes.edit'),
  'credit_notes.edit',
);
