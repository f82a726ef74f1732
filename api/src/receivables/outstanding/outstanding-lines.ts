import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  OutstandingBy,
  OutstandingLine,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import { byDepartment } from './by-department.ts';
import type { Memos } from './line-memos.ts';
import { hasMovedSince, openBalances, openRows } from './open-rows.ts';
import type { OpenAsked } from './open-rows.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;
export type Asked = Pick<ParsedInputOf<typeof outstanding.list>, 'q' | 'filter'> &
  Pick<OpenAsked, 'clientIds' | 'isUnmoved'>;

export const dayOf = ({ filter: { asOf } }: Asked): RawBuilder<unknown> =>
  asOf === undefined ? sql`current_date` : sql`${asOf}::date`;

/** With whether anything moved since its day; most of the time the day is today, and nothing did. */
export const dated = async (db: Db, asked: Asked): Promise<Asked> => ({
  ...asked,
  isUnmoved: !(await hasMovedSince(db, dayOf(asked))),
});

const all = (conditions: readonly (Predicate | false)[]): Predicate =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions.filter((one) => one !== false)], sql` and `)}`;

/** The clients that the filters leave, or null if they leave all. */
function chosenClients({ q, filter }: Asked): RawBuilder<unknown> | null {
  const { groupId, crmId, managerId, departmentId, tag, active, promised } = filter;
  const conditions = [
    Boolean(q) && matches('client', q ?? ''),
    groupId !== undefined && sql<SqlBool>`client.group_id = ${groupId}`,
    crmId !== undefined && sql<SqlBool>`client.crm_id = ${crmId}`,
    managerId !== undefined && sql<SqlBool>`client.manager_id = ${managerId}`,
    tag !== undefined && sql<SqlBool>`${tag} = any (client.tags)`,
    active === true && sql<SqlBool>`client.status = 'active'`,
    promised === true && sql<SqlBool>`client.id in (select client_id from promise where state = 'open')`,
    departmentId !== undefined &&
      sql<SqlBool>`client.id in (select client_id from client_department where department_id = ${departmentId})`,
  ];
  return conditions.some((one) => one !== false)
    ? sql`(select client.id from client where ${all(conditions)})`
    : null;
}

/** The documents of the clients in the caller's scope that the filters leave. */
function openAsked(user: CurrentUser, asked: Asked): OpenAsked {
  const { clientId, entityId, currency } = asked.filter;
  const chosen = chosenClients(asked);
  return {
    day: dayOf(asked),
    of: (id: Ref) => all([inScope.client(user, id), chosen !== null && sql<SqlBool>`${id} in ${chosen}`]),
    ...(asked.clientIds !== undefined && { clientIds: asked.clientIds }),
    ...(clientId !== undefined && { clientIds: [clientId] }),
    ...(asked.isUnmoved && { isUnmoved: true }),
    ...(entityId !== undefined && { entityId }),
    ...(currency !== undefined && { currency }),
  };
}

export const rowsAsked = (user: CurrentUser, asked: Asked): RawBuilder<unknown> =>
  openRows(openAsked(user, asked));

/** By what rows are summed: the id in the row or its client, and where that id has its name. */
const kinds: Record<OutstandingBy, { id: string; table: string; name: string }> = {
  client: { id: 'row.client_id', table: 'client', name: 'sort_name' },
  group: { id: 'client.group_id', table: 'client_group', name: 'name' },
  crm: { id: 'client.crm_id', table: 'app_user', name: 'name' },
  manager: { id: 'client.manager_id', table: 'app_user', name: 'name' },
  department: { id: 'row.department_id', table: 'department', name: 'name' },
  entity: { id: 'row.entity_id', table: 'billing_entity', name: 'name' },
};

export const whoOf = (by: OutstandingBy): RawBuilder<unknown> => sql.ref(kinds[by].id);
export const byOf = ({ filter: { by } }: Asked): OutstandingBy => by ?? 'client';

/** Days since the row was due, or since its document was issued; null for a credit. */
export const daysOf = (asked: Asked): RawBuilder<unknown> =>
  asked.filter.basis === 'issue'
    ? sql`case when row.due_on is not null then ${dayOf(asked)} - row.issued_on end`
    : sql`${dayOf(asked)} - row.due_on`;

/** 0 for what is not due, then one for each bucket; null for a credit. */
export const bucketOf = (days: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<unknown> =>
  sql`case when ${days} <= 0 then 0 else width_bucket(${days} - 1, ${bounds}::int[]) + 1 end`;

/**
 * A line before its id and label are added. Each bucket is a column, the first for what is not due: an array of them would be
 * made for thousands of lines of which a page shows twenty.
 */
export interface Line
  extends
    Omit<OutstandingLine, 'id' | 'who' | 'notDue' | 'buckets' | keyof Memos>,
    Record<`bucket${number}`, Minor> {
  whoId: string | null;
  name: string;
  dueThisMonth: Minor;
}

/** What tells lines apart. */
export const lineKey = (whoId: string | null | undefined, currency: string): string =>
  `${whoId ?? 'none'} ${currency}`;

export const bucketNames = (bounds: readonly number[]): `bucket${number}`[] =>
  Array.from({ length: bounds.length + 2 }, (_, index) => `bucket${index}` as const);

/** The firm may have fewer buckets than an old link names. */
const inBucket = (bucket: number, bounds: readonly number[]): Predicate =>
  bucket < bounds.length + 2 ? sql<SqlBool>`${sql.ref(`line.bucket${bucket}`)} <> 0` : sql<SqlBool>`false`;

const chosenLines = ({ filter }: Asked, bounds: readonly number[]): Predicate =>
  all([
    filter.minimum !== undefined && sql<SqlBool>`line.balance >= ${filter.minimum}`,
    filter.overdue === true && sql<SqlBool>`line.overdue > 0`,
    filter.disputed === true && sql<SqlBool>`line.disputed > 0`,
    filter.unapplied === true && sql<SqlBool>`line.unapplied > 0`,
    filter.overDays !== undefined && sql<SqlBool>`line.oldest_days > ${filter.overDays}`,
    filter.bucket !== undefined && inBucket(filter.bucket, bounds),
  ]);

/** Whether a row falls into a bucket. Eight comparisons of days cost less than to find the bucket once. */
function isIn(bucket: number, bounds: readonly number[]): RawBuilder<unknown> {
  const [after, upto] = [bounds[bucket - 2] ?? 0, bounds[bucket - 1]];
  if (bucket === 0) return sql`days <= 0`;
  return upto === undefined
    ? sql`days > ${sql.lit(after)}`
    : sql`days > ${sql.lit(after)} and days <= ${sql.lit(upto)}`;
}

const openIf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum_minor(open) filter (where ${condition}), 0)`;

