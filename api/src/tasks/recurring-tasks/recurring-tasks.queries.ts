import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import type {
  RecurringTask,
  RecurringTaskRow,
  recurringTasks,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { holdsWord, matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import type { OwnText } from '../../document-search.ts';
import { countSearched, accessPaths } from '../../document-search.ts';
import { subscriptionOfSeries } from '../../recurrence/subscription-of-series.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { nextOfSeries } from './recurring-tasks.next.ts';

type ListInput = ParsedInputOf<typeof recurringTasks.list>;
type Predicate = RawBuilder<SqlBool>;

const found = (db: Db, { filter }: Pick<ListInput, 'filter'>, visible: Predicate) =>
  whereGiven(
    db
      .selectFrom('series')
      .innerJoin('recurringTask as terms', 'terms.seriesId', 'series.id')
      // A literal: a query with a parameter here would be planned each time.
      .where('series.kind', '=', sql.lit('task'))
      .where(visible),
    filter,
    {
      status: 'series.status',
      pausedFor: (pausedFor, eb) => [
        eb('series.status', '=', 'paused'),
        eb('series.pausedFor', '=', pausedFor),
      ],
      clientId: 'series.clientId',
      categoryId: 'terms.categoryId',
      assigneeId: (assigneeId) =>
        sql<SqlBool>`series.id = any (array(select series_id from recurring_task_assignee where user_id = ${assigneeId}))`,
    },
  );

const reference = (table: string, label = 'name') =>
  sql<Reference>`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'label', ${sql.ref(`${table}.${label}`)})`;
const referenceOrNull = (table: string, label?: string) =>
  sql<Reference | null>`case when ${sql.ref(`${table}.id`)} is not null then ${reference(table, label)} end`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'series.clientId')
    .innerJoin('billingEntity as home', 'home.id', 'client.defaultEntityId')
    .innerJoin('seriesProgress as progress', 'progress.seriesId', 'series.id')
    .innerJoin('recurringTaskCategory as category', 'category.id', 'terms.categoryId')
    .leftJoin('appUser as reviewer', 'reviewer.id', 'terms.reviewerId')
    .leftJoin('billingEntity as entity', 'entity.id', 'terms.billingEntityId')
    .select((eb) => [
      'series.id',
      'series.version',
      'series.title',
      reference('client').as('client'),
      reference('category').as('category'),
      'series.rrule',
      sql<RecurringTaskRow['rule']['shift']>`series.shift`.as('shift'),
      'series.calendarId',
      'series.leadDays',
      'series.periodOffset',
      'series.calendarYear',
      'series.startsOn',
      'series.lastOn',
      'progress.doneThrough',
      sql<string>`case when series.calendar_year then '01-01' else home.fy_start end`.as('fyStart'),
      'home.docLocale as language',
      'home.country',
      sql<RecurringTaskRow['status']>`series.status`.as('status'),
      sql<RecurringTaskRow['pausedFor']>`series.paused_for`.as('pausedFor'),
      sql<RecurringTaskRow['assigneeRule']>`terms.assignee_rule`.as('assigneeRule'),
      jsonArrayFrom(
        eb
          .selectFrom('recurringTaskAssignee as doer')
          .innerJoin('appUser', 'appUser.id', 'doer.userId')
          .whereRef('doer.seriesId', '=', 'series.id')
          .select(['appUser.id', 'appUser.name as label'])
          .orderBy('doer.no'),
      ).as('assignees'),
      referenceOrNull('reviewer').as('reviewer'),
      'terms.billable',
      sql<RecurringTaskRow['billingRule']>`terms.billing_rule`.as('billingRule'),
      'terms.fee',
      'entity.baseCurrency as currency',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;
export type SeriesRow = Pick<
  Row,
  | 'id'
  | 'title'
  | 'status'
  | 'category'
  | 'rrule'
  | 'shift'
  | 'calendarId'
  | 'leadDays'
  | 'periodOffset'
  | 'startsOn'
  | 'lastOn'
  | 'doneThrough'
  | 'fyStart'
  | 'language'
  | 'country'
>;

/** As the caller may see it: the fee only with a right to money (docs/rules.md#money-permissions). */
async function shown(db: Db, user: CurrentUser, rows: readonly Row[]): Promise<RecurringTaskRow[]> {
  const nexts = await nextOfSeries(db, rows);
  return rows.map((row) => {
    const { rrule, shift, calendarId, leadDays, fee, ...rest } = row;
    const {
      startsOn: _from,
      lastOn: _to,
      doneThrough: _done,
      fyStart: _year,
      language: _own,
      country: _at,
      periodOffset,
      calendarYear,
      ...kept
    } = rest;
    return {
      ...kept,
      ...(seesMoney(user) ? { fee } : {}),
      rule: {
        rrule,
        shift,
        calendarId,
        leadDays,
        periodOffset: periodOffset as -1 | 0 | 1,
        ...(calendarYear && { calendarYear }),
      },
      next: nexts.get(row.id) ?? null,
    };
  });
}

const ofClient = sql.ref('series.clientId');

const ownTexts = (word: string): OwnText[] => [
  {
    ids: sql`select series.id from series where series.kind = 'task' and ${matches('series', word)}`,
    holds: holdsWord(sql.ref('series.searchText'), word),
    finds: matches('series', word),
  },
];

const searchable = (db: Db, user: CurrentUser, pageScope: PageScope, input: ListInput) => ({
  ...pageScope,
  id: sql.ref('series.id'),
  clientId: ofClient,
  own: ownTexts,
  rows: (visible: Predicate) => found(db, input, visible),
  ofClients: (clientId: Parameters<typeof inScope.client>[1]) => inScope.client(user, clientId),
});

export async function listRecurringTasks(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql`series.title collate "und-x-icu"`, of: (row: Row) => row.title },
    { by: sql.ref('series.id'), of: (row: Row) => row.id },
  ];
  const pageScope = await clientsOfPage(db, user, ofClient);
  const paths = await accessPaths(db, input.q, searchable(db, user, pageScope, input));
  const page = await pageByKeyset(
    withDetails(found(db, input, ofRow(pageScope))),
    keys,
    descending,
    input,
    paths,
  );
  return { ...page, rows: await shown(db, user, page.rows) };
}

export const countRecurringTasks = (db: Db, user: CurrentUser, input: ListInput) =>
  countSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input));

