import { sql } from 'kysely';
import type { WorkSummary } from '@daybook/contracts/dashboards';
import { enquiryStatuses, isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { inScope } from '../scope.ts';
import { openWorkOfPeople } from '../tasks/tasks/workload.queries.ts';

const inTasks = (user: CurrentUser) =>
  inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId'));

const liveEnquiryStatuses = enquiryStatuses.filter(isLiveEnquiry);

/**
 * The dashboards count no finished work, which grows without end. The statuses are named one by one, since an index finds equal
 * values, not unequal ones.
 */
export async function workOf(
  db: Db,
  user: CurrentUser,
  { today, mine }: { today: string; mine: boolean },
): Promise<WorkSummary> {
  const rows = await db
    .selectFrom('task')
    .where('task.deletedAt', 'is', null)
    .where('task.status', 'in', openTaskStatuses)
    .where(inTasks(user))
    .$if(mine, (query) =>
      query.where('task.id', 'in', (eb) =>
        eb.selectFrom('taskAssignee').select('taskId').where('userId', '=', user.id),
      ),
    )
    .select([
      'task.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where due_on < ${today}::date)`.as('overdue'),
      sql<number>`count(*) filter (where due_on = ${today}::date)`.as('today'),
      sql<number>`count(*) filter (where due_on > ${today}::date and due_on <= ${today}::date + 7)`.as(
        'week',
      ),
      sql<number>`count(*) filter (where due_on > ${today}::date + 7)`.as('later'),
    ])
    .groupBy('task.status')
    .execute();
  const total = (part: 'overdue' | 'today' | 'week' | 'later') =>
    rows.reduce((all, row) => all + row[part], 0);
  return {
    byStatus: openTaskStatuses.map((status) => ({
      status,
      count: rows.find((row) => row.status === status)?.count ?? 0,
    })),
    due: { overdue: total('overdue'), today: total('today'), week: total('week'), later: total('later') },
  };
}

export async function loadOf(db: Db, user: CurrentUser, today: string) {
  const rows = await openWorkOfPeople(db, user)
    .select([
      'appUser.id',
      'appUser.name as label',
      sql<number>`count(*)`.as('open'),
      sql<number>`count(*) filter (where due_on < ${today}::date)`.as('overdue'),
    ])
    .groupBy(['appUser.id', 'appUser.name'])
    .orderBy('open', 'desc')
    .orderBy('appUser.id')
    .limit(20)
    .execute();
  return { rows: rows.map(({ id, label, open, overdue }) => ({ person: { id, label }, open, overdue })) };
}

export async function enquiriesOf(db: Db, user: CurrentUser, today: string) {
  const rows = await db
    .selectFrom('enquiry')
    .where('enquiry.deletedAt', 'is', null)
    .where('enquiry.status', 'in', liveEnquiryStatuses)
    .where(inScope.enquiry(user, sql.ref('enquiry.ownerId')))
    .select([
      'enquiry.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where next_action_on <= ${today}::date)`.as('due'),
    ])
    .groupBy('enquiry.status')
    .execute();
  return {
    byStatus: liveEnquiryStatuses.map((status) => ({
      status,
      count: rows.find((row) => row.status === status)?.count ?? 0,
    })),
    actionDue: rows.reduce((all, { due }) => all + due, 0),
  };
}
