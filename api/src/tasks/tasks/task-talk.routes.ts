import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { implement } from '../../http/implement.ts';
import { mentionable } from './task-notes.queries.ts';
import { addNote, editNote, takeBackNote } from './save-task-note.ts';

export const taskTalkRoutes = implement(
  'tasks',
  taskTalk,
)({
  addNote: ({ db, input, user, holdsKey }) => addNote(db, { user, mayEdit: holdsKey }, input),
  editNote: ({ db, input, user, version }) => editNote(db, user, input, version),
  takeBackNote: ({ db, input, user, version }) => takeBackNote(db, user, input, version),
  mentionable: ({ db, input, user, holdsKey }) => mentionable(db, { user, mayEdit: holdsKey }, input),
});