/** Refuses NOT_FOUND, even for a series outside the caller’s scope. */
export async function getRecurringTask(db: Db, user: CurrentUser, id: string): Promise<RecurringTask> {
  const row = await withDetails(found(db, { filter: {} }, inScope.client(user, ofClient)))
    .leftJoin('service', 'service.id', 'terms.serviceId')
    .leftJoin('series as earlier', 'earlier.id', 'series.predecessorId')
    .leftJoin('series as later', 'later.predecessorId', 'series.id')
    .where('series.id', '=', id)
    .select([
      sql<RecurringTask['ends']>`series.ends`.as('ends'),
      'series.endsOn',
      'series.endsAfter',
      'series.zone',
      sql<RecurringTask['catchUp']>`series.catch_up`.as('catchUp'),
      'series.statusReason',
      'terms.reviewRequired',
      'terms.targetDays',
      'terms.priority',
      'terms.estimateMin',
      referenceOrNull('service').as('service'),
      referenceOrNull('entity').as('billingEntity'),
      'terms.description',
      sql<CategoryStep[]>`terms.checklist`.as('checklist'),
      'terms.categoryVersion',
      sql<boolean>`category.version > terms.category_version`.as('isBehindCategory'),
      referenceOrNull('earlier', 'title').as('predecessor'),
      referenceOrNull('later', 'title').as('successor'),
      subscriptionOfSeries,
      sql<boolean>`exists (select from series_run run where run.series_id = series.id and run.status = 'created')`.as(
        'hasRun',
      ),
      sql<number>`(select count(*) from task where task.series_id = series.id and task.status = 'todo'
        and task.deleted_at is null)`.as('notStarted'),
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const [series] = await shown(db, user, [row]);
  const { fee: _shown, ...own } = row;
  return { ...own, ...(series as RecurringTaskRow) };
}
