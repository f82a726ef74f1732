import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { mostEntries } from '@daybook/contracts/billing/pending/unbilled-hours';
import type {
  BilledHours,
  UnbilledTask,
  unbilledHours,
} from '@daybook/contracts/billing/pending/unbilled-hours';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import { hoursOf, valued } from './unbilled-hours.rules.ts';
import type { Entry, Valued } from './unbilled-hours.rules.ts';
import { weeksWithoutTime } from './weeks-without-time.ts';

type ListInput = ParsedInputOf<typeof unbilledHours.list>;

export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Whether the week of an entry is approved, if the firm asks for it; as `awaits_approval`, but planned with the query instead of called
 * for each row.
 */
export function isApproved(entry: string): RawBuilder<SqlBool> {
  const day = sql.ref(`${entry}.workedOn`);
  return sql<SqlBool>`((select not bills_approved_weeks from firm) or exists (select from time_week week
    where week.user_id = ${sql.ref(`${entry}.userId`)} and week.status = 'approved'
      and week.week_on = ${day} - extract(isodow from ${day})::int + 1))`;
}

/** Billable entries that are finished, on no bill, and await no approval that the firm asks for. */
const isUnbilled = ({ from, to }: Period): RawBuilder<SqlBool> => sql<SqlBool>`(
  time_entry.removed_at is null and time_entry.minutes is not null and time_entry.billable
  and time_entry.worked_on >= coalesce(${from ?? null}::date, '-infinity')
  and time_entry.worked_on <= coalesce(${to ?? null}::date, 'infinity')
  and not exists (select from time_bill_entry billed where billed.entry_id = time_entry.id and billed.live)
  and ${isApproved('timeEntry')})`;

/** The tasks whose hours are billed. */
const byHours = (db: Db, visible: Expression<SqlBool>) =>
  db
    .selectFrom('task')
    .innerJoin('client', 'client.id', 'task.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'task.billingEntityId')
    .where('task.deletedAt', 'is', null)
    .where('task.billable', '=', sql.lit(true))
    .where('task.billingRule', '<>', sql.lit('fixed_fee'))
    .where('client.billable', '=', sql.lit(true))
    .where(visible);

const found = (db: Db, visible: Expression<SqlBool>, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    byHours(db, visible).where(
      sql<SqlBool>`exists (select from time_entry where time_entry.task_id = task.id and ${isUnbilled(filter)})`,
    ),
    { ...filter, q },
    {
      clientId: 'task.clientId',
      entityId: 'task.billingEntityId',
      // The period is applied to the entries.
      from: null,
      to: null,
      completed: (isCompleted) => sql<SqlBool>`(task.status = 'completed') = ${isCompleted}`,
      q: (text) => sql<SqlBool>`(${matches('task', text)} or ${matches('client', text)})`,
    },
  );

const withDetails = (query: ReturnType<typeof byHours>) =>
  query.select([
    'task.id',
    'task.no',
    'task.title',
    sql<string>`task.client_id`.as('clientId'),
    'client.name as clientName',
    'client.sortName',
    'entity.id as entityId',
    'entity.name as entityName',
    'entity.baseCurrency as currency',
    'entity.timezone',
    'task.serviceId',
    sql<BillingRule>`task.billing_rule`.as('billingRule'),
    sql<boolean>`task.status = 'completed'`.as('isCompleted'),
    // Null without a limit: a task by the hour has no fee.
    'task.fee as limit',
    sql<Minor>`(select coalesce(sum(item.amount), 0)::bigint from pending_item item
      join time_bill bill on item.source = 'time' and item.source_id = bill.id
      where bill.task_id = task.id and bill.released_at is null and item.status <> 'written_off')`.as(
      'billed',
    ),
  ]);

/** The tasks with unbilled hours that match. */
export const hoursTasksWith = (
  db: Db,
  visible: Expression<SqlBool>,
  asked: Pick<ListInput, 'q' | 'filter'>,
) => withDetails(found(db, visible, asked));

export type HoursTask = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

export interface HoursEntry extends Entry {
  taskId: string;
  personName: string;
  note: string | null;
}

/** The charge rates that may apply to work for these clients in these currencies. */
const ratesFor = (db: Db, tasks: readonly HoursTask[]) =>
  db
    .selectFrom('chargeRate')
    .select(['clientId', 'serviceId', 'personId', 'currency', 'rate', 'validFrom', 'validTo'])
    .where('currency', 'in', [...new Set(tasks.map(({ currency }) => currency))])
    .where(
      sql<SqlBool>`(client_id is null or client_id = any (${[...new Set(tasks.map(({ clientId }) => clientId))]}::uuid[]))`,
    )
    .execute();

const entriesIn = (db: Db, taskIds: readonly string[], period: Period) =>
  db
    .selectFrom('timeEntry')
    .innerJoin('appUser as person', 'person.id', 'timeEntry.userId')
    .select([
      'timeEntry.id',
      'timeEntry.taskId',
      'timeEntry.userId as personId',
      'person.name as personName',
      'timeEntry.workedOn',
      sql<number>`time_entry.minutes`.as('minutes'),
      'timeEntry.note',
    ])
    .where(sql<SqlBool>`time_entry.task_id = any (${taskIds}::uuid[])`)
    .where(isUnbilled(period))
    .orderBy('timeEntry.workedOn')
    .orderBy('timeEntry.id');

/** The unbilled entries of tasks, each at its rate. With `lock`, nobody changes them before the end of the transaction. */
export async function entriesOf(
  db: Db,
  tasks: readonly HoursTask[],
  period: Period,
  { lock = false } = {},
): Promise<Valued<HoursEntry>[]> {
  if (tasks.length === 0) return [];
  const ids = tasks.map(({ id }) => id);
  const query = entriesIn(db, ids, period);
  const [rates, rows] = await Promise.all([
    ratesFor(db, tasks),
    (lock ? query.limit(mostEntries).forUpdate('timeEntry') : query).execute(),
  ]);
  const known = new Map(tasks.map((task) => [task.id, task]));
  return rows.flatMap((row) => {
    const task = known.get(row.taskId);
    if (task === undefined) return [];
    const { clientId, serviceId, currency } = task;
    return [valued({ ...row, clientId, serviceId, currency }, rates)];
  });
}

function shown(task: HoursTask, entries: readonly Valued<HoursEntry>[]): UnbilledTask {
  const { id, no, title, currency, billingRule, isCompleted } = task;
  return {
    id,
    no,
    title,
    client: { id: task.clientId, label: task.clientName },
    entity: { id: task.entityId, label: task.entityName },
    currency,
    billingRule,
    isCompleted,
    from: entries[0]?.workedOn ?? '',
    to: entries.at(-1)?.workedOn ?? '',
    ...hoursOf(entries, task),
  };
}

export async function listUnbilledHours(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql`client.sort_name collate "und-x-icu"`, of: (row: HoursTask) => row.sortName },
    { by: sql.ref('task.id'), of: (row: HoursTask) => row.id },
  ];
  const scope = await clientsOfPage(db, user, sql.ref('task.clientId'));
  const query = hoursTasksWith(db, ofRow(scope), input);
  const page = await pageByKeyset(query, keys, sortOf(input.sort).descending, input);
  const entries = Map.groupBy(await entriesOf(db, page.rows, input.filter), ({ taskId }) => taskId);
  return { ...page, rows: page.rows.map((task) => shown(task, entries.get(task.id) ?? [])) };
}

