import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { Reference, Uuid, text } from './fields.ts';

/** What pickers read: id and label of what the caller may see, active ones only; the one way around an entity's key (docs/rules.md#lookups). */
export const lookupKinds = kindsWith('lookup');
export type LookupKind = KindWith<'lookup'>;

/**
 * `more` is what a form fills in when the choice is made (a service's price and tax, a client's currency); a category's checklist
 * and description, which are long, only when it is asked for by its id.
 */
export const LookupRow = Reference.extend({ more: z.record(z.string(), z.unknown()) });
export type LookupRow = z.infer<typeof LookupRow>;

export const lookups = {
  find: endpoint({
    method: 'GET',
    path: '/lookups/:kind',
    allow: 'signedIn',
    input: z.object({
      kind: z.enum(lookupKinds),
      q: text(200).optional(),
      /** Tax codes: those that this billing entity uses, the usual one first. */
      entityId: Uuid.optional(),
      /** The label of one that is already chosen, inactive or not. */
      id: Uuid.optional(),
    }),
    output: z.array(LookupRow),
  }),
};
