import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { Refusal } from '@daybook/contracts/refusals';
import { implement } from '../../http/implement.ts';
import { sendJobFiles } from '../../jobs/job-files.ts';
import { cancelJob } from '../../jobs/request-job.ts';
import { listInvoiceJobs, openInvoiceJob, theirInvoiceJob } from './invoice-jobs.queries.ts';
import { makeInvoiceJob } from './request-invoice-job.ts';

export const invoiceJobsRoutes = implement(
  'invoice_jobs',
  invoiceJobs,
)({
  issue: ({ db, user, input }) => makeInvoiceJob(db, user, 'issue', input.invoices),
  send: async ({ db, user, input, reply }) => {
    if (!(await reply.server.mail.canMail(db))) throw new Refusal('MAIL_NOT_SET_UP');
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
    await theirInvoiceJob(db, user, input.id);
    await cancelJob(db, user, input.id);
    return {};
  },
  files: async ({ db, user, input, reply }) => {
    await theirInvoiceJob(db, user, input.id);
    return sendJobFiles(db, user, input.id, { name: 'invoices', reply });
  },
});
