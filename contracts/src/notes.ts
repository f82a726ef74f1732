import { z } from 'zod';
import { Instant, Uuid, Version, requiredText } from './fields.ts';
import type { UserType } from './permissions.ts';

/** A note that a person wrote about a record; it never changes. */
export const Note = z.object({ id: Uuid, body: z.string(), at: Instant, by: z.string().nullable() });
export type Note = z.infer<typeof Note>;

/** A note that its author can change and withdraw. */
export const OwnedNote = Note.extend({
  version: Version,
  editedAt: Instant.nullable(),
  /** Withdrawn by its author; the text is gone. */
  withdrawnAt: Instant.nullable(),
  isOwn: z.boolean(),
});
export type OwnedNote = z.infer<typeof OwnedNote>;

export const noteFields = { body: requiredText(5000) };

/** User types that read what is written for managers and above (docs/rules.md#notes-by-level). */
export const leadingTypes = ['super_admin', 'admin', 'manager'] as const satisfies UserType[];
