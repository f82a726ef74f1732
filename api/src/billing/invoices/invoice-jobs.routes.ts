import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { Refusal } from '@daybook/contracts/refusals';
import { implement } from '../../http/implement.ts';
import { listInvoiceJobs, openInvoiceJob } from './invoice-jobs.queries.ts';
import { cancelInvoiceJob, makeInvoiceJob } from './request-invoice-job.ts';
import { sendJobFiles } from './invoice-job-files.ts';

export const invoiceJobsRoutes = implement(
  'invoice_jobs',
  invoiceJobs,
)({
  issue: ({ db, user, input }) => makeInvoiceJob(db, user, 'issue', input.invoices),
  send: ({ db, user, input, reply }) => {
    if (!reply.server.linkDelivery.mails) throw new Refusal('MAIL_NOT_SET_UP');
    return makeInvoiceJob(
      db,
      user,
      'send',
      input.ids.map((id) => ({ id })),
    );
  },
  pdf: ({ db, user, input }) =>
    makeInvoiceJob(
      db,
      user,
      'pdf',
      input.ids.map((id) => ({ id })),
    ),
  list: async ({ db, user }) => ({ rows: await listInvoiceJobs(db, user) }),
  open: ({ db, user, input, language }) => openInvoiceJob(db, user, input.id, language),
  cancel: async ({ db, user, input }) => {
    await cancelInvoiceJob(db, user, input.id);
    return {};
  },
  files: ({ db, user, input, reply }) => sendJobFiles(db, user, input.id, reply),
});
