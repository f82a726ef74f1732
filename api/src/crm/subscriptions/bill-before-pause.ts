import { sql } from 'kysely';
import { addDays } from '@daybook/contracts/plain-date';
import type { Clock } from '../../db/clock.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { aroundOf } from '../../recurrence/around-series.ts';
import { findNextDay } from '../../recurrence/find-next-days.ts';
import { doJobs } from '../../recurrence/make-jobs.ts';
import type { Makers } from '../../recurrence/make-jobs.ts';
import { mostUnasked, partedBy } from '../../recurrence/plan-series.ts';
import { jobOf } from '../../recurrence/run-series.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';

interface Until {
  /** The first day of the pause; today if absent. */
  pausedOn?: string;
  /** The last day of the subscription. */
  endedOn?: string;
  clock?: Clock;
}

/**
 * Creates the invoices of locked series that were due up to the first day of a pause and that no run has created: of each series at
 * most 24, the earliest first. Refuses as the makers.
 */
export async function billBeforePause(
  db: Db,
  makers: Makers,
  ids: readonly string[],
  { pausedOn, endedOn, clock = null }: Until,
): Promise<void> {
  for (const series of ids.length === 0 ? [] : await readAllSeries(db, ids, clock)) {
    const around = await aroundOf(db, [series]);
    const { behind } = partedBy(series, around(series), {
      after: series.doneThrough,
      by: 'due',
      day: addDays(pausedOn ?? series.today, 1),
      most: 1,
    });
    const jobs = behind
      .filter(({ skippedFor }) => skippedFor === null)
      .map((occurrence) => jobOf(series, occurrence))
      .filter(({ period }) => endedOn === undefined || period.to <= endedOn)
      .slice(0, mostUnasked);
    if (jobs.length === 0) continue;
    await doJobs(db, makers, jobs);
    await findNextDay(db, series, series.status);
  }
}

/**
 * As `billBeforePause`, for what a client who becomes inactive subscribes to. An invoice that cannot be created is left to whoever
 * resumes or ends the subscription.
 */
export async function billBeforeLeaving(
  db: Db,
  makers: Makers,
  clientId: string,
  clock: Clock,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select progress.series_id as id from series_progress progress
    join series on series.id = progress.series_id
    where series.client_id = ${clientId} and series.subscription_id is not null and series.kind = 'invoice' and series.status = 'active'
    order by progress.series_id for update of progress`.execute(db);
  for (const { id } of rows) await apart(db, () => billBeforePause(db, makers, [id], { clock }));
}
