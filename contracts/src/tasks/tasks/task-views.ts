/** The views of the task list. */
export const taskViews = ['list', 'board', 'calendar', 'mine', 'load'] as const;
export type TaskView = (typeof taskViews)[number];
