import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Uuid, Version } from '../../fields.ts';
import { Client } from './clients.ts';
import { mostOfClient } from './most-of-client.ts';

/** What a merge moves to the client that stays. */
export const movedKinds = [
  'contacts',
  'addresses',
  'registrations',
  'tasks',
  'recurring_tasks',
  'recurring_invoices',
  'subscriptions',
  'pending_invoices',
  'expenses',
  'client_files',
  'client_documents',
  'client_notes',
  'enquiries',
  'follow_ups',
  'mails',
  'statement_schedules',
] as const;
export type MovedKind = (typeof movedKinds)[number];

/**
 * What keeps a client from being merged into another: the documents of its billing, a group that it pays for, and packages
 * that both have at once.
 */
export const keptKinds = [
  'invoices',
  'proformas',
  'credit_notes',
  'receipts',
  'postdated_cheques',
  'opening_balances',
  'certificates',
  'promises',
  'reminders',
  'ledger',
  'client_groups',
  'same_packages',
] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Of what a client may have only so much. */
const limitedParts = Object.keys(mostOfClient) as (keyof typeof mostOfClient)[];

const countOf = <Kind extends string>(kinds: readonly Kind[]) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.int() }));

export const MergePreview = z.object({
  other: Client.pick({ id: true, version: true, code: true, name: true, group: true }),
  moves: countOf(movedKinds),
  /** Documents of the other client, which stay with it, so that it cannot go. */
  keeps: countOf(keptKinds),
  /** Whether the currencies of the two clients differ: what waits to be billed is in the client's currency. */
  hasOtherCurrency: z.boolean(),
  /** Of what the two clients together have more than a client may have. */
  tooMany: z.array(z.enum(limitedParts)),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const canMerge = ({ keeps, hasOtherCurrency, tooMany }: MergePreview): boolean =>
  keeps.length === 0 && !hasOtherCurrency && tooMany.length === 0;

export const clientMerge = {
  /** What merging the other client into this one would move, and what prevents it. */
  preview: endpoint({
    method: 'GET',
    path: '/clients/:id/merge',
    allow: 'clients.delete',
    input: ById.extend({ otherId: Uuid }),
    output: MergePreview,
  }),
  /**
   * Merges the other client into this one, which must be active: what was kept and planned for the other moves here, empty fields are
   * filled from it, and its code and address lead here. It cannot be undone. Refused by what the preview tells.
   */
  merge: endpoint({
    method: 'POST',
    path: '/clients/:id/merge',
    allow: 'clients.delete',
    versioned: true,
    input: ById.extend({ otherId: Uuid, otherVersion: Version }),
    output: Client,
  }),
};
