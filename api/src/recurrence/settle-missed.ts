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

/** How far ahead a person looks. */
export const mostAhead = 12;

export interface SeriesDays {
  /** Their day has passed, and nothing was made of them; all, however long the series rested. */
  missed: Occurrence[];
  /** The next of what comes, in order. */
  ahead: Occurrence[];
}

/** What of a series is behind it and was never made, and what comes next. */
export async function daysOfSeries(db: Db, series: DueSeries): Promise<SeriesDays> {
  const [days] = await daysOfManySeries(db, [series]);
  return days ?? { missed: [], ahead: [] };
}

/** As `daysOfSeries`, of many in their order. */
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
 * Goes on from today: of what was missed makes what is wanted, and says of the rest that nobody wanted it, so that nothing is
 * made later unasked (docs/rules.md#missed-days). Refuses NOT_A_CHOICE on `create` for a day that was not missed, TOO_MANY beyond 24.
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
