import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { mostUnasked, occurrencesAfter } from './plan-series.ts';
import type { Occurrence } from './plan-series.ts';
import { doJobs, jobOf } from './run-series.ts';
import type { Makers } from './run-series.ts';
import { at, exceptionsOf } from './series-due.ts';
import type { Clock, DueSeries } from './series-due.ts';
import { completeSeries, keepProgress, keepRuns } from './series-runs.ts';
import { workingCalendars } from './working-calendars.ts';

/** As far back as a person is asked about: two years of days. */
export const mostListed = 800;

export interface Standing {
  /** Their day has passed, and nothing was made of them. */
  missed: Occurrence[];
  /** What comes next, in order. */
  ahead: Occurrence[];
}

/** What of a series is behind it and was never made, and what comes next. */
export async function standingOf(db: Db, series: DueSeries): Promise<Standing> {
  const calendars = await workingCalendars(db, [series.calendarId]);
  const exceptions = await exceptionsOf(db, [series.id]);
  const ahead = occurrencesAfter(
    series,
    { calendar: calendars(series.calendarId), exceptions: exceptions(series.id) },
    { after: series.doneThrough, most: mostListed },
  );
  const isMissed = ({ makeOn }: Occurrence) => makeOn < series.today;
  return { missed: ahead.filter(isMissed), ahead: ahead.filter((one) => !isMissed(one)) };
}

/**
 * Goes on from today: of what was missed makes what is wanted, and says of the rest that nobody wanted it, so that nothing is
 * made later unasked (domain.md §4, §10). Refuses NOT_A_CHOICE on `create` for a day that was not missed, TOO_MANY beyond 24.
 */
export async function settleMissed(
  db: Db,
  makers: Makers,
  series: DueSeries,
  { create, clock }: { create: readonly string[]; clock: Clock },
): Promise<void> {
  const {
    missed,
    ahead: [next],
  } = await standingOf(db, series);
  const wanted = missed.filter(({ nominal, skippedFor }) => create.includes(nominal) && skippedFor === null);
  if (wanted.length < new Set(create).size) throw refuseField('INPUT_INVALID', 'create', {}, 'NOT_A_CHOICE');
  if (wanted.length > mostUnasked)
    throw refuseField('INPUT_INVALID', 'create', { maximum: mostUnasked }, 'TOO_MANY');
  await keepRuns(
    db,
    missed
      .filter((one) => !wanted.includes(one))
      .map((one) => ({
        ...jobOf(series, one),
        outcome: { state: 'skipped', reason: one.skippedFor ?? 'NOT_WANTED' },
      })),
  );
  if (wanted.length > 0)
    await doJobs(
      db,
      makers,
      wanted.map((one) => jobOf(series, one)),
    );
  await keepProgress(db, at(clock), [
    {
      seriesId: series.id,
      doneThrough: missed.at(-1)?.nominal ?? series.doneThrough,
      nextNominal: next?.nominal ?? null,
      nextOn: next?.makeOn ?? null,
      failCount: 0,
      retryIn: null,
    },
  ]);
  if (next === undefined) await completeSeries(db, series.id);
}
