import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ById, Email, Instant, Uuid, requiredText } from '../fields.ts';
import { Attachment } from '../files.ts';
import { mostAttachments } from './document-attachments.ts';

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
  state: z.enum(['waiting', 'delivered', 'partial', 'failed']),
  /** What the mail server or the way to it said last. */
  lastError: z.string().nullable(),
  refused: z.array(z.string()),
  /** What went along with the PDF. */
  files: z.array(z.string()),
});
export type InvoiceMail = z.infer<typeof InvoiceMail>;

/** `nth` is what the draft said: of two who send at once one does. */
export const mailFields = {
  nth: z.int().min(1).max(1000),
  sentTo: z.array(Email).min(1).max(mostAddresses),
  copiedTo: z.array(Email).max(mostAddresses).default([]),
  subject: requiredText(200).transform((subject) => subject.replaceAll(/\s+/g, ' ')),
  body: requiredText(10_000),
  /** Which of the files beside the document go along with its PDF. */
  attachmentIds: z.array(Uuid).max(mostAttachments).default([]),
};

export const invoiceMails = {
  list: endpoint({
    method: 'GET',
    path: '/invoices/:id/mails',
    allow: 'invoices.view',
    input: ById,
    /** The last one first; `canMail` is false where no mail server is set up. */
    output: z.object({ canMail: z.boolean(), rows: z.array(InvoiceMail) }),
  }),
  draft: endpoint({
    method: 'GET',
    path: '/invoices/:id/mail',
    allow: 'invoices.edit',
    input: ById,
    output: InvoiceMailDraft,
  }),
  /** One message to all of them, with the PDF. */
  send: endpoint({
    method: 'POST',
    path: '/invoices/:id/mails',
    allow: 'invoices.edit',
    input: ById.extend(mailFields),
    output: InvoiceMail,
  }),
};
