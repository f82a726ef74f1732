import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { Refusal } from '@daybook/contracts/refusals';
import type { Timesheet } from '@daybook/contracts/tasks/time/timesheets';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { tellApprovers, tellPerson } from './tell-of-timesheet.ts';
import { getTimesheet, getTimesheetById } from './timesheets.queries.ts';

/** Submits the caller’s week. Refuses STATE_NOT_ALLOWED unless it is open, and TIMER_RUNS while a timer runs in it. */
export async function submitTimesheet(db: Db, user: CurrentUser, weekOn: string): Promise<Timesheet> {
  const moved = await db
    .insertInto('timeWeek')
    .values({ id: uuidv7(), userId: user.id, weekOn, status: 'submitted' })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'weekOn'])
        .doUpdateSet({
          status: 'submitted',
          submittedAt: sql<string>`now()`,
          decidedAt: null,
          decidedBy: null,
          reason: null,
          version: sql<number>`time_week.version + 1`,
        })
        .where('timeWeek.status', '=', 'open'),
    )
    .returning('id')
    .execute();
  if (moved.length === 0) throw new Refusal('STATE_NOT_ALLOWED', { to: 'submitted' });
  const sheet = await getTimesheet(db, user, { weekOn });
  await tellApprovers(db, sheet);
  return sheet;
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, PERM_DENIED unless the caller may approve it, and STATE_NOT_ALLOWED. */
export async function decideTimesheet(
  db: Db,
  user: CurrentUser,
  { id, to, reason = null }: { id: string; to: 'approved' | 'open'; reason?: string | null },
  version: number,
): Promise<Timesheet> {
  const sheet = await lockAtVersion(db, 'timeWeek', id, version, () => getTimesheetById(db, user, id));
  if (!sheet.mayDecide) throw new Refusal('PERM_DENIED');
  const isAllowed = to === 'approved' ? sheet.status === 'submitted' : sheet.status !== 'open';
  if (!isAllowed) throw new Refusal('STATE_NOT_ALLOWED', { from: sheet.status, to });
  await db
    .updateTable('timeWeek')
    .set({ status: to, decidedAt: sql<string>`now()`, decidedBy: user.id, reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  const decided = await getTimesheetById(db, user, id);
  await tellPerson(db, decided, to);
  return decided;
}
