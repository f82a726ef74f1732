import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { implement } from '../../http/implement.ts';
import { listMails } from './invoice-mails.queries.ts';
import { draftMail, sendInvoice } from './send-invoice-mail.ts';

export const invoiceMailsRoutes = implement(
  'invoice_mails',
  invoiceMails,
)({
  list: async ({ db, user, input, reply }) => ({
    canMail: await reply.server.mail.canMail(db),
    rows: await listMails(db, user, input.id),
  }),
  draft: ({ db, user, input }) => draftMail(db, user, input.id),
  send: async ({ db, user, input, reply }) =>
    sendInvoice(db, user, input, await reply.server.mail.canMail(db)),
});
