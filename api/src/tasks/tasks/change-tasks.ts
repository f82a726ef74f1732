import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import type { Outcome, taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { adjustTask, keepFormer } from './adjust-task.ts';
import type { At, Change } from './adjust-task.ts';
import { checkStaff } from './check-task-choices.ts';
import { moveTask } from './move-task.ts';
import { getTask } from './tasks.queries.ts';

/** Each task has a result of its own. All callers lock in the same order (docs/rules.md#order-of-locks). */
export async function each(
  db: Db,
  language: Language,
  wanted: readonly At[],
  work: (one: At) => Promise<number | null>,
): Promise<{ results: Outcome[] }> {
  const results: Outcome[] = [];
  for (const one of wanted.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const { id } = one;
    const { done, refused } = await apart(db, () => work(one));
    if (refused) {
      const message = refusalMessage(language, refused.code, refused.params);
      results.push({ id, outcome: 'refused', refused: { code: refused.code, message } });
    } else if (done === null) results.push({ id, outcome: 'same', version: one.version });
    else results.push({ id, outcome: 'changed', version: done });
  }
  return { results };
}

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
  return each(db, language, tasks, (one) => changeOne(db, user, one, change));
}

const changeOne = (db: Db, user: CurrentUser, one: At, change: Change) =>
  change.to === undefined
    ? adjustTask(db, user, one, change)
    : moveOne(db, user, one, change.to, change.reason ?? null);
