import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Task, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getTask } from './tasks.queries.ts';

/**
 * Records when a return was filed, and the number with which the authority acknowledged it. A finished task accepts it too,
 * since the acknowledgement comes later. Refuses NOT_FOUND, PERM_DENIED, VERSION_CONFLICT, and STATE_NOT_ALLOWED on a cancelled
 * task.
 */
export async function recordFiling(
  db: Db,
  { user, mayEdit }: { user: CurrentUser; mayEdit: boolean },
  { id, filedOn, ackNo }: ParsedInputOf<typeof tasks.recordFiling>,
  version: number,
): Promise<Task> {
  const task = await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  requireRecordRule(mayEdit, task.mayWork);
  if (task.status === 'cancelled') throw new Refusal('STATE_NOT_ALLOWED', { from: task.status });
  await db
    .updateTable('task')
    .set({ filedOn, ackNo, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getTask(db, user, id);
}
