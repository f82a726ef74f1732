import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import { TaskListQuery, myRoles } from '@daybook/contracts/tasks/tasks/tasks';
import type { MyRole } from '@daybook/contracts/tasks/tasks/tasks';
import { boardStatuses, dueGroups, mostOfDay, mostOfGroup } from '@daybook/contracts/tasks/tasks/task-board';
import type { BoardStatus, DueGroup, taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { isOpenTask, openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { PageScope } from '../../scope.ts';
import { allSearched, countSearched } from '../../document-search.ts';
import { allTasksInScope, keptTasks, ofRole, searchableTasks, seenTasks } from './task-filters.queries.ts';
import { listTasks, tasksOf } from './tasks.queries.ts';
import { checkDays, shiftedDate } from './tasks.rules.ts';

type Found = Pick<ParsedInputOf<typeof taskBoard.columns>, 'q' | 'filter'>;

const firstOf = (found: Found, pageSize: number) => ({
  ...TaskListQuery.parse({ sort: 'dueOn', pageSize: String(pageSize) }),
  ...found,
});

/** Open tasks and those of a few days are found by status or by date; the scope of each is then tested. */
const nextToDates = (user: CurrentUser): PageScope => ({ visible: seenTasks(user), near: null });

/** Everything that is found, as one query. */
async function allFound(db: Db, user: CurrentUser, { q, filter }: Found) {
  const parts = await allSearched(db, q, searchableTasks(db, user, { filter }, nextToDates(user)));
  const each = parts.map(
    (part) => sql`(${part.clearSelect().select(['task.id', 'task.status', 'task.dueOn', 'task.priority'])})`,
  );
  return sql`(${sql.join(each, sql` union all `)}) as found`;
}

/** The number of open tasks in each status, without a cap. */
async function countOpen(db: Db, user: CurrentUser, found: Found): Promise<Map<BoardStatus, number>> {
  if (found.filter.status?.length === 0) return new Map();
  const all = await allFound(db, user, found);
  const { rows } = await sql<{
    status: BoardStatus;
    count: number;
  }>`select status, count(*) as count from ${all} group by status`.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

const manyDays = 100;

/** The number completed since a day, counted to the cap: for years, from what the person sees; for a few days, from those days. */
function countCompleted(db: Db, user: CurrentUser, { q, filter }: Found) {
  const since = Date.parse(filter.completedFrom ?? '');
  const pageScope = Date.now() - since > manyDays * 86_400_000 ? allTasksInScope(user) : nextToDates(user);
  return countSearched(db, q, searchableTasks(db, user, { filter }, pageScope));
}

/** The number of tasks in each column: open tasks, and tasks completed since a day, which may be years ago. */
export async function boardOf(
  db: Db,
  user: CurrentUser,
  { completedFrom, q, filter }: ParsedInputOf<typeof taskBoard.columns>,
): Promise<OutputOf<typeof taskBoard.columns>> {
  const shown = boardStatuses.filter((status) => filter.status?.includes(status) ?? true);
  const open = await countOpen(db, user, { q, filter: { ...filter, status: shown.filter(isOpenTask) } });
  const completed = shown.includes('completed')
    ? await countCompleted(db, user, { q, filter: { completedFrom, ...filter, status: ['completed'] } })
    : { total: 0, isCapped: false };
  return {
    columns: shown.map((status) =>
      status === 'completed'
        ? { status, count: completed.total, isCapped: completed.isCapped }
        : { status, count: open.get(status) ?? 0, isCapped: false },
    ),
  };
}

/** Each day’s count and first tasks, in one read of the index. Refuses DATE_RANGE on `to`. */
export async function calendarOf(
  db: Db,
  user: CurrentUser,
  { from, to, ...found }: ParsedInputOf<typeof taskBoard.calendar>,
): Promise<OutputOf<typeof taskBoard.calendar>> {
  checkDays(from, to);
  const { status = [...openTaskStatuses], dueFrom = from, dueTo = to } = found.filter;
  const filter = {
    ...found.filter,
    status,
    dueFrom: dueFrom > from ? dueFrom : from,
    dueTo: dueTo < to ? dueTo : to,
  };
  const all = await allFound(db, user, { q: found.q, filter });
  const { rows } = await sql<{ date: string; count: number; ids: string[] }>`
    select due_on as date, count(*) as count,
      (array_agg(id order by priority, id))[1:${sql.lit(mostOfDay)}] as ids
    from ${all} group by due_on order by due_on`.execute(db);
  const tasks = await tasksOf(
    db,
    user,
    rows.flatMap(({ ids }) => ids),
  );
  return {
    days: rows.map(({ date, count, ids }) => ({
      date,
      count,
      tasks: ids.flatMap((id) => tasks.get(id) ?? []),
    })),
  };
}

const spanOf = (due: DueGroup, today: string) => {
  const [yesterday, tomorrow, week, later] = [-1, 1, 7, 8].map((days) => shiftedDate(today, days) ?? today);
  return {
    overdue: { dueTo: yesterday },
    today: { dueFrom: today, dueTo: today },
    week: { dueFrom: tomorrow, dueTo: week },
    later: { dueFrom: later },
  }[due];
};

async function countsOf(db: Db, user: CurrentUser, role: MyRole, today: string) {
  const day = sql`${today}::date`;
  return keptTasks(db)
    .where(seenTasks(user))
    .where(ofRole(user.id, role))
    .select([
      sql<number>`count(*) filter (where due_on < ${day})`.as('overdue'),
      sql<number>`count(*) filter (where due_on = ${day})`.as('today'),
      sql<number>`count(*) filter (where due_on > ${day} and due_on <= ${day} + 7)`.as('week'),
      sql<number>`count(*) filter (where due_on > ${day} + 7)`.as('later'),
    ])
    .executeTakeFirstOrThrow();
}

/** The caller's own tasks, by due date. */
export async function myWork(
  db: Db,
  user: CurrentUser,
  { today, role }: ParsedInputOf<typeof taskBoard.mine>,
): Promise<OutputOf<typeof taskBoard.mine>> {
  const counts = {} as Record<MyRole, Record<DueGroup, number>>;
  for (const one of myRoles) counts[one] = await countsOf(db, user, one, today);
  const groups = [];
  for (const due of dueGroups) {
    const filter = { mine: role, ...spanOf(due, today) };
    const { rows } = await listTasks(db, user, firstOf({ filter }, mostOfGroup));
    groups.push({ due, tasks: rows });
  }
  return { counts, groups };
}
