import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { implement } from '../../http/implement.ts';
import { addNote, editNote, mentionable, takeBackNote } from './task-notes.queries.ts';

export const taskTalkRoutes = implement(
  'tasks',
  taskTalk,
)({
  addNote: ({ db, input, user, holdsKey }) => addNote(db, { user, mayEdit: holdsKey }, input),
  editNote: ({ db, input, user, version }) => editNote(db, user, input, version),
  takeBackNote: ({ db, input, user, version }) => takeBackNote(db, user, input, version),
  mentionable: ({ db, input, user, holdsKey }) => mentionable(db, { user, mayEdit: holdsKey }, input),
});