/** The number of tasks and their unbilled minutes; no sum if there are too many to count. */
export async function totalUnbilledHours(db: Db, user: CurrentUser, input: ListInput) {
  const { visible } = allOfClients(user, sql.ref('task.clientId'));
  const rows = found(db, visible, input);
  const counted = await totalOf(db, rows);
  if (counted.isCapped) return { ...counted, minutes: null };
  const { minutes } = await db
    .selectFrom('timeEntry')
    .where('timeEntry.taskId', 'in', rows.select('task.id'))
    .where(isUnbilled(input.filter))
    .select(sql<number>`coalesce(sum(minutes), 0)::int`.as('minutes'))
    .executeTakeFirstOrThrow();
  return { ...counted, minutes };
}

/** The task, if it is `visible` and its hours are billed. */
export const findHoursTask = (
  db: Db,
  visible: Expression<SqlBool>,
  taskId: string,
): Promise<HoursTask | undefined> =>
  withDetails(byHours(db, visible)).where('task.id', '=', taskId).executeTakeFirst();

/** Refuses NOT_FOUND, also for a task whose hours are not billed. */
export async function getHoursTask(db: Db, user: CurrentUser, taskId: string): Promise<HoursTask> {
  const task = await findHoursTask(db, inScope.client(user, sql.ref('task.clientId')), taskId);
  if (!task) throw new Refusal('NOT_FOUND');
  return task;
}

const hoursShown = ({
  id,
  personId,
  personName,
  workedOn,
  minutes,
  note,
  rate,
  amount,
}: Valued<HoursEntry>) => ({
  id,
  person: { id: personId, label: personName },
  workedOn,
  minutes,
  note,
  rate,
  amount,
});

/** The unbilled hours of a task. Refuses NOT_FOUND, also if there are none in the period. */
export async function openUnbilledHours(
  db: Db,
  user: CurrentUser,
  { id, from, to }: ParsedInputOf<typeof unbilledHours.open>,
) {
  const task = await getHoursTask(db, user, id);
  const entries = await entriesOf(db, [task], { from, to });
  if (entries.length === 0) throw new Refusal('NOT_FOUND');
  const days = entries.map(({ workedOn }) => workedOn);
  return {
    ...shown(task, entries),
    entries: entries.map(hoursShown),
    withoutTime: await weeksWithoutTime(db, id, days),
  };
}

/** The hours that a pending item bills. Refuses NOT_FOUND, also for an item that bills no hours. */
export async function hoursOfItem(db: Db, user: CurrentUser, itemId: string) {
  const rows = await db
    .selectFrom('pendingItem as item')
    .innerJoin('timeBill as bill', 'bill.id', 'item.sourceId')
    .innerJoin('timeBillEntry as billed', 'billed.billId', 'bill.id')
    .innerJoin('timeEntry as entry', 'entry.id', 'billed.entryId')
    .innerJoin('appUser as person', 'person.id', 'entry.userId')
    .where('item.id', '=', itemId)
    .where('item.source', '=', 'time')
    .where(inScope.client(user, sql.ref('item.clientId')))
    .select([
      'bill.fromOn as from',
      'bill.toOn as to',
      'entry.id',
      'entry.userId as personId',
      'person.name as personName',
      'entry.workedOn',
      'billed.minutes',
      'entry.note',
      'billed.rate',
      'billed.amount',
    ])
    .orderBy('entry.workedOn')
    .orderBy('entry.id')
    .execute();
  const [first] = rows;
  if (!first) throw new Refusal('NOT_FOUND');
  return {
    from: first.from,
    to: first.to,
    entries: rows.map(({ personId, personName, from: _from, to: _to, ...row }): BilledHours => ({
      ...row,
      person: { id: personId, label: personName },
    })),
  };
}
