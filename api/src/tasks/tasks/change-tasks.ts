import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Outcome } from '@daybook/contracts/bulk';
import type { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import { eachOf } from '../../db/each-of.ts';
import type { At } from '../../db/each-of.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { adjustTask, keepFormer } from './adjust-task.ts';
import type { Change } from './adjust-task.ts';
import { checkStaff } from './check-task-choices.ts';
import { moveTask } from './move-task.ts';
import { getTask } from './tasks.queries.ts';

/** Moves one task as the single command does. Locks it first, so that the values stored for an undo are those the move started from. */
async function moveOne(
  db: Db,
  user: CurrentUser,
  { id, version }: At,
  to: TaskStatus,
  reason: string | null,
) {
  await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  await keepFormer(db, user, id);
  const moved = await moveTask(db, { user, input: { id, to, reason }, version, mayEdit: true });
  return moved.version;
}

/** Refuses REFERENCE_UNKNOWN on people who cannot be chosen; the refusal of a task is in its own result. */
export async function changeTasks(
  db: Db,
  user: CurrentUser,
  { tasks, change }: ParsedInputOf<typeof taskBulk.change>,
  language: Language,
): Promise<{ results: Outcome[] }> {
  const { assigneeIds = [], addIds = [], reviewerId } = change;
  await checkStaff(db, 'change.assigneeIds', assigneeIds);
  await checkStaff(db, 'change.addIds', addIds);
  await checkStaff(db, 'change.reviewerId', reviewerId ? [reviewerId] : []);
  return eachOf(db, language, tasks, (one) => changeOne(db, user, one, change));
}

const changeOne = (db: Db, user: CurrentUser, one: At, change: Change) =>
  change.to === undefined
    ? adjustTask(db, user, one, change)
    : moveOne(db, user, one, change.to, change.reason ?? null);
