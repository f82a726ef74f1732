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
  /** Number or name; empty for a draft, which has no number. */
  label: z.string(),
  /** What tells it from others of that name: the client, a number, a type of user. */
  detail: z.string(),
  /** What it is for, where it was found by that. */
  amount: z.object({ minor: z.int(), currency: z.string() }).nullish(),
});
export type Found = z.infer<typeof Found>;

/** Ctrl/⌘ K: by name, number, phone, mail, amount. Each kind only under its own key, cut by scope, five at most. */
export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    allow: 'signedIn',
    input: z.object({ q: text(100) }),
    output: z.object({
      rows: z.array(Found),
      /** Kinds that were not searched to the end in the time there is: what is found of them may not be all. */
      late: z.array(z.enum(foundKinds)),
    }),
  }),
};
