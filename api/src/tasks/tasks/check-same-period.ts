import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keptTasks, seenTasks } from './task-filters.queries.ts';
import { type Keyed, isSame } from './same-period.queries.ts';

/** Whether another task can be for the same client, category and period. */
const hasPeriod = ({ clientId, categoryId, periodFrom, periodTo, periodKey }: Keyed): boolean =>
  clientId !== null &&
  (periodKey !== null || (categoryId !== null && periodFrom !== null && periodTo !== null));

/**
 * Refuses DUPLICATE_PERIOD_TASK on `reason` for a second task of the same client, category and period without a reason; it
 * names the first task to a caller who sees it. Returns the reason to store: null for a task without a period.
 */
export async function checkSamePeriod(
  db: Db,
  user: CurrentUser,
  task: Keyed & { id: string; duplicateReason: string | null },
): Promise<string | null> {
  if (!hasPeriod(task)) return null;
  if (task.duplicateReason !== null) return task.duplicateReason;
  const first = await keptTasks(db)
    .where(isSame(task))
    .where('task.id', '<>', task.id)
    .select(['task.id', 'task.no', seenTasks(user).as('isSeen')])
    .orderBy('task.id')
    .executeTakeFirst();
  if (first)
    throw refuseField(
      'DUPLICATE_PERIOD_TASK',
      'duplicateReason',
      first.isSeen ? { no: first.no, taskId: first.id } : {},
    );
  return null;
}
