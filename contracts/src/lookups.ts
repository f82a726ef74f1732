import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { Reference, Uuid, text } from './fields.ts';

/**
 * The kinds that pickers offer: id and label of the active records in the caller's scope. Lookups are the only reads
 * that do not need the permission for the kind (docs/rules.md#lookups).
 */
export const lookupKinds = kindsWith('lookup');
export type LookupKind = KindWith<'lookup'>;

/**
 * `more` has the values that a form fills in after the choice, such as a service's price and tax, or a client's
 * currency. The checklist and description of a category are long, so they are sent only if the category is requested by
 * id.
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
      /** For tax codes: only those that this billing entity uses, its default first. */
      entityId: Uuid.optional(),
      /** Requests the label of a chosen record, even if it is inactive. */
      id: Uuid.optional(),
      /** For people: also those who have left, after the others. A filter finds by them what they still hold. */
      former: z.stringbool().optional(),
    }),
    output: z.array(LookupRow),
  }),
};
