import { z } from 'zod';
import { endpoint, userTypeOf } from '../../endpoint.ts';
import { ById, PlainDate, Reference, Version, requiredText } from '../../fields.ts';
import { Client } from './clients.ts';

/** What is removed with everything it says. */
export const goneKinds = [
  'contacts',
  'sharedContacts',
  'addresses',
  'registrations',
  'notes',
  'files',
  'documents',
  'clientMails',
  'drafts',
  'cheques',
  'taskNotes',
  'checklistItems',
  'schedules',
] as const;

/** What stays for its dates and figures, and loses its texts. */
export const emptiedKinds = [
  'documentMails',
  'payerReminders',
  'followUps',
  'tasks',
  'series',
  'timeEntries',
  'enquiries',
] as const;

/** What the law keeps as it is, besides the audit log. */
export const keptKinds = [
  'invoices',
  'creditNotes',
  'receipts',
  'proformas',
  'expenses',
  'certificates',
  'entries',
] as const;

/** What is still open with a client, so that its data cannot be erased yet. */
export const erasureObstacles = [
  'invoices',
  'receipts',
  'credit_notes',
  'postdated_cheques',
  'pending_invoices',
  'expenses',
  'recurring_tasks',
  'recurring_invoices',
  'tasks',
  'client_groups',
  'jobs',
  'imports',
] as const;

const counted = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.int() }));

export const ErasurePreview = z.object({
  /** The version of the client that the preview describes. */
  version: Version,
  obstacles: counted(erasureObstacles),
  gone: counted(goneKinds),
  emptied: counted(emptiedKinds),
  kept: counted(keptKinds),
  /**
   * How long the issued documents of each billing entity have to be kept: at least so many years from the end of the fiscal year of
   * the last one. Null if Daybook does not know the law of its country.
   */
  terms: z.array(z.object({ entity: Reference, years: z.int().nullable(), lastOn: PlainDate })),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

export const clientErasure = {
  /** What an erasure would remove, empty and keep, and what is in its way. Refuses NOT_FOUND. */
  preview: endpoint({
    method: 'GET',
    path: '/clients/:id/erasure',
    allow: userTypeOf('super_admin'),
    input: ById,
    output: ErasurePreview,
  }),
  /**
   * Erases the client for ever; issued documents, the books and the audit log stay. Refuses NOT_FOUND, VERSION_CONFLICT,
   * CLIENT_ERASED, CODE_DIFFERS on `code`, and CLIENT_NOT_SETTLED with what is still open in `obstacles`.
   */
  erase: endpoint({
    method: 'POST',
    path: '/clients/:id/erasure',
    allow: userTypeOf('super_admin'),
    versioned: true,
    input: ById.extend({
      /** The code of the client, typed in. */
      code: requiredText(40),
      reason: requiredText(500),
    }),
    output: Client,
  }),
};
