import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileOutput } from '../file-output.ts';
import { ById, Instant, Reference, Uuid } from '../fields.ts';
import { exportFormat, listQuery, ListTotal, pageOf, several } from '../lists.ts';
import type { RefusalCode } from '../refusals.ts';
import { listEndpoints, openEndpoint } from '../usual-endpoints.ts';

/** What a job does with each of its items. The settings remote has a text for each under `job.kinds.<kind>`. */
export const jobKinds = [
  'invoice_issue',
  'invoice_send',
  'invoice_pdf',
  'reminder_send',
  'statement',
  'certificate_request',
  'client_change',
  'client_deactivate',
  'client_undo',
  'package_apply',
  'package_change',
  'price_rise',
  'price_rise_undo',
  'price_rise_letter',
  'client_import',
  'client_import_undo',
  'enquiry_import',
  'enquiry_import_undo',
  'opening_import',
  'opening_import_undo',
] as const;
export type JobKindName = (typeof jobKinds)[number];

export const jobStatuses = ['waiting', 'running', 'done', 'cancelled'] as const;
export const jobItemStatuses = ['waiting', 'done', 'refused', 'skipped'] as const;

export const Job = z.object({
  id: Uuid,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  /** The person who started the job. */
  by: z.string(),
  at: Instant,
  endedAt: Instant.nullable(),
  /** The number of all items, and of each outcome. Items without an outcome are waiting, or the job was cancelled before them. */
  all: z.int(),
  done: z.int(),
  refused: z.int(),
  /** Items that were already as they should become when the job came to them. */
  skipped: z.int(),
  /** Whether the collected files can be downloaded. */
  hasFiles: z.boolean(),
});
export type Job = z.infer<typeof Job>;

/** The refusal that the single command would have answered. */
export const JobRefusal = z.object({
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
});

export const JobItem = z.object({
  /** The number of the item in its job, as its id. */
  id: z.string(),
  status: z.enum(jobItemStatuses),
  /** The record that the item is about; null if it was deleted or is no longer in scope. */
  subject: z
    .object({
      kind: z.enum(['invoice', 'client', 'recurring_invoice']),
      id: Uuid,
      name: z.string(),
      client: z.string(),
    })
    .nullable(),
  entity: Reference.nullable(),
  refusal: JobRefusal.nullable(),
  /** The record that the item created, such as the mail to a client. */
  made: Uuid.nullable(),
  /** Whether the item left a file, which is also in the zip file of the job. */
  hasFile: z.boolean(),
  doneAt: Instant.nullable(),
});
export type JobItem = z.infer<typeof JobItem>;

const ListQuery = listQuery(['-at', 'at'], {
  kind: several(z.enum(jobKinds)),
  status: several(z.enum(jobStatuses)),
  /** Only jobs with a refused item. */
  hasRefusals: z.stringbool(),
});

const ItemQuery = listQuery(['no', '-no'], { status: several(z.enum(jobItemStatuses)) }).extend({ id: Uuid });
const items = { method: 'GET', allow: 'signedIn', input: ItemQuery } as const;

/** What a person has started for many records. A job runs whether or not anybody watches. */
export const jobs = {
  /** The caller's own jobs of the last 90 days. */
  ...listEndpoints('/jobs', 'signedIn', { query: ListQuery, row: Job, total: ListTotal }),
  /** The caller's own job; admins may open any. */
  open: openEndpoint('/jobs', 'signedIn', Job),
  /** The items of a job, in processing order. */
  items: endpoint({ ...items, path: '/jobs/:id/items', output: pageOf(JobItem) }),
  itemsTotal: endpoint({ ...items, path: '/jobs/:id/items/total', output: ListTotal }),
  itemsExport: endpoint({
    ...items,
    path: '/jobs/:id/items/export',
    file: true,
    input: ItemQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  /** Cancels the items that have not been processed. */
  cancel: endpoint({
    method: 'POST',
    path: '/jobs/:id/cancel',
    allow: 'signedIn',
    input: ById,
    output: z.object({}),
  }),
  /** The collected files of the items that are in the caller's scope now, in one zip file. */
  files: endpoint({
    method: 'GET',
    path: '/jobs/:id/files',
    allow: 'signedIn',
    file: true,
    recorded: true,
    input: ById,
    output: fileOutput,
  }),
};
