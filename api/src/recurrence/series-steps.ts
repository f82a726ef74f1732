import { sql } from 'kysely';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { SeriesSteps } from '@daybook/contracts/recurrence/series-steps';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { nextVersion } from '../db/versions.ts';
import { inScope } from '../scope.ts';
import { aroundOf } from './around-series.ts';
import { findNextDay } from './find-next-days.ts';
import { checkMovedTo } from './movable-day.ts';
import { partedBy, periodOfOccurrence } from './plan-series.ts';
import { doJobs } from './make-jobs.ts';
import type { Makers } from './make-jobs.ts';
import { jobOf } from './run-series.ts';
import { readSeries } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { keepRuns } from './series-runs.ts';
import { settleMissed, daysOfSeries } from './settle-missed.ts';
import { occurrenceOn } from './upcoming.ts';

type Kind = DueSeries['kind'];
type State = DueSeries['status'];
type Input<Step extends keyof SeriesSteps> = ParsedInputOf<SeriesSteps[Step]>;

/** A series that a person opens. */
export interface OpenedSeries extends DueSeries {
  version: number;
}

/** Refuses NOT_FOUND, even for a series outside the caller’s scope. */
export async function openedSeries(db: Db, user: CurrentUser, kind: Kind, id: string): Promise<OpenedSeries> {
  const series = await readSeries(db, id);
  const seen = await db
    .selectFrom('series')
    .select('version')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where(inScope.client(user, sql.ref('series.clientId')))
    .executeTakeFirst();
  if (!series || !seen) throw new Refusal('NOT_FOUND');
  return { ...series, ...seen };
}

/**
 * As `openedSeries`, locked against runs, at the version that the person saw. Refuses VERSION_CONFLICT, with the present record
 * from `read` if the form can merge it.
 */
export async function seriesAtVersion(
  db: Db,
  user: CurrentUser,
  { kind, id, version }: { kind: Kind; id: string; version: number },
  read?: () => Promise<object>,
): Promise<OpenedSeries> {
  // The same order as a run: the progress first, then the series.
  await db.selectFrom('seriesProgress').select('seriesId').where('seriesId', '=', id).forUpdate().execute();
  await db.selectFrom('series').select('id').where('id', '=', id).forUpdate().execute();
  const series = await openedSeries(db, user, kind, id);
  if (series.version !== version)
    throw new Refusal('VERSION_CONFLICT', { current: read ? await read() : { version: series.version } });
  return series;
}

const refuseUnless = (series: OpenedSeries, to: string, ...statuses: State[]): void => {
  if (!statuses.includes(series.status)) throw new Refusal('STATE_NOT_ALLOWED', { from: series.status, to });
};

/** Nothing can begin for a client who has left. Refuses REFERENCE_UNKNOWN on `clientId`. */
async function checkClientActive(db: Db, { clientId }: OpenedSeries): Promise<void> {
  const client = db.selectFrom('client').select('status').where('id', '=', clientId);
  if ((await client.executeTakeFirstOrThrow()).status !== 'active')
    throw refuseField('REFERENCE_UNKNOWN', 'clientId');
}

