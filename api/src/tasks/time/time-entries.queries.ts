import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { TimeEntry, timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOfAll } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { holdsWord, matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfTasks, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { allSearched, accessPaths } from '../../document-search.ts';
import type { OwnText } from '../../document-search.ts';
import {
  allTasksInScope,
  ownTexts as textsOfTask,
  seenTasks,
  tasksInScope,
} from '../tasks/task-filters.queries.ts';

type ListInput = ParsedInputOf<typeof timeEntries.list>;

const kept = (db: Db) =>
  db
    .selectFrom('timeEntry')
    .innerJoin('task', 'task.id', 'timeEntry.taskId')
    .leftJoin('client', 'client.id', 'task.clientId')
    .where('timeEntry.removedAt', 'is', null);

const seenBy = (db: Db, user: CurrentUser) => kept(db).where(seenTasks(user));

const found = (db: Db, { filter }: Pick<ListInput, 'filter'>, seen: RawBuilder<SqlBool>) =>
  whereGiven(kept(db).where(seen), filter, {
    taskId: 'timeEntry.taskId',
    userId: 'timeEntry.userId',
    // As an array: the plan then goes from few tasks to their time, whatever the planner thinks of the order of days.
    clientId: (clientId) =>
      sql<SqlBool>`time_entry.task_id = any (array(select id from task where client_id = ${clientId}))`,
    from: ['>=', 'timeEntry.workedOn'],
    to: ['<=', 'timeEntry.workedOn'],
    billable: 'timeEntry.billable',
  });

/** Searches the note of a time entry, and the number and title of its task. */
const ownTexts = (word: string): OwnText[] => [
  {
    ids: sql`select time_entry.id from time_entry where removed_at is null and ${matches('timeEntry', word)}`,
    holds: holdsWord(sql.ref('timeEntry.searchText'), word),
    finds: matches('timeEntry', word),
  },
  ...textsOfTask(word).map(({ ids, ...text }) => ({
    ...text,
    ids: sql`select time_entry.id from time_entry where removed_at is null and task_id in (${ids})`,
  })),
];

/** A person may see a task but not its client, so the clients of all these tasks are searched and each entry is checked. */
const searchable = (db: Db, user: CurrentUser, input: Pick<ListInput, 'filter'>, pageScope: PageScope) => ({
  ...pageScope,
  id: sql.ref('timeEntry.id'),
  clientId: sql.ref('task.clientId'),
  own: ownTexts,
  rows: (seen: RawBuilder<SqlBool>) => found(db, input, seen),
  ofClients: (clientId: Expression<unknown>) => clientsOfTasks(user, clientId),
  each: ofRow(pageScope),
});

const withDetails = (query: ReturnType<typeof seenBy>) =>
  query
    .innerJoin('appUser as person', 'person.id', 'timeEntry.userId')
    .select([
      'timeEntry.id',
      'timeEntry.version',
      'timeEntry.taskId',
      'task.no',
      'task.title',
      'task.clientId',
      'client.name as clientName',
      'client.erasedAt',
      'timeEntry.userId',
      'person.name as personName',
      'timeEntry.workedOn',
      'timeEntry.startedAt',
      'timeEntry.endedAt',
      'timeEntry.minutes',
      'timeEntry.billable',
      'timeEntry.note',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = (user: CurrentUser, row: Row): TimeEntry => ({
  ...row,
  task: { id: row.taskId, no: row.no, label: row.title },
  client: row.clientId === null ? null : { id: row.clientId, label: row.clientName ?? '' },
  person: { id: row.userId, label: row.personName },
  isOwn: row.userId === user.id,
  mayEdit: row.erasedAt === null && (row.userId === user.id || holds(user, 'tasks.edit')),
});

const keys: SortKey<Row>[] = [
  { by: sql.ref('timeEntry.workedOn'), of: (row) => row.workedOn },
  { by: sql.ref('timeEntry.id'), of: (row) => row.id },
];

export async function listTime(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const pageScope = await tasksInScope(db, user);
  const paths = await accessPaths(db, input.q, searchable(db, user, input, pageScope));
  const rows = withDetails(found(db, input, ofRow(pageScope)));
  const page = await pageByKeyset(rows, keys, descending, input, paths);
  return { ...page, rows: page.rows.map((row) => shown(user, row)) };
}

/** The number of entries and their time; no sum if there are too many to count. */
export async function totalTime(db: Db, user: CurrentUser, input: ListInput) {
  const all = await allSearched(db, input.q, searchable(db, user, input, allTasksInScope(user)));
  // Without the minutes, an index alone can count the entries.
  const counted = await totalOfAll(
    db,
    all.map((rows) => sql`(${rows.select(sql`1`.as('one'))})`),
  );
  if (counted.isCapped) return { ...counted, minutes: null };
  const each = all.map((rows) => sql`(${rows.select(sql`coalesce(time_entry.minutes, 0)`.as('minutes'))})`);
  const summed = await sql<{ minutes: number }>`
    select coalesce(sum(minutes), 0)::int as minutes from (${sql.join(each, sql` union all `)}) as found`.execute(
    db,
  );
  return { ...counted, minutes: summed.rows[0]?.minutes ?? 0 };
}

/** Refuses NOT_FOUND, even for an entry on a task outside the caller’s scope. */
export async function getTime(db: Db, user: CurrentUser, id: string): Promise<TimeEntry> {
  const row = await withDetails(seenBy(db, user)).where('timeEntry.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(user, row);
}

/** The caller’s running timer, even on a task that the caller no longer sees, since it must still be stopped. */
export async function runningOf(db: Db, user: CurrentUser): Promise<TimeEntry | null> {
  const row = await withDetails(seenBy(db, { ...user, scope: 'all' }))
    .where('timeEntry.userId', '=', user.id)
    .where('timeEntry.startedAt', 'is not', null)
    .where('timeEntry.endedAt', 'is', null)
    .executeTakeFirst();
  return row ? shown(user, row) : null;
}
