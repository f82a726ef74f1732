import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { weekCapacityMin } from '@daybook/contracts/tasks/tasks/workload';
import type {
  TimesheetApproval,
  timesheetApprovals,
} from '@daybook/contracts/tasks/time/timesheet-approvals';
import type { TimesheetStatus } from '@daybook/contracts/tasks/time/timesheets';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { isDecidedBy } from './timesheets.queries.ts';

type ListInput = ParsedInputOf<typeof timesheetApprovals.list>;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('timeWeek')
      .innerJoin('appUser', 'appUser.id', 'timeWeek.userId')
      .where(isDecidedBy(user, sql.ref('timeWeek.userId')))
      .where('appUser.userType', '<>', 'client'),
    { ...filter, state: filter.state ?? 'submitted', q },
    {
      personId: 'timeWeek.userId',
      departmentId: (departmentId, eb) =>
        eb(
          'timeWeek.userId',
          'in',
          eb.selectFrom('userDepartment').select('userId').where('departmentId', '=', departmentId),
        ),
      weekOn: 'timeWeek.weekOn',
      state: (state, eb) => (state === 'all' ? [] : [eb('timeWeek.status', '=', state)]),
      q: (text) => matches('appUser', text),
    },
  );

const departments = sql<Reference[]>`(
  select coalesce(json_agg(json_build_object('id', department.id, 'label', department.name)
    order by department.name collate "und-x-icu"), '[]')
  from user_department join department on department.id = user_department.department_id
  where user_department.user_id = time_week.user_id)`;

const minutes = sql<number>`(
  select coalesce(sum(minutes), 0)::int from time_entry
  where time_entry.user_id = time_week.user_id and removed_at is null
    and worked_on between time_week.week_on and time_week.week_on + 6)`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('appUser as decider', 'decider.id', 'timeWeek.decidedBy')
    .select([
      'timeWeek.id',
      'timeWeek.version',
      'timeWeek.userId',
      'appUser.name as personName',
      departments.as('departments'),
      'timeWeek.weekOn',
      sql<TimesheetStatus>`time_week.status`.as('status'),
      'timeWeek.submittedAt',
      minutes.as('minutes'),
      'timeWeek.decidedBy',
      'decider.name as deciderName',
      'timeWeek.reason',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ userId, personName, decidedBy, deciderName, ...week }: Row): TimesheetApproval => ({
  ...week,
  person: { id: userId, label: personName },
  missingMinutes: Math.max(0, weekCapacityMin - week.minutes),
  decidedBy: decidedBy === null ? null : { id: decidedBy, label: deciderName ?? '' },
});

export async function listApprovals(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const id = { by: sql.ref('timeWeek.id'), of: (row: Row) => row.id };
  const keys = {
    weekOn: [{ by: sql.ref('timeWeek.weekOn'), of: (row: Row) => row.weekOn }, id],
    person: [{ by: sql`app_user.name collate "und-x-icu"`, of: (row: Row) => row.personName }, id],
  }[name as 'weekOn' | 'person'];
  const page = await pageByKeyset(withDetails(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countApprovals = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));
