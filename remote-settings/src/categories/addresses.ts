export const taskCategoriesAddress = '/app/settings/task_categories';
export const addTaskCategoryAddress = `${taskCategoriesAddress}/add`;
export const editTaskCategoryAddress = (id: string): string => `${taskCategoriesAddress}/edit/${id}`;

export const recurringCategoriesAddress = '/app/settings/recurring_task_categories';
export const addRecurringCategoryAddress = `${recurringCategoriesAddress}/add`;
export const editRecurringCategoryAddress = (id: string): string =>
  `${recurringCategoriesAddress}/edit/${id}`;

/** Of the remote that has the tasks: a duty’s due date is moved there. */
export const extendAddress = (categoryId: string): string =>
  `/app/recurring_tasks/extend?categoryId=${categoryId}`;