async function step(
  db: Db,
  { id, version }: OpenedSeries,
  change: { status?: State; pausedFor?: 'person' | null; statusReason?: string | null } = {},
) {
  await db
    .updateTable('series')
    .set({ ...change, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return { version: version + 1 };
}

async function sayOfDay(
  db: Db,
  series: OpenedSeries,
  nominal: string,
  said: { skips: boolean; dueOn: string | null; reason: string } | null,
) {
  refuseUnless(series, 'changed', 'active', 'paused');
  const { handled } = (await aroundOf(db, [series]))(series);
  if (nominal <= series.doneThrough || handled.has(nominal) || !(await occurrenceOn(db, series, nominal)))
    throw refuseField('INPUT_INVALID', 'nominal', {}, 'NOT_A_CHOICE');
  if (said && said.dueOn !== null) await checkMove(db, series, nominal, said.dueOn);
  await db
    .deleteFrom('seriesException')
    .where('seriesId', '=', series.id)
    .where('nominalDate', '=', nominal)
    .execute();
  if (said)
    await db
      .insertInto('seriesException')
      .values({ seriesId: series.id, nominalDate: nominal, ...said })
      .execute();
  const changed = await step(db, series);
  await findNextDay(db, series, series.status);
  return changed;
}

/** Refuses as `checkMovedTo`, and DATE_RANGE if invoices of the series would go out in another order. */
async function checkMove(db: Db, series: OpenedSeries, nominal: string, dueOn: string): Promise<void> {
  const days = { earliest: nominal, latest: nominal };
  if (series.kind === 'task') {
    checkMovedTo('dueOn', dueOn, { ...days, from: periodOfOccurrence(series, nominal, series.fyStart).from });
    return;
  }
  // An invoice may go out before its period begins.
  checkMovedTo('dueOn', dueOn, { ...days, from: null });
  const around = (await aroundOf(db, [series]))(series);
  const { behind, ahead } = partedBy(series, around, {
    after: series.doneThrough,
    by: 'nominal',
    day: nominal,
    most: 2,
  });
  const [before, after] = [behind.at(-1)?.due, ahead[1]?.due];
  if ((before !== undefined && dueOn <= before) || (after !== undefined && dueOn >= after))
    throw refuseField('INPUT_INVALID', 'dueOn', {}, 'DATE_RANGE');
}

/** The steps that a person takes on a series of either kind. Each refuses NOT_FOUND, VERSION_CONFLICT and STATE_NOT_ALLOWED. */
export const stepsOf = (kind: Kind, makers: Makers) => ({
  async pause(db: Db, user: CurrentUser, { id, reason }: Input<'pause'>, version: number) {
    const series = await seriesAtVersion(db, user, { kind, id, version });
    refuseUnless(series, 'paused', 'active');
    return step(db, series, { status: 'paused', pausedFor: 'person', statusReason: reason });
  },

  /** Refuses also NOT_A_CHOICE on `create`, and REFERENCE_UNKNOWN on `clientId` while the client is inactive. */
  async resume(db: Db, user: CurrentUser, { id, create }: Input<'resume'>, version: number) {
    const series = await seriesAtVersion(db, user, { kind, id, version });
    refuseUnless(series, 'active', 'paused');
    await checkClientActive(db, series);
    const resumed = await step(db, series, { status: 'active', pausedFor: null, statusReason: null });
    await settleMissed(db, makers, series, create);
    return resumed;
  },

  /** Ends the series for good; what it created stays. */
  async cancel(db: Db, user: CurrentUser, { id, reason }: Input<'cancel'>, version: number) {
    const series = await seriesAtVersion(db, user, { kind, id, version });
    refuseUnless(series, 'cancelled', 'active', 'paused');
    return step(db, series, { status: 'cancelled', pausedFor: null, statusReason: reason });
  },

  /** Skips one day that has not been created yet. Refuses also NOT_A_CHOICE on any other day. */
  skip: async (db: Db, user: CurrentUser, { id, nominal, reason }: Input<'skip'>, version: number) =>
    sayOfDay(db, await seriesAtVersion(db, user, { kind, id, version }), nominal, {
      skips: true,
      dueOn: null,
      reason,
    }),

  /** Moves the due date of one day. Refuses also NOT_A_CHOICE as `skip`, and as `checkMovedTo`. */
  move: async (db: Db, user: CurrentUser, { id, nominal, dueOn, reason }: Input<'move'>, version: number) =>
    sayOfDay(db, await seriesAtVersion(db, user, { kind, id, version }), nominal, {
      skips: false,
      dueOn,
      reason,
    }),

  restore: async (db: Db, user: CurrentUser, { id, nominal }: Input<'restore'>, version: number) =>
    sayOfDay(db, await seriesAtVersion(db, user, { kind, id, version }), nominal, null),

  /** Creates an occurrence that failed or was skipped. Refuses also as `resume`, NOT_A_CHOICE on any other day, and as the maker does. */
  async make(db: Db, user: CurrentUser, { id, nominal }: Input<'make'>, version: number) {
    const series = await seriesAtVersion(db, user, { kind, id, version });
    refuseUnless(series, 'run', 'active', 'paused');
    await checkClientActive(db, series);
    const run = await db
      .selectFrom('seriesRun')
      .select('status')
      .where('seriesId', '=', id)
      .where('nominalDate', '=', nominal)
      .executeTakeFirst();
    const occurrence = await occurrenceOn(db, series, nominal);
    if (!occurrence || !run || run.status === 'created')
      throw refuseField('INPUT_INVALID', 'nominal', {}, 'NOT_A_CHOICE');
    await doJobs(db, makers, [jobOf(series, occurrence)]);
    // The failure is settled; the next search finds what comes after it.
    await sql`update series_progress set fail_count = 0, next_try_at = null, stale = true where series_id = ${id}`.execute(
      db,
    );
    return step(db, series);
  },
});

/**
 * Creates the first missed occurrence, or the next one ahead of its day, and continues after it, so that no run creates the
 * same day again. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED, and as the maker does.
 */
export async function makeNext(
  db: Db,
  user: CurrentUser,
  makers: Makers,
  asked: { kind: Kind; id: string; version: number },
) {
  const series = await seriesAtVersion(db, user, asked);
  refuseUnless(series, 'run', 'active');
  const { missed, ahead } = await daysOfSeries(db, series);
  const waiting = [...missed, ...ahead];
  const index = waiting.findIndex(({ skippedFor }) => skippedFor === null);
  const wanted = waiting[index];
  if (!wanted) throw new Refusal('STATE_NOT_ALLOWED', { from: 'completed', to: 'run' });
  await keepRuns(
    db,
    waiting.slice(0, index).map((one) => ({
      ...jobOf(series, one),
      outcome: { status: 'skipped', reason: one.skippedFor ?? '' },
    })),
  );
  await doJobs(db, makers, [jobOf(series, wanted)]);
  const made = await step(db, series);
  await findNextDay(db, series, series.status);
  return { ...made, nominal: wanted.nominal };
}
