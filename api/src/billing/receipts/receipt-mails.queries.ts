import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { creditNoteLetter, receiptLetter } from '../../mail/letters.ts';
import { signed } from '../../mail/signed.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { creditNotePaper } from '../credit-notes/credit-note-pdf.ts';
import { getCreditNote } from '../credit-notes/credit-notes.queries.ts';
import { mailsOf } from '../documents/document-mails.ts';
import { issuerOf } from '../documents/issuer.ts';
import { partyOf, receiptPaper } from './receipt-pdf.ts';
import { getReceipt } from './receipts.queries.ts';

/** A kind of document whose PDF is rendered for each mail; the mail stores the file that was sent. */
export interface Sent<Document> {
  kind: 'receipt' | 'creditNote';
  column: 'receiptId' | 'creditNoteId';
  /** Refuses NOT_FOUND. */
  get: (db: Db, user: CurrentUser, id: string) => Promise<Document>;
  /** Null if the document may be sent, otherwise the status that prevents it. */
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
    const letter = receiptLetter(docLocale, {
      number,
      client: (await partyOf(db, receipt)).name,
      entity: issuer.name,
      amount: formats.money(receipt.amount || receipt.withheld),
      date: formats.longDate(receipt.receiptDate),
    });
    return signed(db, docLocale, letter);
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
    const letter = creditNoteLetter(docLocale, {
      number,
      client: note.billTo.name,
      entity: issuer.name,
      amount: formats.money(note.total),
      date: formats.longDate(note.issueDate),
    });
    return signed(db, docLocale, letter);
  },
};

export type Sendable = Receipt | CreditNote;

/** The mails of a document, latest first. Refuses NOT_FOUND. */
export async function listSent<Document extends Sendable>(
  db: Db,
  user: CurrentUser,
  sent: Sent<Document>,
  id: string,
): Promise<InvoiceMail[]> {
  await sent.get(db, user, id);
  return mailsOf(db, { kind: sent.kind, id });
}
