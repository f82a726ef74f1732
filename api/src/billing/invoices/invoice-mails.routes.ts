import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { implement } from '../../http/implement.ts';
import { draftMail, listMails, sendInvoice } from './invoice-mails.queries.ts';

export const invoiceMailsRoutes = implement(
  'invoice_mails',
  invoiceMails,
)({
  list: async ({ db, user, input, reply }) => ({
    canMail: reply.server.linkDelivery.mails,
    rows: await listMails(db, user, input.id),
  }),
  draft: ({ db, user, input }) => draftMail(db, user, input.id),
  send: ({ db, user, input, reply }) => sendInvoice(db, user, input, reply.server.linkDelivery.mails),
});
