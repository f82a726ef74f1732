import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { JobKindName } from '@daybook/contracts/jobs/jobs';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { theirJob } from './jobs.queries.ts';

/** One record to process. */
export interface Wanted {
  subject: string;
  /** Where one record may be processed once for each billing entity. */
  entityId?: string;
  /** What the person saw: a version, or a number of mails. */
  seen?: number;
  /** What else the kind needs, such as the key of a preview. */
  payload?: Readonly<Record<string, unknown>>;
}

/**
 * Starts a job that processes the records in this order, each once however often it is named. Nothing about a record is checked
 * before the job comes to it.
 */
export async function makeJob(
  db: Db,
  user: CurrentUser,
  kind: JobKindName,
  wanted: readonly Wanted[],
  /** The record that the notification opens, if it is not the job. */
  about: string | null = null,
): Promise<{ id: string }> {
  const id = uuidv7();
  await db.insertInto('job').values({ id, kind, about, createdBy: user.id }).execute();
  const once = [...new Map(wanted.map((one) => [`${one.subject} ${one.entityId ?? ''}`, one])).values()];
  await sql`
    insert into job_item (job_id, no, subject, entity_id, seen, payload)
    select ${id}, no, subject, "entityId", seen, coalesce(payload, '{}')
    from jsonb_to_recordset(${json(once.map((one, index) => ({ ...one, no: index + 1 })))})
      as wanted (no int, subject uuid, "entityId" uuid, seen int, payload jsonb)`.execute(db);
  return { id };
}

/** Cancels a job; the item being processed is still finished. Refuses NOT_FOUND, and STATE_NOT_ALLOWED once the job has ended. */
export async function cancelJob(db: Db, user: CurrentUser, id: string): Promise<void> {
  await theirJob(db, user, id);
  const { status } = await db
    .selectFrom('job')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status === 'done' || status === 'cancelled')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'cancelled' });
  await db
    .updateTable('job')
    .set({ status: 'cancelled', endedAt: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

const endedBefore = (days: string) => sql<boolean>`ended_at < now() - ${days}::interval`;

/** Deletes the files of a job a week after its end, and the job itself after 90 days. */
export async function purgeJobs(db: Db): Promise<void> {
  await db
    .updateTable('jobItem')
    .set({ sha256: null, fileName: null })
    .where('sha256', 'is not', null)
    .where('jobId', 'in', (eb) => eb.selectFrom('job').select('id').where(endedBefore('7 days')))
    .execute();
  await db.deleteFrom('job').where(endedBefore('90 days')).execute();
}
