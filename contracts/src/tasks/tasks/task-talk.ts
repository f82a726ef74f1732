import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Reference, Uuid, text } from '../../fields.ts';
import { noteFields } from '../../notes.ts';
import { NoteLevel } from './note-levels.ts';
import { Task } from './tasks.ts';

/** Assignees, the reviewer and people mentioned in a note may take part without tasks.edit. */
const talks = { key: 'tasks.edit', or: 'assignee' } as const;
const OneNote = ById.extend({ noteId: Uuid });

/** The discussion of a task. A text mentions people as `@[id]`, and they are notified. */
export const taskTalk = {
  addNote: endpoint({
    method: 'POST',
    path: '/tasks/:id/notes',
    allow: talks,
    input: ById.extend({ ...noteFields, level: NoteLevel.default('everyone') }),
    output: Task,
  }),
  /** Changes a note; only its author may. */
  editNote: endpoint({
    method: 'PATCH',
    path: '/tasks/:id/notes/:noteId',
    allow: talks,
    versioned: true,
    input: OneNote.extend({ ...noteFields, level: NoteLevel }),
    output: Task,
  }),
  /** Withdraws a note; only its author may. The note stays visible as withdrawn. */
  takeBackNote: endpoint({
    method: 'DELETE',
    path: '/tasks/:id/notes/:noteId',
    allow: talks,
    versioned: true,
    input: OneNote,
    output: Task,
  }),
  /** The people whom a note of this level may mention: active staff who see the task and may read the note. */
  mentionable: endpoint({
    method: 'GET',
    path: '/tasks/:id/mentionable',
    allow: talks,
    input: ById.extend({ q: text(200).optional(), level: NoteLevel.default('everyone') }),
    output: z.array(Reference),
  }),
};
