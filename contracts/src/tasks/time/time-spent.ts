import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById } from '../../fields.ts';
import { readsRecurringTasks } from '../recurring-tasks/recurring-tasks.ts';

/** The time of many tasks against their estimates, in minutes. Cancelled tasks count as tasks without an estimate. */
export const TimeSpent = z.object({
  estimateMin: z.int(),
  /** Recorded on the tasks that have an estimate. */
  spentMin: z.int(),
  /** Recorded on the other tasks. */
  otherMin: z.int(),
});
export type TimeSpent = z.infer<typeof TimeSpent>;

export const timeSpent = {
  /** Of the tasks that the series has created. */
  ofSeries: endpoint({
    method: 'GET',
    path: '/recurring-tasks/:id/time',
    allow: readsRecurringTasks,
    input: ById,
    output: TimeSpent,
  }),
  /** Of all tasks of the client. */
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/:id/time',
    allow: 'tasks.view',
    input: ById,
    output: TimeSpent,
  }),
};
