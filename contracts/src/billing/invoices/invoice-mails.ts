import { z } from 'zod';
import { anyOf, endpoint, type Allow } from '../../endpoint.ts';
import { ById, Email, Instant, Uuid, requiredText } from '../../fields.ts';
import { Attachment } from '../../files.ts';
import { mostAttachments } from '../documents/document-attachments.ts';

/** To whom, copied to whom, or not at all. */
export const mailRoles = ['to', 'cc', 'none'] as const;

const mostAddresses = 20;

/** Of the files that go along, together: on their way they are a third larger, and many mail servers stop at 25 MB. */
export const mostMailedBytes = 15 * 1024 * 1024;

/** What is offered before an invoice goes out: a text in its own language, and the client's contacts. */
export const InvoiceMailDraft = z.object({
  /** How many times it will have been sent then. */
  nth: z.int(),
  subject: z.string(),
  body: z.string(),
  contacts: z.array(z.object({ name: z.string(), email: z.string(), send: z.enum(mailRoles) })),
  /** The files beside the document, which may go along. */
  attachments: z.array(Attachment),
});
export type InvoiceMailDraft = z.infer<typeof InvoiceMailDraft>;

export const InvoiceMail = z.object({
  nth: z.int(),
  sentTo: z.array(z.string()),
  copiedTo: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  by: z.string().nullable(),
  at: Instant,
  /** `waiting` also while it is tried again; `partial` when the mail server took it for some of them alone. */
  status: z.enum(['waiting', 'delivered', 'partial', 'failed']),
  /** What the mail server or the way to it said last. */
  lastError: z.string().nullable(),
  refused: z.array(z.string()),
  /** What went along with the PDF. */
  files: z.array(z.string()),
});
export type InvoiceMail = z.infer<typeof InvoiceMail>;

/** How a document goes out by mail, alike whatever it is. */
export const mailsOf = (path: string, view: Allow, edit: Allow) => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/:id/mails`,
    allow: view,
    input: ById,
    /** The last one first; `canMail` is false where no mail server is set up. */
    output: z.object({ canMail: z.boolean(), rows: z.array(InvoiceMail) }),
  }),
  draft: endpoint({
    method: 'GET',
    path: `${path}/:id/mail`,
    allow: edit,
    input: ById,
    output: InvoiceMailDraft,
  }),
  /** One message to all of them, with the PDF. `nth` is what the draft said: of two who send at once one does. */
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
      /** Which of the files beside the document go along with its PDF. */
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
