import { z } from 'zod';
import { Instant, PlainDate, Reference, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { TaskStatus } from './tasks.ts';

/** For so long a deleted task can be restored. */
export const daysInBin = 30;

export const DeletedTask = z.object({
  id: Uuid,
  /** Of the task in the bin: restoring it asks for this one. */
  version: Version,
  no: z.string(),
  title: z.string(),
  client: Reference.nullable(),
  status: TaskStatus,
  dueOn: PlainDate,
  deletedAt: Instant,
  deletedBy: z.string().nullable(),
  /** From then on it cannot be restored. */
  keptUntil: Instant,
});
export type DeletedTask = z.infer<typeof DeletedTask>;

const Query = listQuery(['-deletedAt', 'deletedAt'], { clientId: Uuid, status: TaskStatus });

/** The tasks that `tasks.restore` can bring back. */
export const deletedTasks = {
  ...listEndpoints('/deleted-tasks', 'tasks.delete', { query: Query, row: DeletedTask, total: ListTotal }),
};
