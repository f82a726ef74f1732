import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { PlainDate, Reference } from '../../fields.ts';

/** Weeks that are looked at, the present one first. */
export const workloadWeeks = 4;
/** What a week of a person holds; more than that is marked. */
export const weekCapacityMin = 40 * 60;
/** The people with most open work. */
export const mostPeople = 100;

const Load = z.object({
  open: z.int(),
  /** As estimated, a task of several shared equally between them. */
  minutes: z.int(),
});
export type Load = z.infer<typeof Load>;

/** Open work of each person by the week it is due in. */
export const workload = {
  weeks: endpoint({
    method: 'GET',
    path: '/tasks/workload',
    allow: 'tasks.view',
    /** `from` is the first day of the present week, which is not the same everywhere. */
    input: z.object({ today: PlainDate, from: PlainDate }),
    output: z.object({
      rows: z.array(
        z.object({
          /** Null: what nobody is assigned to. */
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
