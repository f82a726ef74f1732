import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Uuid } from '../../fields.ts';
import { pageOf } from '../../lists.ts';
import { OwnedNote, noteFields } from '../../notes.ts';
import { FormNote } from '../enquiry-form/form-note.ts';
import { ClientLevel } from './client-levels.ts';

export const ClientNote = OwnedNote.extend({
  level: ClientLevel,
  isPinned: z.boolean(),
  /** The number of the enquiry that the note was written on; such a note stays as it is. Null for the client's own notes. */
  enquiryNo: z.string().nullable(),
  form: FormNote.nullable(),
});
export type ClientNote = z.infer<typeof ClientNote>;

const path = '/clients/:id/notes';
const allow = 'clients.view';
const OneNote = ById.extend({ noteId: Uuid });

/**
 * The notes of a client that the caller may read, with those of the enquiries that it came from. A person whose scope includes the
 * client may write one.
 */
export const clientNotes = {
  /** Pinned notes first, then the newest. */
  list: endpoint({
    method: 'GET',
    path,
    allow,
    input: ById.extend({
      cursor: z.string().max(1000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: pageOf(ClientNote),
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow,
    input: ById.extend({ ...noteFields, level: ClientLevel.default('everyone') }),
    output: ClientNote,
  }),
  /** Changes a note; only its author may. */
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:noteId`,
    allow,
    versioned: true,
    input: OneNote.extend({ ...noteFields, level: ClientLevel }),
    output: ClientNote,
  }),
  /** Withdraws a note; only its author may. The note stays visible as withdrawn. */
  takeBack: endpoint({
    method: 'DELETE',
    path: `${path}/:noteId`,
    allow,
    versioned: true,
    input: OneNote,
    output: ClientNote,
  }),
  /** Keeps a note above the others, or no longer. */
  pin: endpoint({
    method: 'POST',
    path: `${path}/:noteId/pin`,
    allow,
    versioned: true,
    input: OneNote.extend({ isPinned: z.boolean() }),
    output: ClientNote,
  }),
};
