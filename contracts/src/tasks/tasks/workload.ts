import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { PlainDate, Reference } from '../../fields.ts';

/** The number of weeks shown, the current week first. */
export const workloadWeeks = 4;
/** The capacity of a person's week; a higher load is marked. */
export const weekCapacityMin = 40 * 60;
/** The most people shown: those with the most open work. */
export const mostPeople = 100;

const Load = z.object({
  open: z.int(),
  /** The estimated minutes; the estimate of a shared task is split equally. */
  minutes: z.int(),
});
export type Load = z.infer<typeof Load>;

/** The open work of each person by the week of its due date. */
export const workload = {
  weeks: endpoint({
    method: 'GET',
    path: '/tasks/workload',
    allow: 'tasks.view',
    /** `from` is the first day of the current week, which depends on the person's locale. */
    input: z.object({ today: PlainDate, from: PlainDate }),
    output: z.object({
      rows: z.array(
        z.object({
          /** Null for tasks without an assignee. */
          person: Reference.nullable(),
          open: z.int(),
          overdue: Load,
          weeks: z.array(Load),
          later: Load,
        }),
      ),
    }),
  }),
};
