export const taskCategoriesAddress = '/app/settings/task_categories';
export const addTaskCategoryAddress = `${taskCategoriesAddress}/add`;
export const editTaskCategoryAddress = (id: string): string => `${taskCategoriesAddress}/edit/${id}`;
