import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import { withdrawPendingItem } from '../../billing/pending/pending-items.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkSamePeriod } from './check-same-period.ts';
import { billTask } from './bill-task.ts';
import { getRemovedTask, getTask } from './tasks.queries.ts';

/** Moves a task to the bin, out of every list. Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_INVOICED, TASK_HAS_TIME. */
export async function removeTask(db: Db, user: CurrentUser, id: string, version: number): Promise<number> {
  await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  const recorded = await db
    .selectFrom('timeEntry')
    .select('id')
    .where('taskId', '=', id)
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (recorded) throw new Refusal('TASK_HAS_TIME');
  await withdrawPendingItem(db, 'task', id);
  await db
    .updateTable('task')
    .set({ deletedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return version + 1;
}

/**
 * Restores a task from the bin. Finished work becomes a pending item again, at its fee, unless it was written off. Refuses
 * NOT_FOUND (after 30 days too), VERSION_CONFLICT, and as `checkSamePeriod` if another task took its place.
 */
export async function restoreTask(db: Db, user: CurrentUser, id: string, version: number): Promise<Task> {
  const task = await lockAtVersion(db, 'task', id, version, () => getRemovedTask(db, user, id));
  const kept = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await checkSamePeriod(db, user, kept);
  await db
    .updateTable('task')
    .set({ deletedAt: null, ...nextVersion })
    .where('id', '=', id)
    .execute();
  if (task.status === 'completed') await billTask(db, id, false);
  return getTask(db, user, id);
}
