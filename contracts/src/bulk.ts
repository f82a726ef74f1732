import { z } from 'zod';
import { Uuid, Version } from './fields.ts';

/** The most records of one call; the screen splits a larger selection. */
export const mostInBulk = 100;

/** The chosen records, each at the version that the caller saw. */
export const Chosen = z
  .array(z.strictObject({ id: Uuid, version: Version }))
  .min(1)
  .max(mostInBulk);

const Outcome = z.object({
  id: Uuid,
  outcome: z.enum(['changed', 'same', 'refused']),
  /** The record's new version; absent if it was refused. */
  version: Version.optional(),
  refused: z.object({ code: z.string(), message: z.string() }).optional(),
});
/** What a change of many records did to one of them. */
export type Outcome = z.infer<typeof Outcome>;

export const Outcomes = z.object({ results: z.array(Outcome) });
