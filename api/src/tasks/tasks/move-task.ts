import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { isNamedBy, isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { Task, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { stopTimersOf } from '../time/save-time.ts';
import { getTask, movableTask, writtenTask } from './tasks.queries.ts';
import { checkMove } from './tasks.rules.ts';
import { billTask, unbillTask } from './bill-task.ts';

interface Asked {
  user: CurrentUser;
  input: ParsedInputOf<typeof tasks.transition>;
  version: number;
  mayEdit: boolean;
}

/** Moves the task, with what follows for billing and running timers, in one transaction. Refuses as `checkMove`, and ALREADY_INVOICED. */
export async function moveTask(db: Db, { user, input, version, mayEdit }: Asked): Promise<Task> {
  const task = await lockAtVersion(db, 'task', input.id, version, () => getTask(db, user, input.id));
  const movable = movableTask(task);
  requireRecordRule(mayEdit, isNamedBy(movable, user.id));
  const { from, to, name } = checkMove({ ...movable, checklist: task.checklist }, input, {
    id: user.id,
    mayEdit,
  });
  if (name === 'reopen') await unbillTask(db, task.id);
  const isDone = to === 'completed';
  const submittedBy = name === 'submit' ? user.id : movable.submittedById;
  await db
    .updateTable('task')
    .set({
      status: to,
      heldStatus: to === 'on_hold' ? from : null,
      statusReason: input.reason,
      completedAt: isDone ? sql<string>`now()` : null,
      completedBy: isDone ? user.id : null,
      submittedBy: to === 'in_progress' ? null : submittedBy,
      ...nextVersion,
    })
    .where('id', '=', task.id)
    .execute();
  if (!isOpenTask(to)) await stopTimersOf(db, task.id);
  if (isDone) await billTask(db, task.id, true);
  return writtenTask(db, user, task.id);
}
