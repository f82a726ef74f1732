import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import { isRunning } from '@daybook/contracts/tasks/time/task-time';
import type { TimeEntry, timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getTask } from '../tasks/tasks.queries.ts';
import { getTime, runningOf } from './time-entries.queries.ts';
import { checkRoom, isOfDay, runFor, spanOf, toMinute } from './time-entries.rules.ts';
import type { Span } from './time-entries.rules.ts';

interface Worker {
  user: CurrentUser;
  mayEdit: boolean;
}

/** Writes of one person’s time run one after the other, even from two tabs: the second sees the result of the first. */
const inTurn = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`time of ${userId}`}, 0))`.execute(db);

/** Refuses NOT_FOUND, PERM_DENIED, and STATE_NOT_ALLOWED on a cancelled task. */
async function workedTask(db: Db, { user, mayEdit }: Worker, taskId: string): Promise<Task> {
  // Locks the task so that it cannot be finished meanwhile: finishing it stops its running timers.
  await db.selectFrom('task').select('id').where('id', '=', taskId).forKeyShare().execute();
  const task = await getTask(db, user, taskId);
  requireRecordRule(mayEdit, task.mayWork);
  if (task.status === 'cancelled') throw new Refusal('STATE_NOT_ALLOWED', { from: task.status });
  return task;
}

async function checkDay(
  db: Db,
  userId: string,
  { workedOn, span, id }: { workedOn: string; span: Span; id: string },
): Promise<void> {
  const { sum } = await db
    .selectFrom('timeEntry')
    .where('userId', '=', userId)
    .where('workedOn', '=', workedOn)
    .where('removedAt', 'is', null)
    .where('id', '<>', id)
    .select(sql<number>`coalesce(sum(minutes), 0)::int`.as('sum'))
    .executeTakeFirstOrThrow();
  checkRoom(sum, span);
}

/** Refuses as `workedTask` and `spanOf`, and TIME_OVERLAPS with other time of the caller's. */
export async function recordTime(
  db: Db,
  worker: Worker,
  { id = uuidv7(), taskId, workedOn, billable, note, ...given }: ParsedInputOf<typeof timeEntries.create>,
): Promise<TimeEntry> {
  const { user } = worker;
  await workedTask(db, worker, taskId);
  const span = spanOf({ workedOn, ...given }, new Date());
  await inTurn(db, user.id);
  await checkDay(db, user.id, { workedOn, span, id });
  await db
    .insertInto('timeEntry')
    .values({ id, taskId, userId: user.id, workedOn, billable, note, ...span })
    .execute();
  return getTime(db, user, id);
}

/** The caller’s own time entry, or with tasks.edit anyone’s. Refuses NOT_FOUND, PERM_DENIED, VERSION_CONFLICT. */
async function ownTime(db: Db, { user, mayEdit }: Worker, id: string, version: number): Promise<TimeEntry> {
  const seen = await getTime(db, user, id);
  requireRecordRule(mayEdit, seen.person.id === user.id);
  await inTurn(db, seen.person.id);
  return lockAtVersion(db, 'timeEntry', id, version, () => getTime(db, user, id));
}

/** Refuses as `ownTime` and `recordTime`; a timer has to be stopped first. */
export async function editTime(
  db: Db,
  worker: Worker,
  { id, workedOn, billable, note, ...given }: ParsedInputOf<typeof timeEntries.edit>,
  version: number,
): Promise<TimeEntry> {
  const entry = await ownTime(db, worker, id, version);
  if (isRunning(entry)) throw new Refusal('STATE_NOT_ALLOWED');
  const span = spanOf({ workedOn, ...given }, new Date());
  await checkDay(db, entry.person.id, { workedOn, span, id });
  await db
    .updateTable('timeEntry')
    .set({ workedOn, billable, note, ...span, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getTime(db, worker.user, id);
}

const takeOut = (db: Db, id: string) =>
  db
    .updateTable('timeEntry')
    .set({ removedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', id)
    .execute();

/** Refuses as `ownTime`. */
export async function removeTime(db: Db, worker: Worker, id: string, version: number): Promise<void> {
  await ownTime(db, worker, id, version);
  await takeOut(db, id);
}

/** Deletes a timer of less than a minute, which was started by mistake. */
async function halt(db: Db, { id, startedAt }: Pick<TimeEntry, 'id' | 'startedAt'>, now: Date) {
  const run = runFor(startedAt ?? now.toISOString(), now);
  if (run === null) await takeOut(db, id);
  else
    await db
      .updateTable('timeEntry')
      .set({ ...run, ...nextVersion })
      .where('id', '=', id)
      .execute();
  return run?.minutes ?? null;
}

/** Stops the timers of a finished task and stores their time. Call it within the lock of the task. */
export async function stopTimersOf(db: Db, taskId: string): Promise<void> {
  const running = await db
    .selectFrom('timeEntry')
    .select(['id', 'startedAt'])
    .where('taskId', '=', taskId)
    .where('startedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const now = new Date();
  for (const entry of running) await halt(db, entry, now);
}

/** Refuses as `workedTask`, and STATE_NOT_ALLOWED on a finished task. A timer that already runs on the task goes on. */
export async function startTimer(
  db: Db,
  worker: Worker,
  { id = uuidv7(), taskId, workedOn }: ParsedInputOf<typeof timeEntries.start>,
) {
  const { user } = worker;
  const task = await workedTask(db, worker, taskId);
  if (!isOpenTask(task.status)) throw new Refusal('STATE_NOT_ALLOWED', { from: task.status });
  const now = new Date();
  // The date by UTC, for a browser whose date cannot be right; otherwise the day is that of the browser.
  const today = now.toISOString().slice(0, 10);
  const day = isOfDay(now, workedOn) ? workedOn : today;
  await inTurn(db, user.id);
  const running = await runningOf(db, user);
  if (running?.task.id === taskId) return { entry: running, stopped: null };
  const stopped = running && { task: running.task, minutes: await halt(db, running, now) };
  await db
    .insertInto('timeEntry')
    .values({
      id,
      taskId,
      userId: user.id,
      workedOn: day,
      startedAt: toMinute(now).toISOString(),
      billable: task.billable,
    })
    .execute();
  return { entry: await getTime(db, user, id), stopped };
}

/** Refuses NOT_FOUND, PERM_DENIED, and STATE_NOT_ALLOWED on an entry that is not running. */
export async function stopTimer(db: Db, { user, mayEdit }: Worker, id: string) {
  const running = await runningOf(db, user);
  const seen = running?.id === id ? running : await getTime(db, user, id);
  requireRecordRule(mayEdit, seen.person.id === user.id);
  await inTurn(db, seen.person.id);
  const entry = seen.person.id === user.id ? await runningOf(db, user) : await getTime(db, user, id);
  if (entry === null || entry.id !== id || !isRunning(entry)) throw new Refusal('STATE_NOT_ALLOWED');
  return { stopped: { task: entry.task, minutes: await halt(db, entry, new Date()) } };
}
