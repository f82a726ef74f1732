import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type {
  DocumentMails,
  InvoiceMail,
  InvoiceMailDraft,
} from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf } from '../../files/file-content.ts';
import { creditNoteLetter, receiptLetter } from '../../mail/letters.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { creditNotePaper } from '../credit-notes/credit-note-pdf.ts';
import { getCreditNote } from '../credit-notes/credit-notes.queries.ts';
import { filesToSend, offeredFiles } from '../documents/document-attachments.queries.ts';
import { checkTurn, mailsOf, nextTime, offeredContacts, putInOutbox } from '../documents/document-mails.ts';
import { issuerOf } from '../documents/issuer.ts';
import { fileNameOf } from '../documents/send-pdf.ts';
import { partyOf, receiptPaper } from './receipt-pdf.ts';
import { getReceipt } from './receipts.queries.ts';

/** A kind of document whose paper is made anew each time it goes out; the message keeps what went. */
export interface Sent<Document> {
  kind: 'receipt' | 'creditNote';
  column: 'receiptId' | 'creditNoteId';
  /** Refuses NOT_FOUND. */
  get: (db: Db, user: CurrentUser, id: string) => Promise<Document>;
  /** Null while it stands and may go out; else what keeps it. */
  hinders: (document: Document) => string | null;
  letter: (db: Db, document: Document) => Promise<{ subject: string; body: string }>;
  paper: (db: Db, document: Document) => Promise<Uint8Array>;
}

export const sentReceipts: Sent<Receipt> = {
  kind: 'receipt',
  column: 'receiptId',
  get: getReceipt,
  hinders: ({ mode, status }) => {
    if (mode === 'opening') return mode;
    return status === 'bounced' || status === 'reversed' ? status : null;
  },
  paper: receiptPaper,
  async letter(db, receipt) {
    const { docLocale, currency, number } = receipt;
    const issuer = await issuerOf(db, receipt.entity.id, null);
    const formats = documentFormats(docLocale, issuer.country, currency);
    return receiptLetter(docLocale, {
      number,
      client: (await partyOf(db, receipt)).name,
      entity: issuer.name,
      amount: formats.money(receipt.amount || receipt.withheld),
      date: formats.longDate(receipt.receiptDate),
    });
  },
};

export const sentCreditNotes: Sent<CreditNote> = {
  kind: 'creditNote',
  column: 'creditNoteId',
  get: getCreditNote,
  hinders: ({ status }) => (status === 'draft' || status === 'void' ? status : null),
  paper: creditNotePaper,
  async letter(db, note) {
    const { docLocale, currency, number } = note;
    const issuer = await issuerOf(db, note.entity.id, note.supplier);
    const formats = documentFormats(docLocale, issuer.country, currency);
    return creditNoteLetter(docLocale, {
      number,
      client: note.billTo.name,
      entity: issuer.name,
      amount: formats.money(note.total),
      date: formats.longDate(note.issueDate),
    });
  },
};

type Sendable = Receipt | CreditNote;

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED for what does not stand. */
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

/** What went out of a document, the last one first. Refuses NOT_FOUND. */
export async function listSent<Document extends Sendable>(
  db: Db,
  user: CurrentUser,
  sent: Sent<Document>,
  id: string,
): Promise<InvoiceMail[]> {
  await sent.get(db, user, id);
  return mailsOf(db, { kind: sent.kind, id });
}

/** What would go out now, to be looked at first. Refuses NOT_FOUND, STATE_NOT_ALLOWED. */
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
