import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { mostPeople, workloadWeeks } from '@daybook/contracts/tasks/tasks/workload';
import type { Load, workload } from '@daybook/contracts/tasks/tasks/workload';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { keptTasks, seenTasks } from './task-filters.queries.ts';

/** Names the statuses one by one, since an index finds equal values, not unequal ones. */
const openWork = (db: Db, user: CurrentUser) =>
  keptTasks(db).where('task.status', 'in', openTaskStatuses).where(seenTasks(user));

/** Open work with its assignees; a shared task counts for each of them. */
export const openWorkOfPeople = (db: Db, user: CurrentUser) =>
  openWork(db, user)
    .innerJoin('taskAssignee', 'taskAssignee.taskId', 'task.id')
    .innerJoin('appUser', 'appUser.id', 'taskAssignee.userId');

type Asked = ParsedInputOf<typeof workload.weeks>;
type Row = OutputOf<typeof workload.weeks>['rows'][number];

/** The number of tasks and their minutes for each span of due dates, as columns of one query. */
function loads({ today, from }: Asked, share: ReturnType<typeof sql>) {
  const endOf = (week: number) => sql`${from}::date + ${sql.lit(7 * week + 6)}`;
  const weeks = Array.from({ length: workloadWeeks }, (_none, week) => {
    const begin = week === 0 ? sql`${today}::date` : sql`${from}::date + ${sql.lit(7 * week)}`;
    return sql`task.due_on between ${begin} and ${endOf(week)}`;
  });
  const spans = [sql`task.due_on < ${today}::date`, ...weeks, sql`task.due_on > ${endOf(workloadWeeks - 1)}`];
  const each = spans.map(
    (span) => sql`jsonb_build_object('open', count(*) filter (where ${span}),
      'minutes', coalesce(round(sum(${share}) filter (where ${span})), 0))`,
  );
  return sql<Load[]>`jsonb_build_array(${sql.join(each)})`.as('loads');
}

const rowOf = (person: Row['person'], open: number, all: readonly Load[]): Row => {
  const none = { open: 0, minutes: 0 };
  return {
    person,
    open,
    overdue: all[0] ?? none,
    weeks: all.slice(1, -1),
    later: all.at(-1) ?? none,
  };
};

/** The busiest first, and unassigned work last. */
export async function workloadOf(db: Db, user: CurrentUser, asked: Asked): Promise<Row[]> {
  const shared = sql`task.estimate_min::numeric
    / (select count(*) from task_assignee other where other.task_id = task.id)`;
  const open = sql<number>`count(*)`.as('open');
  const people = await openWorkOfPeople(db, user)
    .select(['appUser.id', 'appUser.name as label', open, loads(asked, shared)])
    .groupBy(['appUser.id', 'appUser.name'])
    .orderBy('open', 'desc')
    .orderBy('appUser.id')
    .limit(mostPeople)
    .execute();
  const nobodys = await openWork(db, user)
    .where(sql<SqlBool>`not exists (select from task_assignee where task_assignee.task_id = task.id)`)
    .select([open, loads(asked, sql`task.estimate_min::numeric`)])
    .executeTakeFirstOrThrow();
  const rows = people.map((row) => rowOf({ id: row.id, label: row.label }, row.open, row.loads));
  return nobodys.open === 0 ? rows : [...rows, rowOf(null, nobodys.open, nobodys.loads)];
}
