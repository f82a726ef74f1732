import { z } from 'zod';
import { Reference } from '../../fields.ts';
import { OwnedNote, leadingTypes } from '../../notes.ts';
import type { UserType } from '../../permissions.ts';

/** Which of the people who see a task read a note on it. The author always does. */
export const noteLevels = ['everyone', 'reviewer_up', 'manager_up', 'author'] as const;
export type NoteLevel = (typeof noteLevels)[number];
export const NoteLevel = z.enum(noteLevels);

interface Reader {
  id: string;
  userType: UserType;
}

interface LevelledNote {
  level: NoteLevel;
  authorId: string | null;
  /** The reviewer of the task. */
  reviewerId: string | null;
  assigneeIds: readonly string[];
}

/**
 * Whether a person who sees the task reads its note. An assignee never reads `reviewer_up` notes, even as the reviewer,
 * because they are about the assignees' work; leading user types do.
 */
export function readsNote(
  { level, authorId, reviewerId, assigneeIds }: LevelledNote,
  { id, userType }: Reader,
): boolean {
  if (level === 'everyone' || authorId === id) return true;
  if (level === 'author') return false;
  const leads = leadingTypes.some((type) => type === userType);
  return leads || (level === 'reviewer_up' && reviewerId === id && !assigneeIds.includes(id));
}

/** A mention is stored as `@[id]`, so that it always shows the person's current name. */
const mention = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;
export const mentionOf = (id: string): string => `@[${id}]`;
export const mentionedIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mention)].map(([, id = '']) => id)),
];
/** Splits the text into plain parts and mentions. */
export function partsOfBody(body: string): ({ text: string } | { mentioned: string })[] {
  return body
    .split(mention)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { mentioned: part }))
    .filter((part) => !('text' in part) || part.text !== '');
}

export const TaskNote = OwnedNote.extend({
  level: NoteLevel,
  /** The people whom the text mentions. */
  mentions: z.array(Reference),
});
export type TaskNote = z.infer<typeof TaskNote>;
