import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { PlainDate } from '../../fields.ts';
import { openTaskStatuses } from './task-machine.ts';
import { TaskFound, TaskRow, myRoles } from './tasks.ts';

/** The columns of the board. */
export const boardStatuses = [...openTaskStatuses, 'completed'] as const;
export type BoardStatus = (typeof boardStatuses)[number];
/** Completed tasks leave the board after this number of days. */
export const boardDays = 14;

/** The most tasks that the calendar shows for a day; the others are counted. */
export const mostOfDay = 4;
/** The longest calendar range: six weeks. */
export const mostDays = 42;

/** Groups by due date, counted from today. `week` is the seven days after today. */
export const dueGroups = ['overdue', 'today', 'week', 'later'] as const;
export type DueGroup = (typeof dueGroups)[number];
/** The most tasks shown in a group; the others are counted. */
export const mostOfGroup = 20;

const Count = z.int();
const CountsByDue = z.object({ overdue: Count, today: Count, week: Count, later: Count });

/** Other views of the task list, with the same search and filters. */
export const taskBoard = {
  /** The number of cards in each column; completed tasks are counted up to the cap of a total. The cards themselves are pages of the list. */
  columns: endpoint({
    method: 'GET',
    path: '/tasks/board',
    allow: 'tasks.view',
    input: TaskFound.extend({ completedFrom: PlainDate }),
    output: z.object({
      columns: z.array(z.object({ status: z.enum(boardStatuses), count: Count, isCapped: z.boolean() })),
    }),
  }),
  /** The days that have tasks, and the first tasks of each. Without a status filter, open tasks only. */
  calendar: endpoint({
    method: 'GET',
    path: '/tasks/calendar',
    allow: 'tasks.view',
    input: TaskFound.extend({ from: PlainDate, to: PlainDate }),
    output: z.object({ days: z.array(z.object({ date: PlainDate, count: Count, tasks: z.array(TaskRow) })) }),
  }),
  /** The caller's own tasks in one of their roles; the counts are for all roles. */
  mine: endpoint({
    method: 'GET',
    path: '/tasks/mine',
    allow: 'tasks.view',
    input: z.object({ today: PlainDate, role: z.enum(myRoles).default('doing') }),
    output: z.object({
      counts: z.object({ doing: CountsByDue, reviewing: CountsByDue, waiting: CountsByDue }),
      groups: z.array(z.object({ due: z.enum(dueGroups), tasks: z.array(TaskRow) })),
    }),
  }),
};
