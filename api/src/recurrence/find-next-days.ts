import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { actAs, json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { occurrencesAfter } from './plan-series.ts';
import { at, exceptionsOf, takeStale } from './series-due.ts';
import type { Clock, DueSeries } from './series-due.ts';
import { completeSeries, keepProgress } from './series-runs.ts';
import { workingCalendars } from './working-calendars.ts';

const most = 50;

/** What is made and that nobody has begun, with the day on which a run put it. One that a person moved stays where it is. */
async function notStarted(db: Db, { id }: DueSeries): Promise<{ nominal: string; dueOn: string }[]> {
  return db
    .selectFrom('task')
    .innerJoin('seriesRun as run', (join) =>
      join.onRef('run.seriesId', '=', 'task.seriesId').onRef('run.nominalDate', '=', 'task.nominalOn'),
    )
    .where('task.seriesId', '=', id)
    .where('task.status', '=', 'todo')
    .where('task.deletedAt', 'is', null)
    .whereRef('task.dueOn', '=', 'run.dueOn')
    .select(['run.nominalDate as nominal', 'run.dueOn'])
    .execute();
}

async function moveNotStarted(db: Db, series: DueSeries, around: Parameters<typeof occurrencesAfter>[1]) {
  const moved = (await notStarted(db, series)).flatMap(({ nominal, dueOn }) => {
    const [fresh] = occurrencesAfter(series, around, { after: addDays(nominal, -1), most: 1 });
    return fresh?.nominal === nominal && fresh.due !== dueOn ? [{ nominal, due: fresh.due }] : [];
  });
  if (moved.length === 0) return;
  const rows = sql`jsonb_to_recordset(${json(moved)}) as fresh (nominal date, due date)`;
  await sql`update task set due_on = fresh.due, version = version + 1 from ${rows}
    where task.series_id = ${series.id} and task.nominal_on = fresh.nominal`.execute(db);
  await sql`update series_run run set due_on = fresh.due from ${rows}
    where run.series_id = ${series.id} and run.nominal_date = fresh.nominal`.execute(db);
}

/** Where a series stands, with the next day on which it makes something. */
function nextOf(series: DueSeries, around: Parameters<typeof occurrencesAfter>[1]) {
  const { id: seriesId, doneThrough, failCount } = series;
  const [next] = occurrencesAfter(series, around, { after: doneThrough, most: 1 });
  return {
    seriesId,
    doneThrough,
    nextNominal: next?.nominal ?? null,
    nextOn: next?.makeOn ?? null,
    failCount,
    retryIn: null,
  };
}

/** Finds the next day of one series at once, whose terms a person has changed; one that has none left is completed. */
export async function findNextDay(db: Db, series: DueSeries, state: string): Promise<void> {
  const calendars = await workingCalendars(db, [series.calendarId]);
  const exceptions = await exceptionsOf(db, [series.id]);
  const next = nextOf(series, {
    calendar: calendars(series.calendarId),
    exceptions: exceptions(series.id),
  });
  const isActive = state === 'active';
  await keepProgress(db, at(null), [{ ...next, failCount: 0, nextOn: isActive ? next.nextOn : null }]);
  if (isActive && next.nextNominal === null) await completeSeries(db, series.id);
}

/**
 * Of series that are new, or whose days off have changed: finds when each makes its next, and moves the due day of work that
 * nobody has begun (domain.md §9). Answers how many were looked at.
 */
export const findNextDays = (root: Db, clock: Clock = null): Promise<number> =>
  inTransaction(root, async (db) => {
    const taken = await takeStale(db, clock, most);
    if (taken.length === 0) return 0;
    await db.executeQuery(actAs(null, uuidv7(), 'series.next_day'));
    const calendars = await workingCalendars(
      db,
      taken.map(({ calendarId }) => calendarId),
    );
    const exceptions = await exceptionsOf(
      db,
      taken.map(({ id }) => id),
    );
    const progress = [];
    for (const series of taken) {
      const around = { calendar: calendars(series.calendarId), exceptions: exceptions(series.id) };
      await moveNotStarted(db, series, around);
      progress.push(nextOf(series, around));
    }
    await keepProgress(db, at(clock), progress);
    return taken.length;
  });
