import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { aroundOf } from './around-series.ts';
import { findNextDay } from './find-next-days.ts';
import { mostUnasked, partedBy } from './plan-series.ts';
import type { Occurrence } from './plan-series.ts';
import { doJobs } from './make-jobs.ts';
import type { Makers } from './make-jobs.ts';
import { jobOf } from './run-series.ts';
import type { DueSeries } from './series-due.ts';
import { keepRuns } from './series-runs.ts';

/** The number of upcoming occurrences that a person sees. */
export const mostAhead = 12;

export interface SeriesDays {
  /** Occurrences whose day has passed without being created; all of them, however long the series was paused. */
  missed: Occurrence[];
  /** The next occurrences, in order. */
  ahead: Occurrence[];
}

/** The missed and the upcoming occurrences of a series. */
export async function daysOfSeries(db: Db, series: DueSeries): Promise<SeriesDays> {
  const [days] = await daysOfManySeries(db, [series]);
  return days ?? { missed: [], ahead: [] };
}

/** As `daysOfSeries`, for many series, in their order. */
export async function daysOfManySeries(db: Db, many: readonly DueSeries[]): Promise<SeriesDays[]> {
  const around = await aroundOf(db, many);
  return many.map((series) => {
    const { behind, ahead } = partedBy(series, around(series), {
      after: series.doneThrough,
      by: 'due',
      day: series.today,
      most: mostAhead,
    });
    return { missed: behind, ahead };
  });
}

/**
 * Resumes from today: creates the missed occurrences that are wanted and records the others as not wanted, so that nothing is
 * created later unasked (docs/rules.md#missed-days). Refuses NOT_A_CHOICE on `create` for a day that was not missed, TOO_MANY
 * beyond 24.
 */
export async function settleMissed(
  db: Db,
  makers: Makers,
  series: DueSeries,
  create: readonly string[],
): Promise<void> {
  const { missed } = await daysOfSeries(db, series);
  const chosen = new Set(create);
  const wanted: Occurrence[] = [];
  const unwanted: Occurrence[] = [];
  for (const one of missed)
    (chosen.has(one.nominal) && one.skippedFor === null ? wanted : unwanted).push(one);
  if (wanted.length < chosen.size) throw refuseField('INPUT_INVALID', 'create', {}, 'NOT_A_CHOICE');
  if (wanted.length > mostUnasked)
    throw refuseField('INPUT_INVALID', 'create', { maximum: mostUnasked }, 'TOO_MANY');
  await keepRuns(
    db,
    unwanted.map((one) => ({
      ...jobOf(series, one),
      outcome: { status: 'skipped', reason: one.skippedFor ?? 'NOT_WANTED' },
    })),
  );
  if (wanted.length > 0)
    await doJobs(
      db,
      makers,
      wanted.map((one) => jobOf(series, one)),
    );
  await findNextDay(db, series, 'active');
}
