import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { BookCheckRun } from '@daybook/contracts/settings/book-checks/book-checks';
import type { KeptHead } from '../audit/kept-head.ts';
import { actAs } from '../db/database.ts';
import type { Database, Db } from '../db/database.ts';
import { isAlone } from '../db/is-alone.ts';
import { every } from '../every.ts';
import { checkBooks, overPatientConnection } from './check-books.ts';

const everyMs = 1_000;
/** The pause after a failure, because the database may be restarting. */
const pauseMs = 3_000;
/** After this many failures a check is given up. */
const mostFailures = 3;
const lockKey = 4_217_012;

const now = sql<string>`clock_timestamp()`;

/** The latest request; null before the first one. */
export async function lastRun(db: Db): Promise<BookCheckRun | null> {
  const run = await db
    .selectFrom('bookCheckRun as run')
    .leftJoin('appUser', 'appUser.id', 'run.askedBy')
    .leftJoin('bookCheckProgress as progress', 'progress.runId', 'run.id')
    .select([
      'run.askedAt',
      'appUser.name as by',
      sql<number>`coalesce(progress.done, 0)`.as('done'),
      sql<BookCheckRun['status']>`case when run.ended_at is null then 'running'
        when run.check_id is null then 'failed' else 'done' end`.as('status'),
    ])
    .orderBy('run.askedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run ?? null;
}

/** Requests a check, or joins the one that is already requested. */
export async function askForCheck(db: Db): Promise<BookCheckRun> {
  await db
    .insertInto('bookCheckRun')
    .values({ id: uuidv7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const run = await lastRun(db);
  if (!run) throw new Error('the requested check was not stored');
  return run;
}

const keepProgress = (beside: Db, runId: string, done: number) =>
  beside
    .insertInto('bookCheckProgress')
    .values({ runId, done })
    .onConflict((conflict) => conflict.column('runId').doUpdateSet({ done }))
    .execute();

/**
 * Runs the requested check, unless another server is running it. Returns false when there was none to run. Its progress
 * is stored outside its transaction, so that people can follow it.
 */
export async function makeAskedCheck(root: Db, beside: Db, kept?: KeptHead): Promise<boolean> {
  let isTaken = false;
  try {
    await root.transaction().execute(async (db) => {
      // Not a lock on the row: a transaction with an id of its own would keep the sealer waiting until the check ends.
      if (!(await isAlone(db, lockKey))) return;
      const run = await db
        .selectFrom('bookCheckRun')
        .select(['id', 'askedBy'])
        .where('endedAt', 'is', null)
        .executeTakeFirst();
      if (!run) return;
      isTaken = true;
      await db.executeQuery(actAs(run.askedBy, run.id, 'book-checks.run'));
      const tell = async (done: number) => void (await keepProgress(beside, run.id, done));
      await tell(0);
      const { id: checkId } = await checkBooks(db, { kind: 'by_hand', tell, kept });
      await db.updateTable('bookCheckRun').set({ checkId, endedAt: now }).where('id', '=', run.id).execute();
    });
  } catch (error) {
    if (isTaken)
      await root
        .updateTable('bookCheckRun')
        .set({
          failures: sql<number>`failures + 1`,
          endedAt: sql<string>`case when failures + 1 >= ${mostFailures} then clock_timestamp() end`,
        })
        .where('endedAt', 'is', null)
        .execute();
    throw error;
  }
  return isTaken;
}

/** Looks for a requested check every second. The returned function stops this; a check in progress is still finished. */
export function startRequestedChecks(
  database: Database,
  log: Pick<Logger, 'warn'>,
  kept: KeptHead,
): () => Promise<void> {
  const look = async () => {
    const asked = await database.db
      .selectFrom('bookCheckRun')
      .select('id')
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    if (asked) await overPatientConnection(database, log, (root) => makeAskedCheck(root, database.db, kept));
  };
  return every(everyMs, look, (error) => log.warn({ err: error }, 'a requested ledger check failed'), {
    pauseMs,
  });
}
