import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { Outcome } from '@daybook/contracts/bulk';
import type { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { eachOf } from '../../db/each-of.ts';
import type { At } from '../../db/each-of.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { stopTimersOf } from '../time/save-time.ts';
import { saveAssignees } from './save-task.ts';
import { billTask, unbillTask } from './bill-task.ts';
import { writtenTask } from './tasks.queries.ts';
import { checkChecklist } from './tasks.rules.ts';

/** Refuses VERSION_CONFLICT on a task that has changed since, or that somebody else changed. */
async function formerOf(db: Db, user: CurrentUser, { id, version }: At) {
  const former = await db
    .selectFrom('taskFormer')
    .selectAll()
    .where('taskId', '=', id)
    .where('version', '=', version)
    .where('changedBy', '=', user.id)
    .executeTakeFirst();
  if (!former) throw new Refusal('VERSION_CONFLICT');
  return former;
}

/** An undo returns no task to an assignee or reviewer who has left. Refuses PERSON_HAS_LEFT. */
async function checkStillHere(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db
    .selectFrom('appUser')
    .select('name')
    .where('id', 'in', ids)
    .where('status', '=', 'deactivated')
    .orderBy('name')
    .execute();
  if (gone.length > 0) throw new Refusal('PERSON_HAS_LEFT', { who: gone.map(({ name }) => name).join(', ') });
}

/** A task handed on may be out of the caller’s scope by now, so what is checked is that the change was the caller’s. */
async function undoOne(db: Db, user: CurrentUser, one: At): Promise<number> {
  const { id, version } = one;
  const former = await formerOf(db, user, one);
  const task = await lockAtVersion(db, 'task', id, version, () => writtenTask(db, user, id));
  const isMoved = task.status !== former.status;
  const present = new Set(task.assignees.map((person) => person.id));
  const back = former.assigneeIds.filter((person) => !present.has(person));
  if (former.reviewerId !== null && former.reviewerId !== task.reviewer?.id) back.push(former.reviewerId);
  await checkStillHere(db, back);
  if (isMoved && former.status === 'completed') checkChecklist(task.checklist);
  if (isMoved && task.status === 'completed') await unbillTask(db, id);
  const { reviewerId, dueOn, priority, status, heldStatus, statusReason } = former;
  const { completedAt, completedBy, submittedBy } = former;
  await db
    .updateTable('task')
    .set({ reviewerId, dueOn, priority, status, heldStatus, statusReason })
    .set({ completedAt, completedBy, submittedBy })
    .set(nextVersion)
    .where('id', '=', id)
    .execute();
  await saveAssignees(db, id, former.assigneeIds);
  if (isMoved && status === 'completed') {
    await stopTimersOf(db, id);
    await billTask(db, id, false);
  }
  await sql`delete from task_former where task_id = ${id}`.execute(db);
  return version + 1;
}

/** Restores each task to what it was before the caller’s own change to many. */
export const undoTasks = (
  db: Db,
  user: CurrentUser,
  { tasks }: ParsedInputOf<typeof taskBulk.undo>,
  language: Language,
): Promise<{ results: Outcome[] }> => eachOf(db, language, tasks, (one) => undoOne(db, user, one));
