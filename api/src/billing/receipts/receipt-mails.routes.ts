import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNoteMails, receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { DocumentMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { implement } from '../../http/implement.ts';
import type { Route } from '../../http/implement.ts';
import { listSent, sentCreditNotes, sentReceipts } from './receipt-mails.queries.ts';
import { draftToSend, sendDocument } from './send-receipt-mail.ts';
import type { Sent } from './receipt-mails.queries.ts';

const routesOf = <Document extends Receipt | CreditNote>(
  name: string,
  endpoints: DocumentMails,
  sent: Sent<Document>,
): Route[] =>
  implement(
    name,
    endpoints,
  )({
    list: async ({ db, user, input, reply }) => ({
      canMail: await reply.server.mail.canMail(db),
      rows: await listSent(db, user, sent, input.id),
    }),
    draft: ({ db, user, input }) => draftToSend(db, user, sent, input.id),
    send: async ({ db, user, input, reply }) =>
      sendDocument(db, user, sent, input, await reply.server.mail.canMail(db)),
  });

export const receiptMailsRoutes = [
  ...routesOf('receipt_mails', receiptMails, sentReceipts),
  ...routesOf('credit_note_mails', creditNoteMails, sentCreditNotes),
];
