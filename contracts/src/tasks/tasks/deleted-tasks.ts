import { z } from 'zod';
import { Instant, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { TaskStatus } from './tasks.ts';

/** The number of days for which a deleted task can be restored. */
export const daysInBin = 30;

export const DeletedTask = z.object({
  id: Uuid,
  /** The version of the deleted task; `restore` needs it. */
  version: Version,
  no: z.string(),
  title: z.string(),
  client: Reference.nullable(),
  status: TaskStatus,
  dueOn: PlainDate,
  deletedAt: Instant,
  deletedBy: z.string().nullable(),
  /** The task cannot be restored after this instant. */
  keptUntil: Instant,
});
export type DeletedTask = z.infer<typeof DeletedTask>;

const Query = listQuery(['-deletedAt', 'deletedAt'], { clientId: Uuid, status: TaskStatus });

/** The deleted tasks that a person with `tasks.restore` can restore. */
export const deletedTasks = {
  ...listEndpoints('/deleted-tasks', 'tasks.delete', { query: Query, row: DeletedTask, total: ListTotal }),
};
