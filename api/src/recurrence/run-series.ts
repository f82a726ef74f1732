import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import type { Refusal } from '@daybook/contracts/refusals';
import { at } from '../db/clock.ts';
import type { Clock } from '../db/clock.ts';
import { actAs } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { alone, calculated, pauseFor } from './alone.ts';
import type { Log } from './alone.ts';
import { aroundOf } from './around-series.ts';
import { isThere, makeJobs } from './make-jobs.ts';
import type { Makers, Refused } from './make-jobs.ts';
import { doneThroughOf, partedBy, periodOfOccurrence, whatIsDue } from './plan-series.ts';
import type { Around, Occurrence } from './plan-series.ts';
import { takeDue } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { keepProgress, keepRuns } from './series-runs.ts';
import type { Job } from './series-runs.ts';

export interface Run {
  makers: Makers;
  log: Log;
  clock: Clock;
}

/** The number of series in one transaction: enough to share its queries, and few to repeat if it is rolled back. */
const mostTogether = 25;

/** Minutes until each retry of a failed run; after the last one the series is paused (docs/rules.md#missed-days). */
const retriesAfter = [5, 60];

interface Planned {
  series: DueSeries;
  around: Around;
  jobs: Job[];
  skipped: (Job & { why: string })[];
  parks: boolean;
  /** The first occurrence that is not due to be created yet. */
  next: Occurrence | undefined;
}

/** One occurrence in the form that a run uses. */
export const jobOf = (series: DueSeries, occurrence: Occurrence): Job => ({
  series,
  occurrence,
  period: periodOfOccurrence(series, occurrence.nominal, series.fyStart),
});

function planOf(series: DueSeries, around: Around): Planned {
  const { behind, ahead } = partedBy(series, around, {
    after: series.doneThrough,
    by: 'makeOn',
    day: addDays(series.today, 1),
    most: 1,
  });
  const { make, skip, parks } = whatIsDue(behind, series.today, series.catchUp);
  return {
    series,
    around,
    jobs: make.map((one) => jobOf(series, one)),
    skipped: skip.map((one) => ({ ...jobOf(series, one), why: one.why })),
    parks,
    next: ahead[0],
  };
}

type Kept = Parameters<typeof keepRuns>[1];

/** Records the outcome of each run. A run that cannot be recorded is left out, and the series goes on. */
async function say(db: Db, { log }: Run, runs: Kept): Promise<void> {
  if (runs.length === 0 || !(await alone(db, log, () => keepRuns(db, runs)))) return;
  for (const run of runs) await alone(db, log, () => keepRuns(db, [run]));
}

const asSkipped = ({ why, ...job }: Planned['skipped'][number]): Kept[number] => ({
  ...job,
  outcome: { status: 'skipped', reason: why },
});

const asRefused = ([job, refusal]: readonly [Job, Refusal]): Kept[number] => ({
  ...job,
  outcome: isThere(refusal) ? { status: 'skipped', reason: refusal.code } : { status: 'failed', refusal },
});

/** The first failed job of each series. */
function failedOf(refused: Refused): Map<string, Job> {
  const failed = new Map<string, Job>();
  for (const [job, refusal] of refused)
    if (!isThere(refusal) && !failed.has(job.series.id)) failed.set(job.series.id, job);
  return failed;
}

/** The progress of a series after its run. Pauses or completes the series if it does not go on. */
async function finish(
  db: Db,
  { series, around, jobs, skipped, parks, next }: Planned,
  failed: Job | undefined,
) {
  const nominals = [...jobs, ...skipped].map(({ occurrence }) => occurrence.nominal);
  const before = nominals.filter((nominal) => failed === undefined || nominal < failed.occurrence.nominal);
  const doneThrough = doneThroughOf(series, { handled: new Set([...around.handled, ...before]) });
  const failCount = failed ? series.failCount + 1 : 0;
  const isGivenUp = failCount > retriesAfter.length;
  const pending = failed?.occurrence ?? next;
  if (isGivenUp) await pauseFor(db, series.id, 'failures');
  else if (parks) await pauseFor(db, series.id, 'missed');
  else if (pending === undefined)
    await db.updateTable('series').set({ status: 'completed' }).where('id', '=', series.id).execute();
  const rests = isGivenUp || parks || pending === undefined;
  return {
    seriesId: series.id,
    doneThrough,
    nextNominal: pending?.nominal ?? null,
    nextOn: rests ? null : pending.makeOn,
    failCount: rests ? 0 : failCount,
    retryIn: failed && !rests ? (retriesAfter[series.failCount] ?? 0) : null,
  };
}

async function runTaken(db: Db, run: Run, taken: readonly DueSeries[]): Promise<void> {
  const around = await aroundOf(db, taken);
  const plans: Planned[] = [];
  for (const series of taken) {
    const plan = calculated(run.log, () => planOf(series, around(series)));
    if (plan) plans.push(plan);
    else await pauseFor(db, series.id, 'failures');
  }
  const skipped = plans.flatMap((plan) => plan.skipped);
  await say(db, run, skipped.map(asSkipped));
  const jobs = plans.flatMap((plan) => plan.jobs);
  const refused = await makeJobs(db, run.makers, run.log, jobs);
  await say(db, run, [...refused].map(asRefused));
  const failed = failedOf(refused);
  const progress = [];
  for (const plan of plans) progress.push(await finish(db, plan, failed.get(plan.series.id)));
  await keepProgress(db, at(run.clock), progress);
}

/**
 * Runs up to `most` series whose day has come, in one transaction: what they create, the runs, and the progress. Any number of
 * servers may run it; if a server is killed, each occurrence is either created or not begun. Returns the number of series run.
 */
export const runSeries = (root: Db, run: Run, most = mostTogether): Promise<number> =>
  inTransaction(root, async (db) => {
    await db.executeQuery(actAs(null, uuidv7(), 'series.run'));
    const taken = await takeDue(db, run.clock, most);
    if (taken.length > 0) await runTaken(db, run, taken);
    return taken.length;
  });
