import { sql } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type { Scope, UserType } from '@daybook/contracts/permissions';
import { readsNote } from '@daybook/contracts/tasks/tasks/note-levels';
import type { NoteLevel } from '@daybook/contracts/tasks/tasks/note-levels';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';

type Seen = Pick<Task, 'id' | 'reviewer' | 'assignees'>;

interface Person extends Reference {
  scope: Scope;
  userType: UserType;
  opensTasks: boolean;
}

/** The people whom a note may mention: active staff, if they can read it. */
const staff = (db: Db) =>
  db
    .selectFrom('appUser')
    .where('userType', '<>', 'client')
    .where('status', '=', 'active')
    .select([
      'id',
      'name as label',
      sql<Scope>`scope`.as('scope'),
      sql<UserType>`user_type`.as('userType'),
      sql<boolean>`(user_type = 'super_admin' or exists (
        select from user_grant held where held.user_id = app_user.id and held.key = 'tasks.view'))`.as(
        'opensTasks',
      ),
    ]);

/** Those of these people who see the task and can read the caller’s note at this level. */
async function readersOf(
  db: Db,
  user: CurrentUser,
  task: Seen,
  level: NoteLevel,
  people: readonly Person[],
): Promise<Set<string>> {
  const note = {
    level,
    authorId: user.id,
    reviewerId: task.reviewer?.id ?? null,
    assigneeIds: task.assignees.map(({ id }) => id),
  };
  const reading = people.filter((person) => person.opensTasks && readsNote(note, person));
  if (reading.length === 0) return new Set();
  const each = reading.map(
    ({ id, scope }) => sql`select ${id}::uuid as id from task where task.id = ${task.id}
      and ${inScope.task({ id, scope }, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId'))}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Which of the ids are staff, and which of those can read the note. */
export async function readersAmong(
  db: Db,
  user: CurrentUser,
  task: Seen,
  level: NoteLevel,
  ids: readonly string[],
): Promise<{ people: Person[]; readers: Set<string> }> {
  if (ids.length === 0) return { people: [], readers: new Set() };
  const people = await staff(db).where('id', 'in', ids).execute();
  return { people, readers: await readersOf(db, user, task, level, people) };
}

/** The most people to check for readers. */
const mostAsked = 50;
const mostOffered = 10;

/** People named on the task first, then by name. */
export async function offeredReaders(
  db: Db,
  user: CurrentUser,
  task: Task,
  level: NoteLevel,
  q: string,
): Promise<Reference[]> {
  const named = [...task.assignees.map(({ id }) => id), ...(task.reviewer ? [task.reviewer.id] : [])];
  const people = await staff(db)
    .where('id', '<>', user.id)
    .$if(q !== '', (query) => query.where(matches('appUser', q)))
    .orderBy(sql`id = any (${named}::uuid[])`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(mostAsked)
    .execute();
  const readers = await readersOf(db, user, task, level, people);
  return people
    .filter(({ id }) => readers.has(id))
    .slice(0, mostOffered)
    .map(({ id, label }) => ({ id, label }));
}
