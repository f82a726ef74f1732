import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { PendingStatus } from '@daybook/contracts/billing/pending/pending-invoices';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { isNamedBy, isOpenTask, movesFor } from '@daybook/contracts/tasks/tasks/task-machine';
import type { MovableTask, TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { billingStatusOf } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task, TaskRow, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { holds, seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { countSearched, accessPaths } from '../../document-search.ts';
import { inScope, ofRow } from '../../scope.ts';
import { tasksInBin } from './deleted-tasks.queries.ts';
import {
  allTasksInScope,
  foundTasks,
  keptTasks,
  searchableTasks,
  seenTasks,
  tasksInScope,
} from './task-filters.queries.ts';
import { checklistOf, notesOf } from './task-parts.queries.ts';

type ListInput = ParsedInputOf<typeof tasks.list>;

const withDetails = (query: ReturnType<typeof keptTasks>) =>
  query
    .leftJoin('client', 'client.id', 'task.clientId')
    .leftJoin('taskCategory as category', 'category.id', 'task.categoryId')
    .leftJoin('service', 'service.id', 'task.serviceId')
    .leftJoin('appUser as reviewer', 'reviewer.id', 'task.reviewerId')
    .leftJoin('billingEntity as entity', 'entity.id', 'task.billingEntityId')
    .leftJoin('pendingItem', (join) =>
      join.onRef('pendingItem.sourceId', '=', 'task.id').on('pendingItem.source', '=', sql.lit('task')),
    )
    .select((eb) => [
      'task.id',
      'task.version',
      'task.no',
      'task.title',
      'task.clientId',
      'client.name as clientName',
      'task.internal',
      'task.categoryId',
      'category.name as categoryName',
      'task.serviceId',
      'service.name as serviceName',
      sql<TaskStatus>`task.status`.as('status'),
      sql<TaskStatus | null>`task.held_status`.as('heldStatus'),
      'task.priority',
      'task.startOn',
      'task.targetOn',
      'task.dueOn',
      'task.reviewerId',
      'reviewer.name as reviewerName',
      'task.submittedBy as submittedById',
      'task.reviewRequired',
      'task.billable',
      sql<BillingRule>`task.billing_rule`.as('billingRule'),
      sql<boolean>`coalesce(client.billable, true)`.as('clientBillable'),
      sql<boolean>`client.erased_at is not null`.as('clientErased'),
      'task.fee',
      'task.billingEntityId',
      'entity.name as entityName',
      'entity.baseCurrency as currency',
      'pendingItem.id as pendingItemId',
      'pendingItem.invoiceId',
      sql<PendingStatus | null>`pending_item.status`.as('pendingStatus'),
      sql<PendingStatus | null>`case when task.billing_rule <> 'fixed_fee' then status_of_hours(task.id) end`.as(
        'hoursStatus',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('taskAssignee')
          .innerJoin('appUser', 'appUser.id', 'taskAssignee.userId')
          .whereRef('taskAssignee.taskId', '=', 'task.id')
          .select(['appUser.id', 'appUser.name as label'])
          .orderBy('appUser.name')
          .orderBy('appUser.id'),
      ).as('assignees'),
      sql<number>`(select count(*) from task_checklist_item item where item.task_id = task.id)`.as(
        'checklistTotal',
      ),
      sql<number>`(select count(item.done_at) from task_checklist_item item where item.task_id = task.id)`.as(
        'checklistDone',
      ),
      'task.estimateMin',
      sql<number>`(select coalesce(sum(time.minutes), 0) from time_entry time
        where time.task_id = task.id and time.removed_at is null)::int`.as('spentMin'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const named = (id: string | null, label: string | null) => (id === null ? null : { id, label: label ?? '' });

const movable = (row: Omit<Row, 'fee'>): MovableTask => ({
  ...row,
  assigneeIds: row.assignees.map(({ id }) => id),
});

/** A task as its state machine needs it. */
export const movableTask = (task: Task): MovableTask => ({
  ...task,
  assigneeIds: task.assignees.map(({ id }) => id),
  reviewerId: task.reviewer?.id ?? null,
  submittedById: task.submittedBy?.id ?? null,
});

/** As the caller may see it: the fee only with a right to money (docs/rules.md#money-permissions). */
function shown(user: CurrentUser, { fee, ...row }: Row): TaskRow {
  const mover = { id: user.id, mayEdit: holds(user, 'tasks.edit') };
  return {
    ...row,
    client: named(row.clientId, row.clientName),
    category: named(row.categoryId, row.categoryName),
    service: named(row.serviceId, row.serviceName),
    reviewer: named(row.reviewerId, row.reviewerName),
    ...(seesMoney(user) ? { fee } : {}),
    // An item from before the client's work stopped being billable is still pending.
    billingStatus: billingStatusOf(
      row.billable && (row.clientBillable || row.pendingStatus !== null),
      row.billingRule === 'fixed_fee' ? row.pendingStatus : row.hoursStatus,
    ),
    // Invoiced work cannot be reopened.
    moves: row.clientErased
      ? []
      : movesFor(movable(row), mover).filter(
          ({ name }) => name !== 'reopen' || row.pendingStatus !== 'invoiced',
        ),
  };
}

const dueOn: SortKey<Row> = { by: sql.ref('task.dueOn'), of: (row) => row.dueOn };
// Written exactly as in the index task_by_work.
const isDone: SortKey<Row> = {
  by: sql`(task.status in ('completed', 'cancelled'))::int`,
  of: (row) => Number(!isOpenTask(row.status)),
};
const sorts: Record<string, SortKey<Row>[]> = {
  work: [isDone, dueOn],
  dueOn: [dueOn],
  priority: [{ by: sql.ref('task.priority'), of: (row) => row.priority }, dueOn],
  // A longer task number is a later one.
  no: [
    { by: sql`length(task.no)`, of: (row) => row.no.length },
    { by: sql.ref('task.no'), of: (row) => row.no },
  ],
};

export async function listTasks(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const { status, priority } = input.filter;
  // Do not sort by what is the same in all rows: the planner would then expect no rows after the current one.
  const isAlike =
    (name === 'work' && status !== undefined) || (name === 'priority' && priority !== undefined);
  const order = isAlike ? 'dueOn' : name;
  const keys = [...(sorts[order] ?? []), { by: sql.ref('task.id'), of: (row: Row) => row.id }];
  const pageScope = await tasksInScope(db, user);
  const paths = await accessPaths(db, input.q, searchableTasks(db, user, input, pageScope));
  const page = await pageByKeyset(
    withDetails(foundTasks(db, user, input, ofRow(pageScope))),
    keys,
    descending,
    input,
    paths,
  );
  return { ...page, rows: page.rows.map((row) => shown(user, row)) };
}

/** Tasks by their ids, if the caller may see them. */
export async function tasksOf(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
): Promise<Map<string, TaskRow>> {
  if (ids.length === 0) return new Map();
  const rows = await withDetails(keptTasks(db).where(seenTasks(user)))
    .where('task.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, shown(user, row)]));
}

export const countTasks = (db: Db, user: CurrentUser, input: ListInput) =>
  countSearched(db, input.q, searchableTasks(db, user, input, allTasksInScope(user)));

const withRecord = (query: ReturnType<typeof keptTasks>) =>
  withDetails(query)
    .leftJoin('appUser as completer', 'completer.id', 'task.completedBy')
    .leftJoin('appUser as submitter', 'submitter.id', 'task.submittedBy')
    .leftJoin(
      'recurringTaskCategory as recurringCategory',
      'recurringCategory.id',
      'task.recurringCategoryId',
    )
    .select([
      'task.periodFrom',
      'task.periodTo',
      'task.description',
      'task.statusReason',
      'task.filedOn',
      'task.ackNo',
      'task.completedAt',
      'completer.name as completedBy',
      'submitter.name as submitterName',
      'task.recurringCategoryId',
      'recurringCategory.name as recurringCategoryName',
      'task.seriesId',
      'task.duplicateReason',
      sql<boolean>`exists (select from time_entry time where time.task_id = task.id and time.removed_at is null)`.as(
        'hasTime',
      ),
    ]);

type RecordRow = Awaited<ReturnType<ReturnType<typeof withRecord>['executeTakeFirstOrThrow']>>;

async function seriesOf(db: Db, user: CurrentUser, id: string): Promise<Task['series']> {
  const series = await db
    .selectFrom('series')
    .select([
      'id',
      'title as label',
      sql<boolean>`${inScope.client(user, sql.ref('series.clientId'))}`.as('isSeen'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return series ?? null;
}

async function record(db: Db, user: CurrentUser, row: RecordRow | undefined): Promise<Task> {
  if (!row) throw new Refusal('NOT_FOUND');
  const {
    periodFrom,
    periodTo,
    description,
    statusReason,
    completedAt,
    completedBy,
    filedOn,
    ackNo,
    hasTime,
  } = row;
  const mayWork = holds(user, 'tasks.edit') || isNamedBy(movable(row), user.id);
  const notes = await notesOf(db, user, { ...movable(row), id: row.id });
  return {
    ...shown(user, row),
    periodFrom,
    periodTo,
    description,
    statusReason,
    completedAt,
    completedBy,
    submittedBy: named(row.submittedById, row.submitterName),
    billingEntity: named(row.billingEntityId, row.entityName),
    clientBillable: row.clientBillable,
    clientErased: row.clientErased,
    recurringCategory: named(row.recurringCategoryId, row.recurringCategoryName),
    duplicateReason: row.duplicateReason,
    series: row.seriesId === null ? null : await seriesOf(db, user, row.seriesId),
    pendingItemId: row.pendingItemId,
    invoiceId: row.invoiceId,
    filedOn,
    ackNo,
    checklist: await checklistOf(db, user, row.id, movable(row)),
    notes,
    mayWork,
    hasTime,
    mayTalk: mayWork || notes.some(({ mentions }) => mentions.some(({ id }) => id === user.id)),
  };
}

/** Refuses NOT_FOUND, even for a task outside the caller’s scope. */
export const getTask = async (db: Db, user: CurrentUser, id: string): Promise<Task> =>
  record(
    db,
    user,
    await withRecord(keptTasks(db).where(seenTasks(user)))
      .where('task.id', '=', id)
      .executeTakeFirst(),
  );

/** The record that a person has just saved, even if the change (such as handing the task on) took it out of their scope. */
export const writtenTask = async (db: Db, user: CurrentUser, id: string): Promise<Task> =>
  record(db, user, await withRecord(keptTasks(db)).where('task.id', '=', id).executeTakeFirst());

/** A task in the bin, as it was. Refuses NOT_FOUND, also once it has been there longer than the bin keeps it. */
export const getRemovedTask = async (db: Db, user: CurrentUser, id: string): Promise<Task> =>
  record(
    db,
    user,
    await withRecord(tasksInBin(db)).where(seenTasks(user)).where('task.id', '=', id).executeTakeFirst(),
  );
