import { z } from 'zod';
import { Chosen, Outcomes } from '../../bulk.ts';
import { endpoint } from '../../endpoint.ts';
import { PlainDate, Uuid, optionalText } from '../../fields.ts';
import { Priority, TaskStatus } from './tasks.ts';

const People = z.array(Uuid).min(1).max(20).optional();

const askedOf = (change: object): string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined || name === 'reason' ? [] : [name]));

/** The change to apply to each task. Absent fields stay as they are. */
export const TaskChange = z
  .strictObject({
    /** Replaces all assignees. */
    assigneeIds: People,
    addIds: People,
    removeIds: People,
    reviewerId: Uuid.nullable().optional(),
    dueOn: PlainDate.optional(),
    /** Moves each due date by this number of days, earlier if negative. */
    shiftDays: z.int().min(-366).max(366).optional(),
    priority: Priority.optional(),
    to: TaskStatus.optional(),
    reason: optionalText(500).optional(),
  })
  .refine((change) => askedOf(change).length > 0, 'REQUIRED')
  // A move cannot be combined with other changes, and a due date is either set or shifted.
  .refine((change) => {
    const asked = askedOf(change);
    return (
      (asked.length === 1 || !asked.includes('to')) &&
      !(asked.includes('dueOn') && asked.includes('shiftDays'))
    );
  }, 'NOT_A_CHOICE');
export type TaskChange = z.input<typeof TaskChange>;

/** Changes many tasks at once; each has its own result. */
export const taskBulk = {
  change: endpoint({
    method: 'POST',
    path: '/tasks/bulk',
    allow: 'tasks.edit',
    input: z.object({ tasks: Chosen, change: TaskChange }),
    output: Outcomes,
  }),
  /** Restores the values from before the caller's bulk change, unless somebody has changed the task since. */
  undo: endpoint({
    method: 'POST',
    path: '/tasks/bulk/undo',
    allow: 'tasks.edit',
    input: z.object({ tasks: Chosen }),
    output: Outcomes,
  }),
};
