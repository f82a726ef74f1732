import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { Db } from '../../db/database.ts';
import { offeredReaders } from './note-readers.queries.ts';
import { getTask } from './tasks.queries.ts';

export interface Talker {
  user: CurrentUser;
  mayEdit: boolean;
}

/** Refuses NOT_FOUND, and PERM_DENIED unless the caller works on the task or was mentioned. */
export async function taskToTalkOf(db: Db, { user, mayEdit }: Talker, id: string): Promise<Task> {
  const task = await getTask(db, user, id);
  requireRecordRule(mayEdit, task.mayTalk);
  return task;
}

/** Refuses NOT_FOUND, PERM_DENIED. */
export async function mentionable(
  db: Db,
  talker: Talker,
  { id, q, level }: ParsedInputOf<typeof taskTalk.mentionable>,
): Promise<Reference[]> {
  const task = await taskToTalkOf(db, talker, id);
  return offeredReaders(db, talker.user, task, level, q ?? '');
}
