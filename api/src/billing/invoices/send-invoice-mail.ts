import type {
  InvoiceMail,
  InvoiceMailDraft,
  invoiceMails,
} from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoiceLetter } from '../../mail/letters.ts';
import { signed } from '../../mail/signed.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { offeredFiles } from '../documents/document-attachments.queries.ts';
import { filesToSend } from '../documents/attach-to-document.ts';
import { checkTurn, nextTime, offeredContacts, putInOutbox } from '../documents/document-mails.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import { keepFile } from './invoice-pdf.ts';
import { getInvoice } from './invoices.queries.ts';
import { mailed } from './invoice-mails.queries.ts';

const beside = { column: 'invoiceId' } as const;

/** Refuses STATE_NOT_ALLOWED for a draft, a void invoice and an opening balance. */
function checkSendable({ number, status, docKind }: Invoice): void {
  if (number === '' || status === 'void' || docKind === 'opening_invoice')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'sent' });
}

/** The mail that would be sent now, as a preview. Refuses NOT_FOUND, STATE_NOT_ALLOWED. */
export async function draftMail(db: Db, user: CurrentUser, id: string): Promise<InvoiceMailDraft> {
  const invoice = await getInvoice(db, user, id);
  checkSendable(invoice);
  const formats = documentFormats(invoice.docLocale, invoice.supplier?.country ?? '', invoice.currency);
  const letter = invoiceLetter(invoice.docLocale, {
    number: invoice.number,
    client: invoice.billTo.name,
    entity: invoice.supplier?.name ?? invoice.entity.label,
    amount: formats.money(invoice.payable),
    issueDate: formats.longDate(invoice.issueDate),
    dueDate: invoice.outstanding > 0 ? formats.longDate(invoice.dueDate) : null,
  });
  return {
    nth: await nextTime(db, mailed(id)),
    ...(await signed(db, invoice.docLocale, letter)),
    contacts: await offeredContacts(db, 'invoice', invoice.client.id),
    attachments: await offeredFiles(db, beside, id),
  };
}

/**
 * Puts one message to all recipients into the outbox and records what was sent. Refuses NOT_FOUND, STATE_NOT_ALLOWED,
 * MAIL_NOT_SET_UP, ALREADY_SENT when the invoice was sent after the draft of the mail was read, and as `filesToSend`.
 */
export async function sendInvoice(
  db: Db,
  user: CurrentUser,
  { id, attachmentIds, ...letter }: ParsedInputOf<typeof invoiceMails.send>,
  canMail: boolean,
): Promise<InvoiceMail> {
  const invoice = await getInvoice(db, user, id);
  checkSendable(invoice);
  await checkTurn(db, mailed(id), letter.nth, canMail);
  const files = await filesToSend(db, beside, id, attachmentIds);
  await keepFile(db, invoice);
  return putInOutbox(db, user, mailed(id), letter, {
    attached: { fileOf: id, fileName: fileNameOf(invoice.number) },
    files,
  });
}

/** Sends the proposed letter to the proposed contacts. Refuses as `sendInvoice`, and ADDRESSEE_REQUIRED when no contact is proposed. */
export async function sendUsualLetter(
  db: Db,
  user: CurrentUser,
  { id, nth }: { id: string; nth: number },
  canMail: boolean,
): Promise<InvoiceMail> {
  const { subject, body, contacts } = await draftMail(db, user, id);
  const thoseOf = (kind: 'to' | 'cc') =>
    contacts.filter((contact) => contact.send === kind).map(({ email }) => email);
  const sentTo = thoseOf('to');
  if (sentTo.length === 0) throw new Refusal('ADDRESSEE_REQUIRED');
  const letter = { id, nth, subject, body, sentTo, copiedTo: thoseOf('cc'), attachmentIds: [] };
  return sendInvoice(db, user, letter, canMail);
}
