import { z } from 'zod';
import { Instant, Uuid, requiredText } from './fields.ts';

/** A note that a person wrote about a record; it never changes. */
export const Note = z.object({ id: Uuid, body: z.string(), at: Instant, by: z.string().nullable() });
export type Note = z.infer<typeof Note>;

export const noteFields = { body: requiredText(5000) };
