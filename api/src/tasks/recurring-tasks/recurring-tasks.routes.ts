import { dueOverrides } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { seesMoney } from '../../auth/current-user.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { makersOf } from '../../start-series.ts';
import { seriesHandlers } from '../../recurrence/series-handlers.ts';
import { openPeriods, putOverride, reachedTasks, removeOverride } from './extend-due-dates.ts';
import { previewBatch } from './recurring-task-batches.queries.ts';
import { createBatch } from './create-recurring-task-batch.ts';
import { recurringTaskExport } from './recurring-tasks.export.ts';
import { countRecurringTasks, getRecurringTask, listRecurringTasks } from './recurring-tasks.queries.ts';
import { upcomingTasks } from './recurring-tasks.next.ts';
import { createRecurringTask, editRecurringTask, removeRecurringTask } from './save-recurring-task.ts';

export const recurringTasksRoutes = implement(
  'recurring_tasks',
  recurringTasks,
)({
  ...seriesHandlers('task', makersOf),
  list: ({ db, input, user }) => listRecurringTasks(db, user, input),
  total: ({ db, input, user }) => countRecurringTasks(db, user, input),
  export: ({ db, input, user, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRecurringTasks(db, user, { ...input, pageSize: 500, cursor }),
      recurringTaskExport(language, seesMoney(user)),
    ),
  open: ({ db, input, user }) => getRecurringTask(db, user, input.id),
  create: ({ db, input, user }) => createRecurringTask(db, user, input),
  edit: ({ db, input, user, version }) => editRecurringTask(db, user, input, version),
  remove: async ({ db, input, user, version }) => {
    await removeRecurringTask(db, user, input, version);
    return {};
  },
  upcoming: ({ db, input, user }) => upcomingTasks(db, user, input.id),
});

export const recurringTaskBatchesRoutes = implement(
  'recurring_task_batches',
  recurringTaskBatches,
)({
  preview: ({ db, input, user }) => previewBatch(db, user, input),
  create: ({ db, input, user, language }) => createBatch(db, user, input, language),
});

export const dueOverridesRoutes = implement(
  'due_overrides',
  dueOverrides,
)({
  periods: ({ db, input, user }) => openPeriods(db, user, input.categoryId),
  reached: ({ db, input, user }) => reachedTasks(db, user, input),
  put: ({ db, input, user }) => putOverride(db, user, input),
  remove: ({ db, input, user, version }) => removeOverride(db, user, input.id, version),
});
