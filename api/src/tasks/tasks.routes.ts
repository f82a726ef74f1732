import { Refusal } from '@daybook/contracts/refusals';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { seesMoney } from '../auth/current-user.ts';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { addChecklistItem, addNote, tickChecklistItem } from './task-checklist.queries.ts';
import { checkStaff } from './task-choices.queries.ts';
import { assignTask, createTask, editTask, removeTask } from './task-edit.queries.ts';
import { moveTask } from './task-transition.queries.ts';
import { countTasks, getTask, listTasks } from './tasks.queries.ts';
import { taskExport } from './tasks.export.ts';

/** What one task of many answers; a failure that is no refusal ends them all. */
async function resultOf(id: string, language: Language, work: Promise<number>) {
  try {
    return { id, version: await work };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, refused: { code: error.code, message: refusalMessage(language, error.code, error.params) } };
  }
}

export const tasksRoutes = implement(
  'tasks',
  tasks,
)({
  list: ({ db, input, user }) => listTasks(db, user, input),
  total: ({ db, input, user }) => countTasks(db, user, input),
  export: ({ db, input, user, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listTasks(db, user, { ...input, pageSize: 500, cursor }),
      taskExport(language, seesMoney(user)),
    ),
  open: ({ db, input, user }) => getTask(db, user, input.id),
  create: ({ db, input, user }) => createTask(db, user, input),
  edit: ({ db, input, user, version }) => editTask(db, user, input, version),
  remove: async ({ db, input, user, version }) => {
    await removeTask(db, user, input.id, version);
    return {};
  },
  transition: ({ db, input, user, version, holdsKey }) =>
    moveTask(db, { user, input, version, mayEdit: holdsKey }),
  addChecklistItem: ({ db, input, user, holdsKey }) =>
    addChecklistItem(db, { user, mayEdit: holdsKey }, input),
  tickChecklistItem: ({ db, input, user, holdsKey }) =>
    tickChecklistItem(db, { user, mayEdit: holdsKey }, input),
  addNote: ({ db, input, user, holdsKey }) => addNote(db, { user, mayEdit: holdsKey }, input),
  bulkAssign: async ({ db, input, user, language }) => {
    const { tasks: wanted, ...people } = input;
    await checkStaff(db, 'assigneeIds', people.assigneeIds ?? []);
    await checkStaff(db, 'reviewerId', people.reviewerId ? [people.reviewerId] : []);
    const results = [];
    // In one order of locks, whoever asks (ruling 11).
    for (const one of wanted.toSorted((a, b) => a.id.localeCompare(b.id)))
      results.push(await resultOf(one.id, language, assignTask(db, user, one, people)));
    return { results };
  },
});
