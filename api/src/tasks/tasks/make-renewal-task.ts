import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { theSystem } from '../../auth/the-system.ts';
import type { Db } from '../../db/database.ts';
import { createTask } from './save-task.ts';

/** The task to renew a document of a client. It is not billed unless somebody says so. */
export async function makeRenewalTask(
  db: Db,
  task: { title: string; clientId: string; dueOn: string; assigneeIds: string[] },
): Promise<string> {
  const { id } = await createTask(db, theSystem, tasks.create.input.parse({ ...task, billable: false }));
  return id;
}
