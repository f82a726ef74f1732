import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { PlainDate } from '../../fields.ts';
import { openTaskStatuses } from './task-machine.ts';
import { TaskFound, TaskRow, myRoles } from './tasks.ts';

/** The columns of the board. */
export const boardStatuses = [...openTaskStatuses, 'completed'] as const;
export type BoardStatus = (typeof boardStatuses)[number];
/** What is completed leaves the board after so many days. */
export const boardDays = 14;

/** So many tasks of a day are in the calendar; the others are counted. */
export const mostOfDay = 4;
/** Six weeks. */
export const mostDays = 42;

/** By when it is due, seen from today; a week is the seven days after it. */
export const dueGroups = ['overdue', 'today', 'week', 'later'] as const;
export type DueGroup = (typeof dueGroups)[number];
/** So many of a group are shown; the others are counted. */
export const mostOfGroup = 20;

const Count = z.int();
const CountsByDue = z.object({ overdue: Count, today: Count, week: Count, later: Count });

/** How tasks are looked at beside their list: the same ones, found by the same search and filters. */
export const taskBoard = {
  /** How many cards each column holds, completed work up to the cap of a total; the cards are pages of the list. */
  columns: endpoint({
    method: 'GET',
    path: '/tasks/board',
    allow: 'tasks.view',
    input: TaskFound.extend({ completedFrom: PlainDate }),
    output: z.object({
      columns: z.array(z.object({ status: z.enum(boardStatuses), count: Count, isCapped: z.boolean() })),
    }),
  }),
  /** Days with tasks, and the first of each. Without a filter by status, what is open. */
  calendar: endpoint({
    method: 'GET',
    path: '/tasks/calendar',
    allow: 'tasks.view',
    input: TaskFound.extend({ from: PlainDate, to: PlainDate }),
    output: z.object({ days: z.array(z.object({ date: PlainDate, count: Count, tasks: z.array(TaskRow) })) }),
  }),
  /** What the caller is to do, by one of their roles; the counts are of all of them. */
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
