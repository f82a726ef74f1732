import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { daysInBin } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import type { DeletedTask, deletedTasks } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { countSearched, accessPaths } from '../../document-search.ts';
import { ownTexts, seenTasks } from './task-filters.queries.ts';

type ListInput = ParsedInputOf<typeof deletedTasks.list>;

const period = sql.lit(`${daysInBin} days`);

/** Tasks that can still be restored. */
export const tasksInBin = (db: Db) =>
  db.selectFrom('task').where('task.deletedAt', '>', sql<string>`now() - interval ${period}`);

const found = (db: Db, user: CurrentUser, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(tasksInBin(db).where(seenTasks(user)), filter, {
    clientId: 'task.clientId',
    status: 'task.status',
  });

/** A person may see a task but not its client, so all clients are searched and each task is checked. */
const searchable = (db: Db, user: CurrentUser, input: Pick<ListInput, 'filter'>) => ({
  id: sql.ref('task.id'),
  clientId: sql.ref('task.clientId'),
  own: ownTexts,
  rows: (seen: RawBuilder<SqlBool>) => found(db, user, input).where(seen),
  visible: sql<SqlBool>`true`,
  ofClients: () => sql<SqlBool>`true`,
});

const withDetails = (query: ReturnType<typeof found>) =>
  query.leftJoin('client', 'client.id', 'task.clientId').select([
    'task.id',
    'task.version',
    'task.no',
    'task.title',
    'task.clientId',
    'client.name as clientName',
    sql<TaskStatus>`task.status`.as('status'),
    'task.dueOn',
    sql<string>`task.deleted_at`.as('deletedAt'),
    sql<string>`task.deleted_at + interval ${period}`.as('keptUntil'),
    // When it was last moved to the bin, from the audit log.
    sql<
      string | null
    >`(select person.name from audit_event event join app_user person on person.id = event.actor_id
      where event.entity = 'task' and event.entity_id = task.id and event.body #>> '{after,deleted_at}' is not null
      order by event.id desc limit 1)`.as('deletedBy'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const keys: SortKey<Row>[] = [
  { by: sql.ref('task.deletedAt'), of: (row) => row.deletedAt },
  { by: sql.ref('task.id'), of: (row) => row.id },
];

const shown = ({ clientId, clientName, ...row }: Row): DeletedTask => ({
  ...row,
  client: clientId === null ? null : { id: clientId, label: clientName ?? '' },
});

export async function listDeletedTasks(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const paths = await accessPaths(db, input.q, searchable(db, user, input));
  const page = await pageByKeyset(withDetails(found(db, user, input)), keys, descending, input, paths);
  return { ...page, rows: page.rows.map(shown) };
}

export const countDeletedTasks = (db: Db, user: CurrentUser, input: ListInput) =>
  countSearched(db, input.q, searchable(db, user, input));
