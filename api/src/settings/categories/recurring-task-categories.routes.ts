import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { checkFee } from '../services/services.rules.ts';
import {
  countRecurringTaskCategories,
  getRecurringTaskCategory,
  listRecurringTaskCategories,
} from './recurring-task-categories.queries.ts';
import {
  createRecurringTaskCategory,
  editRecurringTaskCategory,
  removeRecurringTaskCategory,
} from './save-recurring-task-category.ts';
import { recurringTaskCategoryExport } from './recurring-task-categories.export.ts';

export const recurringTaskCategoriesRoutes = implement(
  'recurring_task_categories',
  recurringTaskCategories,
)({
  list: ({ db, input }) => listRecurringTaskCategories(db, input),
  total: ({ db, input }) => countRecurringTaskCategories(db, input),
  export: ({ db, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRecurringTaskCategories(db, { ...input, pageSize: 500, cursor }),
      recurringTaskCategoryExport(language),
    ),
  open: ({ db, input }) => getRecurringTaskCategory(db, input.id),
  create: ({ db, input }) => {
    checkFee(input);
    return createRecurringTaskCategory(db, input);
  },
  edit: ({ db, input, version }) => {
    checkFee(input);
    return editRecurringTaskCategory(db, input, version);
  },
  remove: async ({ db, input, version }) => {
    await removeRecurringTaskCategory(db, input.id, version);
    return {};
  },
});
