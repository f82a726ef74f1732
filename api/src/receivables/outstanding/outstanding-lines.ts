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
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import { byDepartment } from './by-department.ts';
import type { Memos } from './line-memos.ts';
import { openRows } from './open-rows.ts';

type Ref = Expression<unknown>;
type Predicate = RawBuilder<SqlBool>;
export type Asked = Pick<ParsedInputOf<typeof outstanding.list>, 'q' | 'filter'>;

export const dayOf = ({ filter: { asOf } }: Asked): RawBuilder<unknown> =>
  asOf === undefined ? sql`current_date` : sql`${asOf}::date`;

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

/** The open rows of the clients in the caller's scope that the filters leave. */
export function rowsAsked(user: CurrentUser, asked: Asked): RawBuilder<unknown> {
  const { clientId, entityId, currency } = asked.filter;
  const chosen = chosenClients(asked);
  return openRows({
    day: dayOf(asked),
    of: (id: Ref) => all([inScope.client(user, id), chosen !== null && sql<SqlBool>`${id} in ${chosen}`]),
    ...(clientId !== undefined && { clientIds: [clientId] }),
    ...(entityId !== undefined && { entityId }),
    ...(currency !== undefined && { currency }),
  });
}

/** By what rows are summed: the id in the row or its client, and the name of that id. */
const kinds: Record<OutstandingBy, { id: string; name: string }> = {
  client: { id: 'row.client_id', name: 'select sort_name from client where id = line.who_id' },
  group: { id: 'client.group_id', name: 'select name from client_group where id = line.who_id' },
  crm: { id: 'client.crm_id', name: 'select name from app_user where id = line.who_id' },
  manager: { id: 'client.manager_id', name: 'select name from app_user where id = line.who_id' },
  department: { id: 'row.department_id', name: 'select name from department where id = line.who_id' },
  entity: { id: 'row.entity_id', name: 'select name from billing_entity where id = line.who_id' },
};

export const whoOf = (by: OutstandingBy): RawBuilder<unknown> => sql.raw(kinds[by].id);
export const byOf = ({ filter: { by } }: Asked): OutstandingBy => by ?? 'client';

/** Days since the row was due, or since its document was issued; null for a credit. */
export const daysOf = (asked: Asked): RawBuilder<unknown> =>
  asked.filter.basis === 'issue'
    ? sql`case when row.due_on is not null then ${dayOf(asked)} - row.issued_on end`
    : sql`${dayOf(asked)} - row.due_on`;

/** 0 for what is not due, then one for each bucket; null for a credit. */
export const bucketOf = (days: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<unknown> =>
  sql`case when ${days} <= 0 then 0 else width_bucket(${days} - 1, ${bounds}::int[]) + 1 end`;

/** A line before names are added; `bucket` holds the sums of all buckets, the first for what is not due. */
export interface Line extends Omit<OutstandingLine, 'who' | 'notDue' | 'buckets' | keyof Memos> {
  whoId: string | null;
  name: string;
  bucket: Minor[];
  dueThisMonth: Minor;
}

const chosenLines = ({ filter }: Asked): Predicate =>
  all([
    filter.minimum !== undefined && sql<SqlBool>`line.balance >= ${filter.minimum}`,
    filter.overdue === true && sql<SqlBool>`line.overdue > 0`,
    filter.disputed === true && sql<SqlBool>`line.disputed > 0`,
    filter.unapplied === true && sql<SqlBool>`line.unapplied > 0`,
    filter.overDays !== undefined && sql<SqlBool>`line.oldest_days > ${filter.overDays}`,
    filter.bucket !== undefined && sql<SqlBool>`(line.bucket ->> ${sql.lit(filter.bucket)})::bigint <> 0`,
  ]);

/** The lines of the report, each with its amounts; computed as a whole, so that they can be sorted by any of them. */
export function linesOf(user: CurrentUser, asked: Asked, bounds: readonly number[]): RawBuilder<Line> {
  const by = byOf(asked);
  const { id, name } = kinds[by];
  const needsClient = id.startsWith('client.');
  const rows = rowsAsked(user, asked);
  const sums = Array.from(
    { length: bounds.length + 2 },
    (_, index) => sql`coalesce(sum(open) filter (where bucket = ${sql.lit(index)}), 0)`,
  );
  const monthEnd = sql`(date_trunc('month', ${dayOf(asked)}) + interval '1 month')::date`;
  return sql<Line>`(
    select line.*, coalesce((${sql.raw(name)}), '') as name from (
      select md5(coalesce(who_id::text, '') || currency)::uuid as id, who_id, currency,
        ${by === 'client' ? sql`1` : sql`count(distinct client_id)::int`} as clients,
        jsonb_build_array(${sql.join(sums)}) as bucket,
        coalesce(-sum(open) filter (where bucket is null), 0)::bigint as unapplied,
        sum(open)::bigint as balance, sum(overdue)::bigint as overdue, sum(disputed)::bigint as disputed,
        greatest(max(days), 0) as oldest_days,
        coalesce(sum(open) filter (where due_on >= ${dayOf(asked)} and due_on < ${monthEnd}), 0)::bigint as due_this_month
      from (
        select part.*, ${bucketOf(sql`days`, bounds)} as bucket from (
          select ${sql.raw(id)} as who_id, row.client_id, row.currency, row.open, row.overdue, row.disputed, row.due_on,
            ${daysOf(asked)} as days
          from ${by === 'department' ? byDepartment(rows) : rows} row
          ${needsClient ? sql`join client on client.id = row.client_id` : sql``}
        ) part
      ) aged
      group by who_id, currency
    ) line where ${chosenLines(asked)})`;
}
