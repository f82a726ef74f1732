import { z } from 'zod';
import { Instant, Reference, Version } from '../../fields.ts';
import { Note } from '../../notes.ts';
import type { UserType } from '../../permissions.ts';

/** Who reads a note of a task, of those who see the task; its author always does. */
export const noteLevels = ['everyone', 'reviewer_up', 'manager_up', 'author'] as const;
export type NoteLevel = (typeof noteLevels)[number];
export const NoteLevel = z.enum(noteLevels);

/** Who leads the firm's work reads what is between them and the reviewer. */
export const leadingTypes = ['super_admin', 'admin', 'manager'] as const satisfies UserType[];

interface Reader {
  id: string;
  userType: UserType;
}

interface LevelledNote {
  level: NoteLevel;
  authorId: string | null;
  /** Of its task. */
  reviewerId: string | null;
  assigneeIds: readonly string[];
}

/** Whether a person who sees the task reads its note; who does the work is whom a reviewer writes about. */
export function readsNote(
  { level, authorId, reviewerId, assigneeIds }: LevelledNote,
  { id, userType }: Reader,
): boolean {
  if (level === 'everyone' || authorId === id) return true;
  if (level === 'author') return false;
  const leads = leadingTypes.some((type) => type === userType);
  return leads || (level === 'reviewer_up' && reviewerId === id && !assigneeIds.includes(id));
}

/** The text names a person by their id, `@[id]`, so that they keep their name of today. */
const mention = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;
export const mentionOf = (id: string): string => `@[${id}]`;
export const mentionedIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mention)].map(([, id = '']) => id)),
];
/** The text in its parts: what was written, and whom it names between. */
export function partsOfBody(body: string): ({ text: string } | { mentioned: string })[] {
  return body
    .split(mention)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { mentioned: part }))
    .filter((part) => !('text' in part) || part.text !== '');
}

export const TaskNote = Note.extend({
  version: Version,
  level: NoteLevel,
  /** Whom the text names. */
  mentions: z.array(Reference),
  editedAt: Instant.nullable(),
  /** Taken back by its author: it has no text any more. */
  withdrawnAt: Instant.nullable(),
  isOwn: z.boolean(),
});
export type TaskNote = z.infer<typeof TaskNote>;
