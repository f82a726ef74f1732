import { sql } from 'kysely';
import { statusOf } from '@daybook/contracts/refusals';
import type { Refusal } from '@daybook/contracts/refusals';
import type { JobKindName } from '@daybook/contracts/jobs/jobs';
import { mayCall, refuseDuringRequiredStep } from '../auth/may-call.ts';
import { whoIsAbsent } from '../auth/sessions.ts';
import { actAs, json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { asRefusal } from '../http/refuse.ts';
import type { Item, JobKind, JobKinds } from './job-kind.ts';

/** How often the database may fail on one item before the job continues without it. */
const mostFailures = 10;

/** How the jobs of one server are done. Its lanes share the turn. */
export interface Doing {
  kinds: JobKinds;
  /** Whether a mail server is set up. */
  canMail: boolean;
  /** The job whose turn came last. Open jobs take turns, an item each, so that a long one does not stop the others. */
  turn: { last: string };
  stop?: AbortSignal;
}

/** Before the first job. */
export const noTurn = (): Doing['turn'] => ({ last: '00000000-0000-0000-0000-000000000000' });

interface Taken extends Item {
  kind: JobKindName;
  createdBy: string;
}

/**
 * Locks the job whose turn it is until the transaction ends, so only one item of a job is processed at a time, and numbers
 * follow its order. Other lanes and servers pass over a locked job. A server leaves the kinds of a later release alone.
 */
async function lockNext(db: Db, { kinds, turn }: Doing): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from job where ended_at is null and kind = any(${Object.keys(kinds)}) and not is_held(held_kind_of_job(kind))
    order by id <= ${turn.last}::uuid, id limit 1 for update skip locked`.execute(db);
  return rows[0]?.id;
}

/**
 * The next item of the job whose turn it is. Read after the lock: the statement that locks may have begun before the lane that
 * had the job committed, and would then find the item that it has just done.
 */
async function takeNext(db: Db, doing: Doing): Promise<Taken | undefined> {
  const id = await lockNext(db, doing);
  if (id === undefined) return undefined;
  const { rows } = await sql<Taken>`
    select job.id as job_id, no, subject, entity_id, seen, payload, job.kind, job.created_by
    from job join job_item item on item.job_id = job.id
    where job.id = ${id} and item.status = 'waiting' order by no limit 1`.execute(db);
  doing.turn.last = id;
  return rows[0];
}

const waiting = (db: Db, { jobId, no }: Item) =>
  db.updateTable('jobItem').where('jobId', '=', jobId).where('no', '=', no).where('status', '=', 'waiting');

const now = sql<string>`clock_timestamp()`;

/** Uses the permissions that the person who started the job has at this moment. */
async function doItem(
  db: Db,
  item: Taken,
  { endpoint, action, run }: JobKind,
  canMail: boolean,
): Promise<void> {
  await db.executeQuery(actAs(item.createdBy, item.jobId, action));
  const user = await whoIsAbsent(db, item.createdBy);
  refuseDuringRequiredStep(endpoint, user);
  mayCall(endpoint, user);
  const { made, file } = await run(db, user, item, canMail);
  await waiting(db, item)
    .set({ status: 'done', doneAt: now, made: made ?? null, ...file })
    .execute();
}

async function keepRefusal(root: Db, item: Item, refusal: Refusal, isSkipped: boolean): Promise<void> {
  const { current: _current, ...params } = refusal.params;
  const kept = { code: refusal.code, params, fields: refusal.fields };
  await root.transaction().execute(async (db) => {
    // Locks the job before the item, as `takeNext` does.
    const job = await db
      .selectFrom('job')
      .select('endedAt')
      .where('id', '=', item.jobId)
      .forUpdate()
      .executeTakeFirst();
    if (job?.endedAt !== null) return;
    await waiting(db, item)
      .set(
        isSkipped
          ? { status: 'skipped', doneAt: now }
          : { status: 'refused', doneAt: now, refusal: json(kept) },
      )
      .execute();
  });
}

/** True if the item should be tried again: the database failed, and has not yet failed too often. */
async function waits(root: Db, item: Item): Promise<boolean> {
  const { failures } = (await waiting(root, item)
    .set({ failures: sql<number>`failures + 1` })
    .returning('failures')
    .executeTakeFirst()) ?? { failures: 0 };
  return failures < mostFailures;
}

/** Processes one item in one transaction, so that its effect and its outcome commit together. Returns false when none is waiting. */
async function doNext(root: Db, doing: Doing): Promise<boolean> {
  let item: Taken | undefined;
  try {
    await root.transaction().execute(async (db) => {
      item = await takeNext(db, doing);
      if (item) await doItem(db, item, doing.kinds[item.kind], doing.canMail);
    });
  } catch (error) {
    if (!item) throw error;
    const refusal = asRefusal(error as Error);
    if (refusal.code === 'UNAVAILABLE' && (await waits(root, item))) throw error;
    await keepRefusal(root, item, refusal, doing.kinds[item.kind].isAlreadySo?.(refusal) ?? false);
    // An internal error is stored as the item's result like any other, and is also logged.
    if (statusOf(refusal.code) >= 500) throw error;
  }
  return item !== undefined;
}

/**
 * Processes waiting items until none is left or `stop` is aborted. Several lanes and servers may run it at once. Returns the
 * number of items tried.
 */
export async function doJobs(root: Db, doing: Doing): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    if (doing.stop?.aborted || !(await doNext(root, doing))) return tried;
  }
}
