import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { PlainDate, Uuid, Version, optionalText } from '../../fields.ts';
import { Priority, TaskStatus } from './tasks.ts';

/** So many go out in one call; the screen sends more in several. */
export const mostInBulk = 100;

const Chosen = z
  .array(z.strictObject({ id: Uuid, version: Version }))
  .min(1)
  .max(mostInBulk);
const People = z.array(Uuid).min(1).max(20).optional();

const askedOf = (change: object): string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined || name === 'reason' ? [] : [name]));

/** What is done with each; what is absent stays as it is. */
export const TaskChange = z
  .strictObject({
    /** In the place of everybody who is assigned. */
    assigneeIds: People,
    addIds: People,
    removeIds: People,
    reviewerId: Uuid.nullable().optional(),
    dueOn: PlainDate.optional(),
    /** The due date of each, so many days later or earlier. */
    shiftDays: z.int().min(-366).max(366).optional(),
    priority: Priority.optional(),
    to: TaskStatus.optional(),
    reason: optionalText(500).optional(),
  })
  .refine((change) => askedOf(change).length > 0, 'REQUIRED')
  // A move is a step of its own, and a date is set or shifted.
  .refine((change) => {
    const asked = askedOf(change);
    return (
      (asked.length === 1 || !asked.includes('to')) &&
      !(asked.includes('dueOn') && asked.includes('shiftDays'))
    );
  }, 'NOT_A_CHOICE');
export type TaskChange = z.input<typeof TaskChange>;

const Outcome = z.object({
  id: Uuid,
  outcome: z.enum(['changed', 'same', 'refused']),
  /** The task's new version; none where it is refused. */
  version: Version.optional(),
  refused: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type Outcome = z.infer<typeof Outcome>;

const results = z.object({ results: z.array(Outcome) });

/** What is done with many tasks at once; each answers for itself. */
export const taskBulk = {
  change: endpoint({
    method: 'POST',
    path: '/tasks/bulk',
    allow: 'tasks.edit',
    input: z.object({ tasks: Chosen, change: TaskChange }),
    output: results,
  }),
  /** Each as it was before the caller changed it among many, as long as nobody has changed it since. */
  undo: endpoint({
    method: 'POST',
    path: '/tasks/bulk/undo',
    allow: 'tasks.edit',
    input: z.object({ tasks: Chosen }),
    output: results,
  }),
};
