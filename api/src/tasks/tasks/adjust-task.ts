import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { At } from '../../db/each-of.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkInScope, saveAssignees } from './save-task.ts';
import { getTask, movableTask } from './tasks.queries.ts';
import {
  checkAssigned,
  checkDue,
  checkHandedOn,
  checkNotOwnReviewer,
  checkOpen,
  checkReviewer,
  shiftedDate,
} from './tasks.rules.ts';

export type Change = ParsedInputOf<typeof taskBulk.change>['change'];

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

function peopleAfter(present: readonly string[], { assigneeIds, addIds = [], removeIds = [] }: Change) {
  const kept = (assigneeIds ?? present).filter((id) => !removeIds.includes(id));
  return [...new Set([...kept, ...addIds])];
}

function dueAfter({ dueOn }: Task, change: Change): string {
  if (change.shiftDays === undefined) return change.dueOn ?? dueOn;
  const shifted = shiftedDate(dueOn, change.shiftDays);
  if (shifted === null) throw refuseField('INPUT_INVALID', 'change.shiftDays', {}, 'DATE_RANGE');
  return shifted;
}

/** Stores the present values of a task for an undo. Call it within the lock of the change. */
export async function keepFormer(db: Db, user: CurrentUser, id: string): Promise<void> {
  await sql`
    insert into task_former (task_id, version, changed_by, reviewer_id, assignee_ids, due_on, priority, status, held_status,
      status_reason, completed_at, completed_by, submitted_by)
    select id, version + 1, ${user.id}, reviewer_id,
      array(select user_id from task_assignee where task_id = task.id), due_on, priority, status, held_status,
      status_reason, completed_at, completed_by, submitted_by
    from task where id = ${id}
    on conflict (task_id) do update set (version, changed_by, changed_at, reviewer_id, assignee_ids, due_on, priority, status,
      held_status, status_reason, completed_at, completed_by, submitted_by) = (excluded.version, excluded.changed_by, now(),
      excluded.reviewer_id, excluded.assignee_ids, excluded.due_on, excluded.priority, excluded.status, excluded.held_status,
      excluded.status_reason, excluded.completed_at, excluded.completed_by,
      excluded.submitted_by)`.execute(db);
}

/** Gives one task other people, another date or priority. Returns its new version, or null if nothing changes. Refuses as `editTask`. */
export async function adjustTask(
  db: Db,
  user: CurrentUser,
  { id, version }: At,
  change: Change,
): Promise<number | null> {
  const task = await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  checkOpen(task.status);
  const present = movableTask(task);
  const assigneeIds = peopleAfter(present.assigneeIds, change);
  const reviewerId = change.reviewerId === undefined ? present.reviewerId : change.reviewerId;
  const dueOn = dueAfter(task, change);
  const { priority = task.priority } = change;
  if (
    isSame(assigneeIds, present.assigneeIds) &&
    reviewerId === present.reviewerId &&
    dueOn === task.dueOn &&
    priority === task.priority
  )
    return null;
  if (dueOn !== task.dueOn) checkDue(task.startOn, dueOn);
  checkReviewer({ ...present, assigneeIds, reviewerId });
  checkAssigned(present, assigneeIds);
  const editor = { id: user.id, isAdmin: isAdmin(user) };
  checkNotOwnReviewer(present, { reviewerId, assigneeIds }, editor);
  checkHandedOn(present, assigneeIds, editor);
  await keepFormer(db, user, id);
  await db
    .updateTable('task')
    .set({ reviewerId, dueOn, priority, ...nextVersion })
    .where('id', '=', id)
    .execute();
  await saveAssignees(db, id, assigneeIds);
  await checkInScope(db, user, id, assigneeIds);
  return version + 1;
}
