import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { Instant, PlainDate } from '../../fields.ts';

/**
 * The kinds of work that wait in a restored firm (docs/rules.md#held-installation), as `held_kinds()` of the database has them. The settings
 * remote has texts for each under `heldWork.kinds.<kind>`.
 */
export const heldKinds = [
  'mails',
  'recurring_invoices',
  'recurring_tasks',
  'reminders',
  'statements',
  'cheques',
  'imports',
  'jobs',
  'hours',
  'notices',
  'backups',
] as const;
export type HeldKind = (typeof heldKinds)[number];

export const HeldWork = z.object({
  /** Null when nothing is held. */
  heldSince: Instant.nullable(),
  /** The kinds that are still held, in the order above. */
  kinds: z.array(
    z.object({
      kind: z.enum(heldKinds),
      /** What begins as soon as the kind is let go; for backups, 1 if the schedule is on. */
      count: z.int(),
      /** Since when the oldest of it waits, or was due. */
      oldest: PlainDate.nullable(),
    }),
  ),
  /** The numbers that the next invoices get, where recurring invoices are held: those that were given out after the copy come again. */
  nextNumbers: z.array(z.object({ entity: z.string(), number: z.string() })),
});
export type HeldWork = z.infer<typeof HeldWork>;

export const heldWork = {
  list: endpoint({
    method: 'GET',
    path: '/held-work',
    allow: forAdmins,
    input: z.object({}),
    output: HeldWork,
  }),
  /** Lets one kind of work go, for good. Refuses STATE_NOT_ALLOWED if it is not held. */
  letGo: endpoint({
    method: 'POST',
    path: '/held-work/let-go',
    allow: forAdmins,
    input: z.object({ kind: z.enum(heldKinds) }),
    output: HeldWork,
  }),
  /** Lets those of the kinds go of which nothing waits at this moment. The others are still held, and so in the answer. */
  letGoEmpty: endpoint({
    method: 'POST',
    path: '/held-work/let-go-empty',
    allow: forAdmins,
    input: z.object({ kinds: z.array(z.enum(heldKinds)).min(1).max(heldKinds.length) }),
    output: HeldWork,
  }),
};
