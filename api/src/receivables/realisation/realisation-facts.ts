import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Period } from '@daybook/contracts/receivables/collections/periods';
import type { realisation, realisedHours } from '@daybook/contracts/receivables/realisation/realisation';
import type { CurrentUser } from '../../auth/current-user.ts';
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import { billedWork, moneyOfPeople, moneyOfWork, within } from './billed-work.ts';
import { pricedHours, tasksWhere } from './priced-hours.ts';

/** What the report is asked for, without the page. */
export type ReportInput = Pick<ParsedInputOf<typeof realisation.list>, 'q' | 'filter'>;
export type Found = Pick<ParsedInputOf<typeof realisedHours.list>, 'q' | 'filter'>;

/** The tasks that may be counted: those for clients within the person’s scope. */
const tasksOf = (user: CurrentUser, { q, filter: { clientId } }: Found): RawBuilder<unknown> =>
  tasksWhere(
    sql.join(
      [
        inScope.client(user, sql.ref('task.client_id')),
        ...(clientId === undefined ? [] : [sql`task.client_id = ${clientId}::uuid`]),
        ...(q ? [sql`(${matches('client', q)} or ${matches('task', q)})`] : []),
      ],
      sql` and `,
    ),
  );

function isKey(column: string, key: string | undefined): RawBuilder<SqlBool>[] {
  if (key === undefined) return [];
  return [
    key === 'none'
      ? sql<SqlBool>`${sql.ref(column)} is null`
      : sql<SqlBool>`${sql.ref(column)} = ${key}::uuid`,
  ];
}

/** The conditions on what is counted, which hours and money share. */
const countedIf = ({ filter }: Found): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(filter.currency === undefined ? [] : [sql`currency = ${filter.currency}`]),
      ...isKey('entityId', filter.entityId),
      ...isKey('categoryId', filter.categoryId),
      ...isKey('departmentId', filter.departmentId),
      ...isKey('personId', filter.personId),
    ],
    sql` and `,
  );

/** The time entries of the period. Time on tasks in the bin does not count. */
export const hoursOf = (user: CurrentUser, found: Found, period: Period): RawBuilder<unknown> => sql`(
  select * from ${pricedHours(
    tasksOf(user, found),
    sql`task.deleted_at is null and ${within(period)(sql`entry.worked_on`)}`,
  )} as hour where ${countedIf(found)})`;

const dimensions = sql`currency, entity_id, client_id, category_id, department_id, person_id, day`;

/** What was billed, written down, collected and lost; by person only if that is asked for. */
export const moneyFacts = (
  user: CurrentUser,
  found: Found,
  period: Period,
  isByPerson: boolean,
): RawBuilder<unknown> => sql`(
  with task_fact as not materialized ${tasksOf(user, found)},
  ${billedWork(period, (tasks) => pricedHours(tasks))}
  select source_id, task_id, ${dimensions}, case what when 'billed' then amount else 0 end as billed,
    case what when 'billed' then valued - amount else 0 end as written_down,
    case what when 'collected' then amount else 0 end as collected, case what when 'lost' then amount else 0 end as bad_debt
  from ${isByPerson ? moneyOfPeople : moneyOfWork} as fact where ${countedIf(found)})`;

/** Hours on the days they were worked, and money on the days it was posted, as a table. */
export const factsOf = (
  user: CurrentUser,
  found: Found,
  period: Period,
  isByPerson: boolean,
): RawBuilder<unknown> => sql`(
  select ${dimensions}, minutes, case when is_billable and rate is null then minutes else 0 end as unrated_minutes,
    coalesce(value, 0) as value, coalesce(cost, 0) as cost, case when cost is null then minutes else 0 end as uncosted_minutes,
    0::bigint as billed, 0::bigint as written_down, 0::bigint as collected, 0::bigint as bad_debt
  from ${hoursOf(user, found, period)} as hour
  union all
  select ${dimensions}, 0, 0, 0, 0, 0, billed, written_down, collected, bad_debt
  from ${moneyFacts(user, found, period, isByPerson)} as money)`;
