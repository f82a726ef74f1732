import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { TimeEntry, timeEntries } from '@daybook/contracts/tasks/task-time';
import { holds } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import type { SortKey } from '../db/keyset.ts';
import { holdsWord, wordsOf } from '../db/search.ts';
import { inScope } from '../scope.ts';

type ListInput = ParsedInputOf<typeof timeEntries.list>;

const seenBy = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('timeEntry')
    .innerJoin('task', 'task.id', 'timeEntry.taskId')
    .leftJoin('client', 'client.id', 'task.clientId')
    .where('timeEntry.removedAt', 'is', null)
    .where(inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')));

/** Each word is of the task, of its client, or of the note. */
const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  wordsOf(q ?? '')
    .reduce(
      (query, word) =>
        query.where((eb) =>
          eb.or([
            holdsWord(sql`(lower(task.no) || ' ' || task.search_text)`, word),
            holdsWord(sql`coalesce(client.search_text, '')`, word),
            holdsWord(sql`lower(coalesce(time_entry.note, ''))`, word),
          ]),
        ),
      seenBy(db, user),
    )
    .$if(filter.taskId !== undefined, (query) => query.where('timeEntry.taskId', '=', filter.taskId ?? ''))
    .$if(filter.userId !== undefined, (query) => query.where('timeEntry.userId', '=', filter.userId ?? ''))
    .$if(filter.clientId !== undefined, (query) => query.where('task.clientId', '=', filter.clientId ?? ''))
    .$if(filter.from !== undefined, (query) => query.where('timeEntry.workedOn', '>=', filter.from ?? ''))
    .$if(filter.to !== undefined, (query) => query.where('timeEntry.workedOn', '<=', filter.to ?? ''))
    .$if(filter.billable !== undefined, (query) =>
      query.where('timeEntry.billable', '=', filter.billable ?? false),
    );

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
  mayEdit: row.userId === user.id || holds(user, 'tasks.edit'),
});

const keys: SortKey<Row>[] = [
  { by: sql.ref('timeEntry.workedOn'), of: (row) => row.workedOn },
  { by: sql.ref('timeEntry.id'), of: (row) => row.id },
];

export async function listTime(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shown(user, row)) };
}

/** How many there are, and the time in them; no sum of what is too much to count. */
export async function totalTime(db: Db, user: CurrentUser, input: ListInput) {
  const rows = found(db, user, input);
  const counted = await totalOf(db, rows);
  if (counted.isCapped) return { ...counted, minutes: null };
  const summed = await rows
    .select(sql<number>`coalesce(sum(time_entry.minutes), 0)::int`.as('minutes'))
    .executeTakeFirstOrThrow();
  return { ...counted, ...summed };
}

/** Refuses NOT_FOUND, also on a task outside the caller's scope. */
export async function getTime(db: Db, user: CurrentUser, id: string): Promise<TimeEntry> {
  const row = await withDetails(seenBy(db, user)).where('timeEntry.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(user, row);
}

/** One's timer; of a task that one no longer sees too, since it still has to be stopped. */
export async function runningOf(db: Db, user: CurrentUser): Promise<TimeEntry | null> {
  const row = await withDetails(seenBy(db, { ...user, scope: 'all' }))
    .where('timeEntry.userId', '=', user.id)
    .where('timeEntry.startedAt', 'is not', null)
    .where('timeEntry.endedAt', 'is', null)
    .executeTakeFirst();
  return row ? shown(user, row) : null;
}
