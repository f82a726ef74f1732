import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { RecurringTask, recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { addDays } from '@daybook/contracts/plain-date';
import type { CurrentUser } from '../../auth/current-user.ts';
import { checkPicked } from '../../crm/check-picked.ts';
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

/** Whether mail is set up does not matter: these series create only tasks. */
const makers = makersOf(false);

async function addSeries(
  db: Db,
  user: CurrentUser,
  {
    id,
    predecessorId,
    subscriptionId,
    ...fields
  }: SeriesInput & { id: string; predecessorId?: string; subscriptionId?: string },
  present?: Present,
): Promise<void> {
  const { columns, doers } = await termsOf(db, user, fields, present);
  await openSeries(db, user, {
    ...fields,
    id,
    kind: 'task',
    ...(predecessorId !== undefined && { predecessorId }),
    ...(subscriptionId !== undefined && { subscriptionId }),
  });
  await db
    .insertInto('recurringTask')
    .values({ seriesId: id, ...columns })
    .execute();
  await keepDoers(db, id, doers);
}

/**
 * Starts the series today. Creates the tasks of the past days that are named and records the other past days as not wanted; if
 * none is named, the series counts as one that has not run.
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
 * Creates a series, and the tasks of the past days named in `create`; the other past days are left out. Refuses as
 * `openSeries`, `termsOf` and `settleMissed` do, and DUPLICATE_PERIOD_TASK on a task that exists already.
 */
export async function addRecurringTask(
  db: Db,
  user: CurrentUser,
  { id, create, ...fields }: SeriesInput & { id: string; create: readonly string[]; subscriptionId?: string },
): Promise<void> {
  await addSeries(db, user, { id, ...fields });
  await begin(db, id, create);
}

export async function createRecurringTask(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof recurringTasks.create>,
): Promise<RecurringTask> {
  await checkPicked(db, { serviceId: fields.serviceId, billingEntityId: fields.billingEntityId });
  await addRecurringTask(db, user, { id, ...fields });
  return getRecurringTask(db, user, id);
}

/** Stores the terms of the tasks, the name of the series and what it does after a pause; its days stay. */
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

/** Rewrites the whole of a series that has not run yet. */
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
  // For a paused series the missed days are asked about when it resumes.
  if (series.status === 'active') await begin(db, id, []);
}

/**
 * The day from which the new terms hold. Refuses NOT_A_CHOICE on `from` for a day that the rule does not name or that has its
 * task already.
 */
async function beginningOf(db: Db, series: OpenedSeries, from: string | null): Promise<string> {
  const wanted = from ?? (await daysOfSeries(db, series)).ahead[0]?.nominal ?? '';
  const isBehind = wanted <= series.doneThrough || (await isMadeFrom(db, series.id, wanted));
  if (isBehind || !(await occurrenceOn(db, series, wanted)))
    throw refuseField('INPUT_INVALID', from === null ? 'apply' : 'from', {}, 'NOT_A_CHOICE');
  return wanted;
}

/** Ends the series before that day; it has ended already if nothing is left to create. */
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

/** Moves the changes to single dates, and a pause, to the successor. */
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

/** Refuses SERIES_HAS_RUN if the client changes on a series that has run. Returns the id of the series with the new terms. */
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

/** Refuses NOT_A_CHOICE on `apply` if the days change too (they can change only for what follows), and as `tellNotStarted`. */
async function editNotStarted(db: Db, user: CurrentUser, { series, present, fields }: Edit) {
  if (fields.clientId !== series.clientId) throw refuseField('SERIES_HAS_RUN', 'clientId');
  if (!staysOnItsDays(fields, { ...present, clientId: series.clientId }))
    throw refuseField('INPUT_INVALID', 'apply', {}, 'NOT_A_CHOICE');
  await keepTerms(db, series.id, fields, await termsOf(db, user, fields, present));
  await tellNotStarted(db, user, series.id);
  return series.id;
}

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED once the series has ended, and as `createRecurringTask`. Returns the
 * series with the new terms.
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
  const { serviceId, billingEntityId } = fields;
  await checkPicked(db, { serviceId, billingEntityId }, [present.service, present.billingEntity]);
  const edit = { series, present, input, fields };
  const edited =
    apply === 'following' ? await editFollowing(db, user, edit) : await editNotStarted(db, user, edit);
  return getRecurringTask(db, user, edited);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, SERIES_HAS_RUN, and REFERENCED while another series continues it. */
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
