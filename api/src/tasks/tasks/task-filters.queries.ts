import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { MyRole, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { beginsWith, endsWith, holdsWord, matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { allOfTasks, inScope, ofRow, tasksOfPage } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import type { OwnText } from '../../document-search.ts';

export type FoundInput = Pick<ParsedInputOf<typeof tasks.list>, 'filter'>;
type Predicate = RawBuilder<SqlBool>;

export const keptTasks = (db: Db) => db.selectFrom('task').where('task.deletedAt', 'is', null);

export const ofTask = {
  id: sql.ref('task.id'),
  clientId: sql.ref('task.clientId'),
  reviewerId: sql.ref('task.reviewerId'),
};

export const seenTasks = (user: CurrentUser): Predicate =>
  inScope.task(user, ofTask.id, ofTask.clientId, ofTask.reviewerId);

const assignedTo = (userId: string): Predicate =>
  sql<SqlBool>`task.id in (select task_id from task_assignee where user_id = ${userId})`;

const somebody = sql<SqlBool>`exists (select from task_assignee where task_assignee.task_id = task.id)`;

/** The statuses in which a person of that role has something to do or to wait for. */
const statusesOf: Record<MyRole, readonly TaskStatus[]> = {
  doing: ['todo', 'in_progress'],
  reviewing: ['in_review'],
  waiting: ['waiting_client', 'on_hold'],
};

/** The tasks on which the person has something to do in that role. */
export const ofRole = (userId: string, role: MyRole): Predicate => {
  const statuses = sql.join(statusesOf[role].map((status) => sql.lit(status)));
  const isTheirs = role === 'reviewing' ? sql`task.reviewer_id = ${userId}` : assignedTo(userId);
  return sql<SqlBool>`(task.status in (${statuses}) and ${isTheirs})`;
};

/** What the list finds before the search; every other view of tasks uses the same filters. */
export const foundTasks = (db: Db, user: CurrentUser, { filter }: FoundInput, seen: Predicate) =>
  whereGiven(keptTasks(db).where(seen), filter, {
    status: 'task.status',
    clientId: 'task.clientId',
    categoryId: 'task.categoryId',
    recurringCategoryId: 'task.recurringCategoryId',
    assigneeId: assignedTo,
    reviewerId: 'task.reviewerId',
    dueFrom: ['>=', 'task.dueOn'],
    dueTo: ['<=', 'task.dueOn'],
    priority: 'task.priority',
    billable: 'task.billable',
    mine: (mine) => ofRole(user.id, mine),
    unassigned: (isAsked) => (isAsked ? sql<SqlBool>`not ${somebody}` : somebody),
    unreviewed: (isAsked, eb) => eb('task.reviewerId', isAsked ? 'is' : 'is not', null),
    departmentId: (departmentId) => sql<SqlBool>`task.client_id in
        (select client_id from client_department where department_id = ${departmentId})`,
    completedFrom: (completedFrom) => sql<SqlBool>`task.completed_at >= ${completedFrom}::date`,
  });

const number = sql`lower(task.no)`;

/** Searches the number and the title of a task. */
export const ownTexts = (word: string): OwnText[] => [
  ...[beginsWith(number, word), endsWith(number, word)].map((holds) => ({
    ids: sql`select task.id from task where ${holds}`,
    holds,
    finds: holds,
  })),
  {
    ids: sql`select task.id from task where ${matches('task', word)}`,
    holds: holdsWord(sql.ref('task.searchText'), word),
    finds: matches('task', word),
  },
];

export const allTasksInScope = (user: CurrentUser): PageScope =>
  allOfTasks(user, ofTask.id, ofTask.clientId, ofTask.reviewerId);

export const tasksInScope = (db: Db, user: CurrentUser): Promise<PageScope> =>
  tasksOfPage(db, user, ofTask.id, ofTask.clientId, ofTask.reviewerId);

/** A person may see a task but not its client, so all clients are searched and each task is checked. */
export const searchableTasks = (db: Db, user: CurrentUser, input: FoundInput, pageScope: PageScope) => ({
  ...pageScope,
  id: sql.ref('task.id'),
  clientId: sql.ref('task.clientId'),
  own: ownTexts,
  rows: (seen: Predicate) => foundTasks(db, user, input, seen),
  ofClients: () => sql<SqlBool>`true`,
  each: ofRow(pageScope),
});
