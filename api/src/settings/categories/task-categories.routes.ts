import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { checkFee } from '../services/services.rules.ts';
import { countTaskCategories, getTaskCategory, listTaskCategories } from './task-categories.queries.ts';
import { createTaskCategory, editTaskCategory, removeTaskCategory } from './save-task-category.ts';
import { taskCategoryExport } from './task-categories.export.ts';

export const taskCategoriesRoutes = implement(
  'task_categories',
  taskCategories,
)({
  list: ({ db, input }) => listTaskCategories(db, input),
  total: ({ db, input }) => countTaskCategories(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listTaskCategories(db, { ...input, pageSize: 500, cursor }),
      taskCategoryExport(language),
    ),
  open: ({ db, input }) => getTaskCategory(db, input.id),
  create: ({ db, input }) => {
    checkFee(input);
    return createTaskCategory(db, input);
  },
  edit: ({ db, input, version }) => {
    checkFee(input);
    return editTaskCategory(db, input, version);
  },
  remove: async ({ db, input, version }) => {
    await removeTaskCategory(db, input.id, version);
    return {};
  },
});
