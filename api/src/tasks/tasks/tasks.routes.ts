import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { workload } from '@daybook/contracts/tasks/tasks/workload';
import { seesMoney } from '../../auth/current-user.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { samePeriod } from './same-period.queries.ts';
import { removeTask, restoreTask } from './delete-task.ts';
import { boardOf, calendarOf, myWork } from './task-board.queries.ts';
import { changeTasks } from './change-tasks.ts';
import { undoTasks } from './change-many-tasks.ts';
import { addChecklistItem, tickChecklistItem } from './tick-checklist.ts';
import { createPickedTask, editTask } from './save-task.ts';
import { recordFiling } from './record-filing.ts';
import { moveTask } from './move-task.ts';
import { countTasks, getTask, listTasks } from './tasks.queries.ts';
import { taskExport } from './tasks.export.ts';
import { workloadOf } from './workload.queries.ts';

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
  samePeriod: ({ db, input, user }) => samePeriod(db, user, input),
  create: ({ db, input, user }) => createPickedTask(db, user, input),
  edit: ({ db, input, user, version }) => editTask(db, user, input, version),
  remove: async ({ db, input, user, version }) => ({
    version: await removeTask(db, user, input.id, version),
  }),
  restore: ({ db, input, user, version }) => restoreTask(db, user, input.id, version),
  recordFiling: ({ db, input, user, version, holdsKey }) =>
    recordFiling(db, { user, mayEdit: holdsKey }, input, version),
  transition: ({ db, input, user, version, holdsKey }) =>
    moveTask(db, { user, input, version, mayEdit: holdsKey }),
  addChecklistItem: ({ db, input, user, holdsKey }) =>
    addChecklistItem(db, { user, mayEdit: holdsKey }, input),
  tickChecklistItem: ({ db, input, user, holdsKey }) =>
    tickChecklistItem(db, { user, mayEdit: holdsKey }, input),
});

export const taskBoardRoutes = implement(
  'taskBoard',
  taskBoard,
)({
  columns: ({ db, input, user }) => boardOf(db, user, input),
  calendar: ({ db, input, user }) => calendarOf(db, user, input),
  mine: ({ db, input, user }) => myWork(db, user, input),
});

export const taskBulkRoutes = implement(
  'taskBulk',
  taskBulk,
)({
  change: ({ db, input, user, language }) => changeTasks(db, user, input, language),
  undo: ({ db, input, user, language }) => undoTasks(db, user, input, language),
});

export const workloadRoutes = implement(
  'workload',
  workload,
)({
  weeks: async ({ db, input, user }) => ({ rows: await workloadOf(db, user, input) }),
});
