import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { openPlainSession } from '../write-backup.ts';
import { discardWritten } from './discard-written.ts';
import { makeBackup } from './make-backup.ts';
import type { BackupPlace } from './place.ts';
import { testBackup } from './test-backup.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { dropScratchDatabase } from './scratch-database.ts';

const lockKey = 4_217_097;
/** A test is begun again after an interruption, because that says nothing about the backup. */
const mostTries = 3;
const now = sql<string>`clock_timestamp()`;

/** Runs `work` unless another server runs it. The lock goes with its connection, so a killed server leaves none. */
async function alone(url: string, work: () => Promise<void>): Promise<boolean> {
  const client = await openPlainSession(url);
  try {
    // A lock of the transaction, because a pooler in front of the database may not keep those of a session.
    await client.query('begin');
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(${lockKey}) as "isOurs"`,
    );
    if (!rows[0]?.isOurs) return false;
    await work();
    return true;
  } finally {
    await client.end();
  }
}

/** What runs while nobody holds the lock was interrupted. */
async function endInterrupted(db: Db, place: BackupPlace): Promise<void> {
  const interrupted = await db
    .updateTable('backup')
    .set({ status: 'failed', endedAt: now, fault: 'INTERRUPTED' })
    .where('status', '=', 'running')
    .returning(['folder', 'file', 'upload'])
    .execute();
  await discardWritten(db, interrupted, place);
  const tests = db.updateTable('backup').where('proof', '=', 'running');
  const givenUp = await tests
    .where('proofTries', '>=', mostTries)
    // An interruption does not outweigh what an earlier test found.
    .set({
      proof: 'failed',
      proofAt: now,
      proofFault: sql<string>`case when is_good(backup) then 'INTERRUPTED' else proof_fault end`,
    })
    .returning('id')
    .execute();
  // Otherwise the next try would drop it.
  if (givenUp.length > 0 && place.scratchUrl !== null) await dropScratchDatabase(place.scratchUrl);
  await tests.where('proofTries', '<', mostTries).set({ proof: 'waiting' }).execute();
}

const never = () => false;

/** Does what is requested: backups, then tests. False if there was nothing to do, or another server does it. */
export async function doBackups(
  db: Db,
  place: BackupPlace,
  log: Pick<Logger, 'warn'>,
  isStopping: () => boolean = never,
): Promise<boolean> {
  const open = await db
    .selectFrom('backup')
    .select('id')
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('proof', 'in', ['waiting', 'running'])]))
    .limit(1)
    .executeTakeFirst();
  if (!open) return false;
  return alone(place.databaseUrl, async () => {
    await endInterrupted(db, place);
    const waiting = await db
      .selectFrom('backup')
      .select(['id', 'kind', 'askedBy'])
      .where('status', '=', 'waiting')
      .executeTakeFirst();
    if (waiting) await makeBackup(db, waiting, place, isStopping);
    if (waiting?.kind === 'scheduled') await removeOldBackups(db, place, log);
    const asked = await db
      .selectFrom('backup')
      .select('id')
      .where('proof', '=', 'waiting')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (asked && !isStopping()) await testBackup(db, asked.id, place, isStopping);
  });
}
