import type {
  DocumentMails,
  InvoiceMail,
  InvoiceMailDraft,
} from '@daybook/contracts/billing/invoices/invoice-mails';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf } from '../../files/file-content.ts';
import { offeredFiles } from '../documents/document-attachments.queries.ts';
import { filesToSend } from '../documents/attach-to-document.ts';
import { checkTurn, nextTime, offeredContacts, putInOutbox } from '../documents/document-mails.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import type { Sent, Sendable } from './receipt-mails.queries.ts';

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED for a document that may not be sent. */
async function getSendable<Document extends Sendable>(
  db: Db,
  user: CurrentUser,
  sent: Sent<Document>,
  id: string,
): Promise<Document> {
  const document = await sent.get(db, user, id);
  const from = sent.hinders(document);
  if (from !== null) throw new Refusal('STATE_NOT_ALLOWED', { from, to: 'sent' });
  return document;
}

/** The mail that would be sent now, as a preview. Refuses NOT_FOUND, STATE_NOT_ALLOWED. */
export async function draftToSend<Document extends Sendable>(
  db: Db,
  user: CurrentUser,
  sent: Sent<Document>,
  id: string,
): Promise<InvoiceMailDraft> {
  const document = await getSendable(db, user, sent, id);
  return {
    nth: await nextTime(db, { kind: sent.kind, id }),
    ...(await sent.letter(db, document)),
    contacts: await offeredContacts(db, sent.kind, document.client.id),
    attachments: await offeredFiles(db, sent, id),
  };
}

/** As `sendInvoice`. */
export async function sendDocument<Document extends Sendable>(
  db: Db,
  user: CurrentUser,
  sent: Sent<Document>,
  { id, attachmentIds, ...letter }: ParsedInputOf<DocumentMails['send']>,
  canMail: boolean,
): Promise<InvoiceMail> {
  const document = await getSendable(db, user, sent, id);
  const mailed = { kind: sent.kind, id };
  await checkTurn(db, mailed, letter.nth, canMail);
  const files = await filesToSend(db, sent, id, attachmentIds);
  const sha256 = await keepPdf(db, await sent.paper(db, document));
  return putInOutbox(db, user, mailed, letter, {
    files: [{ name: fileNameOf(document.number), sha256 }, ...files],
  });
}