/** The sums of a line by their names. */
function sumsOf(asked: Asked, bounds: readonly number[]): Map<string, RawBuilder<unknown>> {
  const day = dayOf(asked);
  const monthEnd = sql`(date_trunc('month', ${day}) + interval '1 month')::date`;
  return new Map<string, RawBuilder<unknown>>([
    ['clients', byOf(asked) === 'client' ? sql`1` : sql`count(distinct client_id)::int`],
    ...bucketNames(bounds).map((name, index) => [name, openIf(isIn(index, bounds))] as const),
    ['unapplied', sql`coalesce(-sum_minor(open) filter (where days is null), 0)`],
    ['balance', sql`sum_minor(open)`],
    ['overdue', sql`sum_minor(overdue)`],
    ['disputed', sql`sum_minor(disputed)`],
    ['oldestDays', sql`greatest(max(days), 0)`],
    ['dueThisMonth', openIf(sql`due_on >= ${day} and due_on < ${monthEnd}`)],
  ]);
}

/** The sums by which the asked lines are chosen. */
export const sumsAsked = ({ filter }: Asked): string[] => [
  ...(filter.minimum === undefined ? [] : ['balance']),
  ...(filter.overdue ? ['overdue'] : []),
  ...(filter.disputed ? ['disputed'] : []),
  ...(filter.unapplied ? ['unapplied'] : []),
  ...(filter.overDays === undefined ? [] : ['oldestDays']),
  ...(filter.bucket === undefined ? [] : [`bucket${filter.bucket}`]),
];

/** The open rows, each with whose line it falls into and its days. */
function partsOf(user: CurrentUser, asked: Asked): RawBuilder<unknown> {
  const by = byOf(asked);
  const { id } = kinds[by];
  const rows = rowsAsked(user, asked);
  return sql`(
    select ${sql.ref(id)} as who_id, row.client_id, row.currency, row.open, row.overdue, row.disputed, row.due_on,
      ${daysOf(asked)} as days
    from ${by === 'department' ? byDepartment(rows) : rows} row
    ${id.startsWith('client.') ? sql`join client on client.id = row.client_id` : sql``})`;
}

/** The parts added up by line. Balances alone, which sort the report when it is opened, come from the totals that are stored by client. */
function addedUp(
  user: CurrentUser,
  asked: Asked,
  bounds: readonly number[],
  only?: readonly string[],
): RawBuilder<unknown> {
  if (asked.isUnmoved && byOf(asked) === 'client' && only?.every((sum) => sum === 'balance'))
    return sql`(select client_id as who_id, currency, balance from ${openBalances(openAsked(user, asked))} held)`;
  const sums = [...sumsOf(asked, bounds)]
    .filter(([sum]) => only?.includes(sum) ?? true)
    .map(([sum, of]) => sql`, ${of} as ${sql.ref(sum)}`);
  return sql`(select who_id, currency${sql.join(sums, sql``)} from ${partsOf(user, asked)} part group by who_id, currency)`;
}

/**
 * The lines of the report, each with its amounts and its name; computed as a whole, so that they can be sorted by any of them. `only`
 * these sums, or `name`, if others are not needed: most of the time goes into them.
 */
export function linesOf(
  user: CurrentUser,
  asked: Asked,
  bounds: readonly number[],
  only?: readonly string[],
): RawBuilder<Line> {
  const { table, name } = kinds[byOf(asked)];
  const isNamed = only?.includes('name') ?? true;
  return sql<Line>`(
    select line.*${isNamed ? sql`, coalesce(named.${sql.ref(name)}, '') as name` : sql``}
    from ${addedUp(user, asked, bounds, only)} line
      ${isNamed ? sql`left join ${sql.table(table)} named on named.id = line.who_id` : sql``}
    where ${chosenLines(asked, bounds)})`;
}

/** The sums of all lines in a currency, by the names of `sumsOf`, and how many lines there are. */
export type CurrencySums = Pick<
  Line,
  'currency' | 'unapplied' | 'balance' | 'overdue' | 'disputed' | 'dueThisMonth'
> &
  Record<`bucket${number}`, Minor> & { lines: number };

/** All lines added up by currency. */
export function currencySums(
  user: CurrentUser,
  asked: Asked,
  bounds: readonly number[],
): RawBuilder<CurrencySums> {
  const names = [...bucketNames(bounds), 'unapplied', 'balance', 'overdue', 'disputed', 'dueThisMonth'];
  const sums = names.map((sum) => sql`sum_minor(${sql.ref(sum)}) as ${sql.ref(sum)}`);
  return sql<CurrencySums>`
    select currency, count(*)::int as lines, ${sql.join(sums)}
    from ${linesOf(user, asked, bounds, [...names, ...sumsAsked(asked)])} line group by currency order by currency`;
}
