import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const taskCategoriesAddress = listPath('task_category');
export const addTaskCategoryAddress = addPath('task_category');
export const editTaskCategoryAddress = (id: string): string => recordPath('task_category', id);

export const recurringCategoriesAddress = listPath('recurring_task_category');
export const addRecurringCategoryAddress = addPath('recurring_task_category');
export const editRecurringCategoryAddress = (id: string): string => recordPath('recurring_task_category', id);

/** The screen that extends the due date of a filing; it belongs to the tasks remote. */
export const extendAddress = (categoryId: string): string =>
  `${addPath('due_override')}?categoryId=${categoryId}`;
