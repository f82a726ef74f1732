import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { RecurringTask, recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { addDays } from '@daybook/contracts/plain-date';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { nextVersion } from '../../db/versions.ts';
import { findNextDay } from '../../recurrence/find-next-days.ts';
import { makersOf } from '../../start-series.ts';
import { nominalDates } from '../../recurrence/occurrences.ts';
import {
  checkBehind,
  goingOn,
  openSeries,
  ruleColumns,
  termsOfClient,
} from '../../recurrence/open-series.ts';
import { isMadeFrom, readSeries } from '../../recurrence/series-due.ts';
import { seriesAtVersion } from '../../recurrence/series-steps.ts';
import type { OpenedSeries } from '../../recurrence/series-steps.ts';
import { doneThroughOf } from '../../recurrence/plan-series.ts';
import { jobOf } from '../../recurrence/run-series.ts';
import { keepRuns } from '../../recurrence/series-runs.ts';
import { settleMissed, daysOfSeries } from '../../recurrence/settle-missed.ts';
import { occurrenceOn } from '../../recurrence/upcoming.ts';
import { staysOnItsDays } from './recurring-task.rules.ts';
import type { SeriesInput } from './recurring-task.rules.ts';
import { getRecurringTask } from './recurring-tasks.queries.ts';
import { checkGoesOn, keepDoers, termsOf } from './check-recurring-task-terms.ts';
import type { Present, Terms } from './check-recurring-task-terms.ts';
import { tellNotStarted } from './change-not-started.ts';

type EditInput = ParsedInputOf<typeof recurringTasks.edit>;

/** A series of tasks creates tasks, whether mail is set up or not. */
const makers = makersOf(false);

async function addSeries(
  db: Db,
  user: CurrentUser,
  { id, predecessorId, ...fields }: SeriesInput & { id: string; predecessorId?: string },
  present?: Present,
): Promise<void> {
  const { columns, doers } = await termsOf(db, user, fields, present);
  await openSeries(db, user, {
    ...fields,
    id,
    kind: 'task',
    ...(predecessorId !== undefined && { predecessorId }),
  });
  await db
    .insertInto('recurringTask')
    .values({ seriesId: id, ...columns })
    .execute();
  await keepDoers(db, id, doers);
}

/**
 * From today on. Of the days before it makes what is named, and says of the others that nobody wanted them; where none is
 * named it has not run.
 */
async function begin(db: Db, id: string, create: readonly string[]): Promise<void> {
  const series = await readSeries(db, id);
  if (!series) throw new Refusal('NOT_FOUND');
  if (create.length > 0) return settleMissed(db, makers, series, create);
  const { missed } = await daysOfSeries(db, series);
  const doneThrough = doneThroughOf(series, { handled: new Set(missed.map(({ nominal }) => nominal)) });
  await keepRuns(
    db,
    missed
      .filter(({ nominal }) => nominal > doneThrough)
      .map((one) => ({
        ...jobOf(series, one),
        outcome: { status: 'skipped', reason: 'NOT_WANTED' } as const,
      })),
  );
  return findNextDay(db, { ...series, doneThrough }, 'active');
}

/**
 * A new series; of its days that have passed already it makes what `create` names, and none of the others. Refuses as
 * `openSeries`, `termsOf` and `settleMissed` do, and DUPLICATE_PERIOD_TASK on what is there already.
 */
export async function addRecurringTask(
  db: Db,
  user: CurrentUser,
  { id, create, ...fields }: SeriesInput & { id: string; create: readonly string[] },
): Promise<void> {
  await addSeries(db, user, { id, ...fields });
  await begin(db, id, create);
}

export async function createRecurringTask(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof recurringTasks.create>,
): Promise<RecurringTask> {
  await addRecurringTask(db, user, { id, ...fields });
  return getRecurringTask(db, user, id);
}

/** The terms of tasks, and what the series is called and does after a pause; its days stay. */
async function keepTerms(db: Db, id: string, fields: SeriesInput, { columns, doers }: Terms): Promise<void> {
  await db.updateTable('recurringTask').set(columns).where('seriesId', '=', id).execute();
  await keepDoers(db, id, doers);
  const { title, searchText } = ruleColumns(fields);
  await db
    .updateTable('series')
    .set({ title, searchText, catchUp: fields.catchUp, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

/** All of a series that has not run yet. */
async function rewrite(db: Db, user: CurrentUser, { series, present, fields }: Omit<Edit, 'input'>) {
  const { id } = series;
  const terms = await termsOf(db, user, fields, present);
  const { zone, today } = await termsOfClient(db, user, fields);
  checkBehind(fields, today);
  await keepTerms(db, id, fields, terms);
  await db
    .updateTable('series')
    .set({ ...ruleColumns(fields), clientId: fields.clientId, startsOn: fields.startsOn, zone })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('seriesProgress')
    .set({ doneThrough: addDays(fields.startsOn, -1), nextNominal: null, nextOn: null })
    .where('seriesId', '=', id)
    .execute();
  // A paused one is asked about what it missed when it goes on.
  if (series.status === 'active') await begin(db, id, []);
}

/** The day with which other terms begin. Refuses NOT_A_CHOICE on `from` for a day that is not of the rule or was made already. */
async function beginningOf(db: Db, series: OpenedSeries, from: string | null): Promise<string> {
  const wanted = from ?? (await daysOfSeries(db, series)).ahead[0]?.nominal ?? '';
  const isBehind = wanted <= series.doneThrough || (await isMadeFrom(db, series.id, wanted));
  if (isBehind || !(await occurrenceOn(db, series, wanted)))
    throw refuseField('INPUT_INVALID', from === null ? 'apply' : 'from', {}, 'NOT_A_CHOICE');
  return wanted;
}

/** The series ends before that day; where nothing is left for it to do, it has come to its end. */
async function endBefore(db: Db, series: OpenedSeries, day: string): Promise<void> {
  const last = addDays(day, -1);
  const left = nominalDates(series, { from: addDays(series.doneThrough, 1), until: last, most: 1 });
  await db
    .updateTable('series')
    .set({ ends: 'until', endsOn: last, endsAfter: null, lastOn: last, ...nextVersion })
    .$if(left.length === 0, (query) =>
      query.set({ status: 'completed', pausedFor: null, statusReason: null }),
    )
    .where('id', '=', series.id)
    .execute();
  await db.updateTable('seriesProgress').set({ stale: true }).where('seriesId', '=', series.id).execute();
}

/** Changes to single dates go to the successor, and so does a pause. */
async function handOver(db: Db, series: OpenedSeries, to: string, from: string): Promise<void> {
  await db
    .updateTable('seriesException')
    .set({ seriesId: to })
    .where('seriesId', '=', series.id)
    .where('nominalDate', '>=', from)
    .execute();
  if (series.status === 'paused')
    await sql`update series set status = 'paused', paused_for = earlier.paused_for, status_reason = earlier.status_reason
      from series earlier where earlier.id = ${series.id} and series.id = ${to}`.execute(db);
}

interface Edit {
  series: OpenedSeries;
  present: RecurringTask;
  input: EditInput;
  fields: SeriesInput;
}

/** Refuses SERIES_HAS_RUN on the client of one that has run. Answers the id of the series that has the new terms. */
async function editFollowing(db: Db, user: CurrentUser, { series, present, input, fields }: Edit) {
  const { id, from, successorId = uuidv7() } = input;
  const [first] = nominalDates(series, { from: series.startsOn, until: series.lastOn, most: 1 });
  if (!present.hasRun && (from === null || from === first)) {
    await rewrite(db, user, { series, present, fields });
    return id;
  }
  if (fields.clientId !== series.clientId) throw refuseField('SERIES_HAS_RUN', 'clientId');
  if (fields.startsOn !== series.startsOn) throw refuseField('SERIES_HAS_RUN', 'startsOn');
  if (present.successor !== null) throw refuseField('INPUT_INVALID', 'apply', {}, 'NOT_A_CHOICE');
  const startsOn = await beginningOf(db, series, from);
  await handOverTo(db, user, {
    series,
    present,
    fields: goingOn({ ...series, endsAfter: present.endsAfter }, fields, startsOn),
    successorId,
  });
  return successorId;
}

async function handOverTo(
  db: Db,
  user: CurrentUser,
  { series, present, fields, successorId }: Omit<Edit, 'input'> & { successorId: string },
) {
  await addSeries(db, user, { ...fields, id: successorId, predecessorId: series.id }, present);
  await handOver(db, series, successorId, fields.startsOn);
  await endBefore(db, series, fields.startsOn);
}

/** Refuses NOT_A_CHOICE on `apply` when the days are others too: those are for what follows; and as `tellNotStarted`. */
async function editNotStarted(db: Db, user: CurrentUser, { series, present, fields }: Edit) {
  if (fields.clientId !== series.clientId) throw refuseField('SERIES_HAS_RUN', 'clientId');
  if (!staysOnItsDays(fields, { ...present, clientId: series.clientId }))
    throw refuseField('INPUT_INVALID', 'apply', {}, 'NOT_A_CHOICE');
  await keepTerms(db, series.id, fields, await termsOf(db, user, fields, present));
  await tellNotStarted(db, user, series.id);
  return series.id;
}

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED once it has ended, and as `createRecurringTask`. Answers the series
 * that has the new terms.
 */
export async function editRecurringTask(
  db: Db,
  user: CurrentUser,
  input: EditInput,
  version: number,
): Promise<RecurringTask> {
  const { id, apply, from: _from, successorId: _successor, ...fields } = input;
  const read = () => getRecurringTask(db, user, id);
  const series = await seriesAtVersion(db, user, { kind: 'task', id, version }, read);
  checkGoesOn(series, 'edited');
  const present = await read();
  const edit = { series, present, input, fields };
  const edited =
    apply === 'following' ? await editFollowing(db, user, edit) : await editNotStarted(db, user, edit);
  return getRecurringTask(db, user, edited);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, SERIES_HAS_RUN, REFERENCED while another one goes on from it. */
export async function removeRecurringTask(
  db: Db,
  user: CurrentUser,
  { id }: ParsedInputOf<typeof recurringTasks.remove>,
  version: number,
): Promise<void> {
  await seriesAtVersion(db, user, { kind: 'task', id, version });
  const { hasRun } = await getRecurringTask(db, user, id);
  if (hasRun) throw new Refusal('SERIES_HAS_RUN');
  await db.deleteFrom('series').where('id', '=', id).execute();
}
