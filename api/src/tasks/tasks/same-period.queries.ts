import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { periodKeyOf } from '@daybook/contracts/recurrence/period-key';
import type { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keptTasks, seenTasks } from './task-filters.queries.ts';

/** The client, the category and the period of a task. */
export interface OfPeriod {
  clientId: string | null;
  categoryId: string | null;
  recurringCategoryId: string | null;
  periodFrom: string | null;
  periodTo: string | null;
}

export interface Keyed extends OfPeriod {
  /** Null for a task without a recurring category. */
  periodKey: string | null;
}

/** How the filing names the period of a task that no series created. */
export const keyOfPeriod = ({
  recurringCategoryId,
  periodFrom: from,
  periodTo: to,
}: OfPeriod): string | null =>
  recurringCategoryId === null || from === null || to === null ? null : periodKeyOf({ from, to });

/** The same condition as the indexes `task_of_period_once` and `task_of_category_period_once`. */
export const isSame = (one: Keyed): RawBuilder<SqlBool> => sql<SqlBool>`task.client_id = ${one.clientId}
  and task.duplicate_reason is null and (
    (task.recurring_category_id = ${one.recurringCategoryId} and task.period_key = ${one.periodKey})
    or (task.category_id = ${one.categoryId} and task.period_from = ${one.periodFrom} and task.period_to = ${one.periodTo}))`;

/** The existing task of that period, if the caller sees it. */
export async function samePeriod(
  db: Db,
  user: CurrentUser,
  { exceptId, ...given }: ParsedInputOf<typeof tasks.samePeriod>,
) {
  const task = await keptTasks(db)
    .where(seenTasks(user))
    .where(isSame({ ...given, periodKey: keyOfPeriod(given) }))
    .$if(exceptId !== null, (query) => query.where('task.id', '<>', exceptId ?? ''))
    .select(['task.id', 'task.no', 'task.title'])
    .orderBy('task.id')
    .executeTakeFirst();
  return { task: task ?? null };
}
