import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { weekCapacityMin } from '@daybook/contracts/tasks/tasks/workload';
import type { Timesheet, TimesheetRow, TimesheetStatus } from '@daybook/contracts/tasks/time/timesheets';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { seenTasks } from '../tasks/task-filters.queries.ts';
import { rowsOf } from './timesheets.rules.ts';

/**
 * Whether the caller may approve the time of a person: those above the person, and with tasks.edit those who have the
 * person in their scope. Nobody approves their own.
 */
export function isDecidedBy(user: CurrentUser, personId: Expression<unknown>): RawBuilder<SqlBool> {
  const isBelow = inScope.timesheet({ id: user.id, scope: 'team' }, personId);
  const inReach = holds(user, 'tasks.edit') ? inScope.timesheet(user, personId) : sql<SqlBool>`false`;
  return sql<SqlBool>`(${personId} <> ${user.id}::uuid and (${isBelow} or ${inReach}))`;
}

async function mayDecide(db: Db, user: CurrentUser, personId: string): Promise<boolean> {
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', personId)
    .where('userType', '<>', 'client')
    .where(isDecidedBy(user, sql.ref('appUser.id')))
    .executeTakeFirst();
  return person !== undefined;
}

/** Refuses NOT_FOUND unless the time is the caller’s own or the caller may approve it. */
async function personSeen(db: Db, user: CurrentUser, personId: string) {
  const decides = await mayDecide(db, user, personId);
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'name as label'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!person || !(decides || personId === user.id)) throw new Refusal('NOT_FOUND');
  return { person, decides };
}

const entriesOfWeek = (db: Db, user: CurrentUser, personId: string, weekOn: string) =>
  db
    .selectFrom('timeEntry')
    .innerJoin('task', 'task.id', 'timeEntry.taskId')
    .leftJoin('client', 'client.id', 'task.clientId')
    .where('timeEntry.userId', '=', personId)
    .where('timeEntry.removedAt', 'is', null)
    .where('timeEntry.minutes', 'is not', null)
    .where(sql<SqlBool>`time_entry.worked_on between ${weekOn}::date and ${weekOn}::date + 6`)
    .select([
      'timeEntry.id',
      'timeEntry.version',
      'timeEntry.taskId',
      'task.no',
      'task.title',
      'task.billable as isTaskBillable',
      'task.clientId',
      'client.name as clientName',
      sql<number>`time_entry.worked_on - ${weekOn}::date`.as('day'),
      sql<number>`time_entry.minutes`.as('minutes'),
      'timeEntry.billable',
      'timeEntry.note',
      // Time with a start and an end, and billed time, is changed elsewhere.
      sql<boolean>`time_entry.started_at is not null or client.erased_at is not null
        or exists (select from time_bill_entry where entry_id = time_entry.id and live)`.as('isFixed'),
      // The task of one’s own time is shown even if the person no longer sees it.
      (personId === user.id ? sql<boolean>`true` : sql<boolean>`${seenTasks(user)}`).as('isSeen'),
    ])
    .orderBy('task.no')
    .orderBy('timeEntry.workedOn')
    .execute();

/** A person’s week. Refuses NOT_FOUND unless it is the caller’s own or the caller may approve it. */
export async function getTimesheet(
  db: Db,
  user: CurrentUser,
  { weekOn, userId = user.id }: { weekOn: string; userId?: string | undefined },
): Promise<Timesheet> {
  const { person, decides } = await personSeen(db, user, userId);
  const week = await db
    .selectFrom('timeWeek')
    .leftJoin('appUser as decider', 'decider.id', 'timeWeek.decidedBy')
    .select([
      'timeWeek.id',
      'timeWeek.version',
      sql<TimesheetStatus>`time_week.status`.as('status'),
      'timeWeek.decidedBy',
      'decider.name as deciderName',
      'timeWeek.reason',
    ])
    .where('timeWeek.userId', '=', userId)
    .where('timeWeek.weekOn', '=', weekOn)
    .executeTakeFirst();
  const rows: TimesheetRow[] = rowsOf(await entriesOfWeek(db, user, userId, weekOn));
  const minutes = rows.flatMap(({ days }) => days).reduce((sum, cell) => sum + cell.minutes, 0);
  return {
    person,
    isOwn: userId === user.id,
    weekOn,
    status: week?.status ?? 'open',
    id: week?.id ?? null,
    version: week?.version ?? null,
    decidedBy:
      week === undefined || week.decidedBy === null
        ? null
        : { id: week.decidedBy, label: week.deciderName ?? '' },
    reason: week?.reason ?? null,
    rows,
    minutes,
    missingMinutes: Math.max(0, weekCapacityMin - minutes),
    mayDecide: decides,
  };
}

/** A submitted week by its id. Refuses NOT_FOUND as `getTimesheet`. */
export async function getTimesheetById(db: Db, user: CurrentUser, id: string) {
  const week = await db
    .selectFrom('timeWeek')
    .select(['userId', 'weekOn', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!week) throw new Refusal('NOT_FOUND');
  return { ...(await getTimesheet(db, user, week)), version: week.version };
}
