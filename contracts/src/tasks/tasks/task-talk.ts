import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Reference, Uuid, text } from '../../fields.ts';
import { noteFields } from '../../notes.ts';
import { NoteLevel } from './note-levels.ts';
import { Task } from './tasks.ts';

/** Whoever the task names, and whom a note of it spoke to, without tasks.edit. */
const talks = { key: 'tasks.edit', or: 'assignee' } as const;
const OneNote = ById.extend({ noteId: Uuid });

/** What is said about a task. A text names people as `@[id]`; they are told of it. */
export const taskTalk = {
  addNote: endpoint({
    method: 'POST',
    path: '/tasks/:id/notes',
    allow: talks,
    input: ById.extend({ ...noteFields, level: NoteLevel.default('everyone') }),
    output: Task,
  }),
  /** By its author alone. */
  editNote: endpoint({
    method: 'PATCH',
    path: '/tasks/:id/notes/:noteId',
    allow: talks,
    versioned: true,
    input: OneNote.extend({ ...noteFields, level: NoteLevel }),
    output: Task,
  }),
  /** By its author alone; that there was one stays to be seen. */
  takeBackNote: endpoint({
    method: 'DELETE',
    path: '/tasks/:id/notes/:noteId',
    allow: talks,
    versioned: true,
    input: OneNote,
    output: Task,
  }),
  /** Whom a note of this level may name: active staff who see the task and would read it. */
  mentionable: endpoint({
    method: 'GET',
    path: '/tasks/:id/mentionable',
    allow: talks,
    input: ById.extend({ q: text(200).optional(), level: NoteLevel.default('everyone') }),
    output: z.array(Reference),
  }),
};
