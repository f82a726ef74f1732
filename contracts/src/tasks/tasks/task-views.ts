/** The ways to look at tasks. */
export const taskViews = ['list', 'board', 'calendar', 'mine', 'load'] as const;
export type TaskView = (typeof taskViews)[number];
