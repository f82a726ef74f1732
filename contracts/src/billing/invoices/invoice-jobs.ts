import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, Instant, MinorUnits, Uuid, Version } from '../../fields.ts';
import type { RefusalCode } from '../../refusals.ts';
import { openEndpoint } from '../../usual-endpoints.ts';

const jobKinds = ['issue', 'send', 'pdf'] as const;
const jobStatuses = ['waiting', 'running', 'done', 'cancelled'] as const;

/** Five pages of a hundred. */
export const mostInJob = 500;

const InvoiceJob = z.object({
  id: Uuid,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  /** Who asked for it. */
  by: z.string(),
  at: Instant,
  /** How many there are, and what came of them; the others wait, or were not tried when it was cancelled. */
  all: z.int(),
  done: z.int(),
  refused: z.int(),
  /** Were so already: issued, or sent since the person looked. */
  skipped: z.int(),
  /** The collected PDFs can be had. */
  hasFiles: z.boolean(),
});
export type InvoiceJob = z.infer<typeof InvoiceJob>;

const Item = z.object({
  invoiceId: Uuid,
  status: z.enum(['waiting', 'done', 'refused', 'skipped']),
  /** Null when the invoice is gone or no longer in scope. */
  invoice: z
    .object({
      number: z.string(),
      version: Version,
      client: z.string(),
      currency: z.string(),
      payable: MinorUnits,
    })
    .nullable(),
  /** As the single command would have been answered. */
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
  /** In the order in which they are done: by their dates, the earliest first. */
  items: z.array(Item),
});
export type InvoiceJobRecord = z.infer<typeof InvoiceJobRecord>;

const ids = z.array(Uuid).min(1).max(mostInJob);
const view = { method: 'GET', allow: 'invoices.view' } as const;

/** One step for many invoices, done by the server one after the other; each as its single command would, by who asked. */
export const invoiceJobs = {
  /** Each at the version that was seen. */
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
  /** The usual letter, to the contacts whom it is offered to. */
  send: endpoint({
    method: 'POST',
    path: '/invoice-jobs/send',
    allow: 'invoices.edit',
    input: z.object({ ids }),
    output: z.object({ id: Uuid }),
  }),
  /** Collects the PDFs, to be had as one zip. */
  pdf: endpoint({
    method: 'POST',
    path: '/invoice-jobs/pdf',
    allow: 'invoices.view',
    input: z.object({ ids }),
    output: z.object({ id: Uuid }),
  }),
  /** One's own, the last twenty, newest first. */
  list: endpoint({
    ...view,
    path: '/invoice-jobs',
    input: z.object({}),
    output: z.object({ rows: z.array(InvoiceJob) }),
  }),
  /** One's own; an admin's scope is all of them. */
  open: openEndpoint('/invoice-jobs', 'invoices.view', InvoiceJobRecord),
  /** What was not begun is not done. */
  cancel: endpoint({
    method: 'POST',
    path: '/invoice-jobs/:id/cancel',
    allow: 'invoices.view',
    input: ById,
    output: z.object({}),
  }),
  /** Of what is in scope now. */
  files: endpoint({ ...view, path: '/invoice-jobs/:id/files', file: true, input: ById, output: fileOutput }),
};
