import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, Instant, MinorUnits, Uuid, Version } from '../../fields.ts';
import type { RefusalCode } from '../../refusals.ts';
import { openEndpoint } from '../../usual-endpoints.ts';

const jobKinds = ['issue', 'send', 'pdf'] as const;
const jobStatuses = ['waiting', 'running', 'done', 'cancelled'] as const;

/** The most invoices in one job: five list pages of 100. */
export const mostInJob = 500;

const InvoiceJob = z.object({
  id: Uuid,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  /** The person who started the job. */
  by: z.string(),
  at: Instant,
  /** The number of all invoices, and of each outcome. Invoices without an outcome are waiting, or the job was cancelled before them. */
  all: z.int(),
  done: z.int(),
  refused: z.int(),
  /** Invoices that were already issued or sent when the job came to them. */
  skipped: z.int(),
  /** Whether the collected PDFs can be downloaded. */
  hasFiles: z.boolean(),
});
export type InvoiceJob = z.infer<typeof InvoiceJob>;

const Item = z.object({
  invoiceId: Uuid,
  status: z.enum(['waiting', 'done', 'refused', 'skipped']),
  /** Null if the invoice has been deleted or is no longer in scope. */
  invoice: z
    .object({
      number: z.string(),
      version: Version,
      client: z.string(),
      currency: z.string(),
      payable: MinorUnits,
    })
    .nullable(),
  /** The refusal that the single command would have answered. */
  refusal: z
    .object({
      code: z.custom<RefusalCode>((code) => typeof code === 'string'),
      message: z.string(),
      fields: z.record(
        z.string(),
        z.array(
          z.object({
            code: z.string(),
            params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          }),
        ),
      ),
    })
    .nullable(),
});
export type InvoiceJobItem = z.infer<typeof Item>;

const InvoiceJobRecord = InvoiceJob.extend({
  /** The invoices in processing order: by date, earliest first. */
  items: z.array(Item),
});
export type InvoiceJobRecord = z.infer<typeof InvoiceJobRecord>;

const ids = z.array(Uuid).min(1).max(mostInJob);
const view = { method: 'GET', allow: 'invoices.view' } as const;

/** One command for many invoices. The server processes them one by one, each as the single command would for the person who started the job. */
export const invoiceJobs = {
  /** Issues the invoices, each at the version that the caller saw. */
  issue: endpoint({
    method: 'POST',
    path: '/invoice-jobs/issue',
    allow: 'invoices.add',
    input: z.object({
      invoices: z
        .array(z.strictObject({ id: Uuid, version: Version }))
        .min(1)
        .max(mostInJob),
    }),
    output: z.object({ id: Uuid }),
  }),
  /** Sends the standard mail to the contacts that a single mail would propose. */
  send: endpoint({
    method: 'POST',
    path: '/invoice-jobs/send',
    allow: 'invoices.edit',
    input: z.object({ ids }),
    output: z.object({ id: Uuid }),
  }),
  /** Collects the PDFs in one zip file. */
  pdf: endpoint({
    method: 'POST',
    path: '/invoice-jobs/pdf',
    allow: 'invoices.view',
    input: z.object({ ids }),
    output: z.object({ id: Uuid }),
  }),
  /** The caller's last twenty jobs, newest first. */
  list: endpoint({
    ...view,
    path: '/invoice-jobs',
    input: z.object({}),
    output: z.object({ rows: z.array(InvoiceJob) }),
  }),
  /** The caller's own job; admins may open any. */
  open: openEndpoint('/invoice-jobs', 'invoices.view', InvoiceJobRecord),
  /** Cancels the invoices that have not been processed. */
  cancel: endpoint({
    method: 'POST',
    path: '/invoice-jobs/:id/cancel',
    allow: 'invoices.view',
    input: ById,
    output: z.object({}),
  }),
  /** The collected PDFs of the invoices that are in the caller's scope now. */
  files: endpoint({
    ...view,
    path: '/invoice-jobs/:id/files',
    file: true,
    recorded: true,
    input: ById,
    output: fileOutput,
  }),
};
