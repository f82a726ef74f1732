import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { AuditChain, AuditCheck } from '@daybook/contracts/audit-log/audit-log';
import { keptHead } from '../audit/kept-head.ts';
import type { KeptHead } from '../audit/kept-head.ts';
import { overdueSince, verifyAudit } from '../audit/verify.ts';
import { overPatientConnection } from '../books/check-books.ts';
import { actAs, json } from '../db/database.ts';
import type { Database, Db } from '../db/database.ts';
import { isAlone } from '../db/is-alone.ts';
import { every } from '../every.ts';

const everyMs = 1_000;
/** The pause after a failure, because the database may be restarting. */
const pauseMs = 3_000;
/** After this many failures a check is given up. */
const mostFailures = 3;
const mostKept = 100;
const lockKey = 4_217_059;

const now = sql<string>`clock_timestamp()`;

/** The latest check that somebody asked for; null before the first one. */
async function lastCheck(db: Db): Promise<AuditCheck | null> {
  const check = await db
    .selectFrom('auditCheck as asked')
    .leftJoin('appUser', 'appUser.id', 'asked.askedBy')
    .select([
      'asked.askedAt',
      'asked.endedAt',
      'asked.sealed',
      'asked.unsealed',
      'asked.found',
      sql<AuditCheck['findings']>`coalesce(asked.findings, '[]')`.as('findings'),
      'appUser.name as by',
      sql<AuditCheck['status']>`case when asked.ended_at is null then 'running'
        when asked.sealed is null then 'failed' else 'done' end`.as('status'),
    ])
    .orderBy('asked.askedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return check ?? null;
}

/** Where the chain stands, read from its end alone. */
export async function openChain(db: Db): Promise<AuditChain> {
  const head = await db
    .selectFrom('auditSeal as seal')
    .leftJoin('auditEvent as event', 'event.id', 'seal.eventId')
    .select(['seal.seq', sql<string>`encode(seal.hash, 'hex')`.as('hash'), 'event.at'])
    .orderBy('seal.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    sealed: head?.seq ?? 0,
    head: head && head.at !== null ? { hash: head.hash, at: head.at } : null,
    unsealedSince: await overdueSince(db),
    check: await lastCheck(db),
  };
}

/** Requests a check of the whole chain, or joins the one that is already requested. */
export async function askForChainCheck(db: Db): Promise<AuditCheck> {
  await db
    .insertInto('auditCheck')
    .values({ id: uuidv7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const check = await lastCheck(db);
  if (!check) throw new Error('the requested check was not stored');
  return check;
}

const countFailure = (root: Db) =>
  root
    .updateTable('auditCheck')
    .set({
      failures: sql<number>`failures + 1`,
      endedAt: sql<string>`case when failures + 1 >= ${mostFailures} then clock_timestamp() end`,
    })
    .where('endedAt', 'is', null)
    .execute();

/** Does the requested check, unless another server is doing it. Returns false when there was none to do. */
export async function doChainCheck(
  root: Db,
  log: Pick<Logger, 'warn'>,
  kept: KeptHead = keptHead(undefined),
): Promise<boolean> {
  let isTaken = false;
  try {
    await root.transaction().execute(async (db) => {
      // Not a lock on the row: a transaction with an id of its own would keep the sealer waiting until the check ends.
      if (!(await isAlone(db, lockKey))) return;
      const asked = await db
        .selectFrom('auditCheck')
        .select(['id', 'askedBy'])
        .where('endedAt', 'is', null)
        .executeTakeFirst();
      if (!asked) return;
      isTaken = true;
      const { findings, sealed, unsealed } = await verifyAudit(db, await kept.read());
      if (findings.length > 0)
        log.warn({ found: findings.length, findings: findings.slice(0, 20) }, 'the audit log was altered');
      await db.executeQuery(actAs(asked.askedBy, asked.id, 'audit_chain.check'));
      await db
        .updateTable('auditCheck')
        .set({
          endedAt: now,
          sealed,
          unsealed,
          found: findings.length,
          findings: json(findings.slice(0, mostKept)),
        })
        .where('id', '=', asked.id)
        .execute();
    });
  } catch (error) {
    if (isTaken) await countFailure(root);
    throw error;
  }
  return isTaken;
}

/** Looks for a requested check every second. The returned function stops this; a check in progress is still finished. */
export function startChainChecks(
  database: Database,
  log: Pick<Logger, 'warn'>,
  kept: KeptHead,
): () => Promise<void> {
  const look = async () => {
    const asked = await database.db
      .selectFrom('auditCheck')
      .select('id')
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    if (asked) await overPatientConnection(database, log, (root) => doChainCheck(root, log, kept));
  };
  return every(everyMs, look, (error) => log.warn({ err: error }, 'a check of the audit log failed'), {
    pauseMs,
  });
}
