import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { isNamedBy } from '@daybook/contracts/tasks/tasks/task-machine';
import type { Task, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { Db } from '../../db/database.ts';
import { getTask, movableTask } from './tasks.queries.ts';
import { checkOpen } from './tasks.rules.ts';

interface Worker {
  user: CurrentUser;
  mayEdit: boolean;
}

/** Locks the task, so that no tick can be taken away while it is being completed. Refuses NOT_FOUND, PERM_DENIED. */
async function lockForWork(db: Db, { user, mayEdit }: Worker, id: string): Promise<Task> {
  await db.selectFrom('task').select('id').where('id', '=', id).forUpdate().execute();
  const task = await getTask(db, user, id);
  requireRecordRule(mayEdit, isNamedBy(movableTask(task), user.id));
  return task;
}

/** Refuses STATE_NOT_ALLOWED on a finished task. */
export async function addChecklistItem(
  db: Db,
  worker: Worker,
  { id, ...step }: ParsedInputOf<typeof tasks.addChecklistItem>,
): Promise<Task> {
  checkOpen((await lockForWork(db, worker, id)).status);
  await db
    .insertInto('taskChecklistItem')
    .values({
      id: uuidv7(),
      taskId: id,
      no: sql<number>`(select coalesce(max(no), 0) + 1 from task_checklist_item where task_id = ${id})`,
      ...step,
    })
    .execute();
  return getTask(db, worker.user, id);
}

/**
 * A tick records who and when, and keeps both if ticked again. Refuses STATE_NOT_ALLOWED on a finished task, and
 * STEP_OF_ASSIGNEE or STEP_OF_REVIEWER if the step is for the other role.
 */
export async function tickChecklistItem(
  db: Db,
  worker: Worker,
  { id, itemId, done }: ParsedInputOf<typeof tasks.tickChecklistItem>,
): Promise<Task> {
  const task = await lockForWork(db, worker, id);
  checkOpen(task.status);
  const item = task.checklist.find((one) => one.id === itemId);
  if (!item) throw new Refusal('NOT_FOUND');
  if (!item.mayTick) throw new Refusal(item.role === 'reviewer' ? 'STEP_OF_REVIEWER' : 'STEP_OF_ASSIGNEE');
  if ((item.doneAt !== null) === done) return task;
  await db
    .updateTable('taskChecklistItem')
    .set(done ? { doneAt: sql<string>`now()`, doneBy: worker.user.id } : { doneAt: null, doneBy: null })
    .where('id', '=', itemId)
    .execute();
  return getTask(db, worker.user, id);
}
