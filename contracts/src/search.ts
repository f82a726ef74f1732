import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { Uuid, text } from './fields.ts';

export const foundKinds = kindsWith('searched');
export type FoundKind = KindWith<'searched'>;

export const Found = z.object({
  kind: z.enum(foundKinds),
  id: Uuid,
  /** The number or name; empty for a draft, which has no number. */
  label: z.string(),
  /** Distinguishes records with the same name: the client, a number, a user type. */
  detail: z.string(),
  /** The amount of the record, if it was found by amount. */
  amount: z.object({ minor: z.int(), currency: z.string() }).nullish(),
});
export type Found = z.infer<typeof Found>;

/**
 * Ctrl/⌘ K: searches by name, number, phone, mail and amount. Each kind needs its own permission, is limited to the
 * caller's scope, and returns at most five records.
 */
export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    allow: 'signedIn',
    input: z.object({ q: text(100) }),
    output: z.object({
      rows: z.array(Found),
      /** Kinds whose search ran out of time: their results may be incomplete. */
      late: z.array(z.enum(foundKinds)),
    }),
  }),
};
