import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Instant, MinorUnits, Reference, Uuid } from '../../fields.ts';
import { pageOf, several } from '../../lists.ts';
import type { Permission } from '../../permissions.ts';

/** The kinds of events of a client, each with the permissions that show it: one of them is enough (docs/rules.md#timeline-of-a-client). */
export const timelineKinds = {
  change: ['clients.view'],
  note: ['clients.view'],
  file: ['clients.view'],
  document: ['clients.view'],
  task: ['tasks.view'],
  recurring_task: ['recurring_tasks.create', 'recurring_tasks.edit', 'recurring_tasks.delete'],
  enquiry: [
    'enquiries.add',
    'enquiries.edit',
    'enquiries.delete',
    'enquiries.update_status',
    'enquiries.convert',
  ],
  follow_up: ['followup.history', 'followup.follow_up'],
  invoice: ['invoices.view'],
  recurring_invoice: ['recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete'],
  proforma: ['invoices.view'],
  receipt: ['receipts.view'],
  credit_note: ['credit_notes.add', 'credit_notes.edit'],
  /** Each mail is shown to who may open what it is about. */
  mail: [
    'invoices.view',
    'receipts.view',
    'credit_notes.add',
    'credit_notes.edit',
    'followup.follow_up',
    'reports.client_ledgers',
  ],
} as const satisfies Record<string, readonly Permission[]>;
export type TimelineKind = keyof typeof timelineKinds;
export const timelineKindNames = Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]];

/** What happened to it. */
export const timelineSteps = [
  'created',
  'edited',
  'deactivated',
  'reactivated',
  'completed',
  'issued',
  'voided',
  'reversed',
  'refunded',
  'sent',
  'logged',
] as const;

export const TimelineEvent = z.object({
  /** Unique within the timeline. */
  id: z.string(),
  kind: z.enum(timelineKindNames),
  step: z.enum(timelineSteps),
  at: Instant,
  by: Reference.nullable(),
  /** The number or title of the record, the text of a note, or the addressees of a mail. */
  label: z.string().nullable(),
  /** Null without an amount, and if the caller may not see amounts. */
  amount: MinorUnits.nullable(),
  currency: z.string().nullable(),
  /** The record that opens from it. */
  record: z
    .object({
      kind: z.enum([
        'task',
        'recurring_task',
        'recurring_invoice',
        'enquiry',
        'invoice',
        'proforma',
        'receipt',
        'credit_note',
        'client_document',
        'follow_up',
      ]),
      id: Uuid,
    })
    .nullable(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const clientTimeline = {
  /** Everything that happened for a client and that the caller may see, newest first. */
  list: endpoint({
    method: 'GET',
    path: '/clients/:id/timeline',
    allow: 'clients.view',
    input: ById.extend({
      cursor: z.string().max(1000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
      filter: z
        .strictObject({ kind: several(z.enum(timelineKindNames)) })
        .partial()
        .default({}),
    }),
    output: pageOf(TimelineEvent),
  }),
};
