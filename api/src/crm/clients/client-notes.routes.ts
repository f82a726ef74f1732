import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { implement } from '../../http/implement.ts';
import { listClientNotes } from './client-notes.queries.ts';
import { addClientNote, editClientNote, pinClientNote, takeBackClientNote } from './save-client-note.ts';

export const clientNotesRoutes = implement(
  'client_notes',
  clientNotes,
)({
  list: ({ db, user, input }) => listClientNotes(db, user, input),
  add: ({ db, user, input }) => addClientNote(db, user, input),
  edit: ({ db, user, input, version }) => editClientNote(db, user, input, version),
  takeBack: ({ db, user, input, version }) => takeBackClientNote(db, user, input, version),
  pin: ({ db, user, input, version }) => pinClientNote(db, user, input, version),
});
