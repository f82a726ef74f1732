import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { at } from '../db/clock.ts';
import type { Clock } from '../db/clock.ts';
import { actAs, json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { moveDue } from './move-due.ts';
import { alone, calculated, pauseFor } from './alone.ts';
import type { Log } from './alone.ts';
import { aroundOf } from './around-series.ts';
import { doneThroughOf, occurrencesAfter, partedBy } from './plan-series.ts';
import type { Around } from './plan-series.ts';
import { takeStale } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { completeSeries, keepProgress } from './series-runs.ts';

const most = 50;

/** Created work that nobody has begun, with the due date that the run gave it. Work that a person moved is left out. */
async function notStarted(
  db: Db,
  { id }: DueSeries,
): Promise<{ id: string; nominal: string; dueOn: string }[]> {
  return db
    .selectFrom('task')
    .innerJoin('seriesRun as run', (join) =>
      join.onRef('run.seriesId', '=', 'task.seriesId').onRef('run.nominalDate', '=', 'task.nominalOn'),
    )
    .where('task.seriesId', '=', id)
    .where('task.status', '=', 'todo')
    .where('task.deletedAt', 'is', null)
    .whereRef('task.dueOn', '=', 'run.dueOn')
    .select(['task.id', 'run.nominalDate as nominal', 'run.dueOn'])
    .execute();
}

async function moveNotStarted(db: Db, log: Log, series: DueSeries, around: Around) {
  const moved = (await notStarted(db, series)).flatMap(({ id, nominal, dueOn }) => {
    const [fresh] = occurrencesAfter(series, around, { after: addDays(nominal, -1), most: 1 });
    return fresh?.nominal === nominal && fresh.due !== dueOn ? [{ id, nominal, due: fresh.due }] : [];
  });
  if (moved.length === 0) return;
  await alone(db, log, async () => {
    await moveDue(db, moved);
    await sql`update series_run run set due_on = fresh.due
      from jsonb_to_recordset(${json(moved)}) as fresh (nominal date, due date)
      where run.series_id = ${series.id} and run.nominal_date = fresh.nominal`.execute(db);
  });
}

const restingAt = ({ id, doneThrough, failCount }: DueSeries) => ({
  seriesId: id,
  doneThrough,
  nextNominal: null,
  nextOn: null,
  failCount,
  retryIn: null,
});

/** The progress of a series, with the next day on which it creates something. */
function nextOf(series: DueSeries, around: Around) {
  const doneThrough = doneThroughOf(series, around);
  const [next] = partedBy(series, around, { after: doneThrough, by: 'makeOn', day: '', most: 1 }).ahead;
  return {
    ...restingAt({ ...series, doneThrough }),
    nextNominal: next?.nominal ?? null,
    nextOn: next?.makeOn ?? null,
  };
}

/** Finds the next day of a series at once, after a person changed its terms. Completes a series that has no next day. */
export async function findNextDay(db: Db, series: DueSeries, status: string): Promise<void> {
  const around = await aroundOf(db, [series]);
  const next = nextOf(series, around(series));
  const isActive = status === 'active';
  await keepProgress(db, at(null), [{ ...next, failCount: 0, nextOn: isActive ? next.nextOn : null }]);
  if (isActive && next.nextNominal === null) await completeSeries(db, series.id);
}

/**
 * Finds the next day of series that are new or whose days off have changed, and moves the due date of work that nobody has
 * begun (docs/rules.md#missed-days). Pauses a series whose next day cannot be calculated. Returns the number of series
 * processed.
 */
export const findNextDays = (root: Db, clock: Clock = null, log: Log = console): Promise<number> =>
  inTransaction(root, async (db) => {
    const taken = await takeStale(db, clock, most);
    if (taken.length === 0) return 0;
    await db.executeQuery(actAs(null, uuidv7(), 'series.next_day'));
    const around = await aroundOf(db, taken);
    const progress = [];
    for (const series of taken) {
      const isActive = series.status === 'active';
      const next = calculated(log, () => nextOf(series, around(series)));
      if (next) await moveNotStarted(db, log, series, around(series));
      else if (isActive) await pauseFor(db, series.id, 'failures');
      // A person created its last occurrence by hand.
      if (next?.nextNominal === null) await completeSeries(db, series.id);
      progress.push(next ? { ...next, nextOn: isActive ? next.nextOn : null } : restingAt(series));
    }
    await keepProgress(db, at(clock), progress);
    return taken.length;
  });
