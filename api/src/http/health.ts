import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { overdueSince } from '../audit/verify.ts';
import type { Database, Db } from '../db/database.ts';

const megabyte = 1024 * 1024;
/** Twice the largest upload, which is received into a file. */
const floorOfFiles = 50 * megabyte;
const leastShare = 0.1;

export interface Disks {
  /** Where the database keeps its files, if on this machine. */
  dataDir?: string | undefined;
  floorMb?: number | undefined;
  /** Where uploads and exports pass through. */
  filesDir?: string;
}

/** Answered even under pressure, so that monitoring sees the pressure and its cause. */
export const alsoUnderPressure = { pressureHandler: () => undefined };

/** The disk of the database, which also holds all files, and that of its log if it has one of its own; else the server's own disk. */
async function hasRoom({ dataDir, floorMb = 500 }: Disks): Promise<boolean> {
  const disks = [statfs(dataDir ?? process.cwd())];
  if (dataDir !== undefined) disks.push(statfs(join(dataDir, 'pg_wal')).catch(async () => statfs(dataDir)));
  const measured = await Promise.all(disks);
  return measured.every(
    ({ bavail, bsize, blocks }) => bavail * bsize >= floorMb * megabyte && bavail / blocks > leastShare,
  );
}

async function canSpool({ filesDir = tmpdir() }: Disks): Promise<boolean> {
  const path = join(filesDir, `daybook-probe-${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(65_536));
    const { bavail, bsize } = await statfs(filesDir);
    return bavail * bsize >= floorOfFiles;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Whether a write would succeed now. A sum that does not fit into its memory takes new room on the disk of the data; a message
 * makes the commit reach the disk of the log. Neither leaves anything behind.
 */
const probeWrite = (root: Db): Promise<boolean> =>
  root.transaction().execute(async (db) => {
    await sql`select set_config('work_mem', '64kB', true)`.execute(db);
    await sql`select count(*) from generate_series(1, 20000)`.execute(db);
    const { rows } = await sql<{ writable: boolean }>`
      select not pg_is_in_recovery() as writable, pg_logical_emit_message(true, 'daybook', 'health')`.execute(
      db,
    );
    return rows[0]?.writable ?? false;
  });

const isMigrated = async (db: Db): Promise<boolean> =>
  (await sql<{ migrated: boolean }>`select exists (select from schema_migration) as migrated`.execute(db))
    .rows[0]?.migrated ?? false;

/** False while the schedule of the backups is on and the last good one is older than two days. */
const isBackedUp = async (db: Db): Promise<boolean> =>
  (await sql<{ is: boolean }>`select backup_overdue_since() is null as is`.execute(db)).rows[0]?.is ?? false;

const holds = (check: Promise<boolean>): Promise<boolean> => check.catch(() => false);

async function checksOf(db: Db, disks: Disks) {
  const [database, migrated, disk, files, sealed, backedUp] = await Promise.all([
    holds(probeWrite(db)),
    holds(isMigrated(db)),
    holds(hasRoom(disks)),
    holds(canSpool(disks)),
    holds(overdueSince(db).then((since) => since === null)),
    holds(isBackedUp(db)),
  ]);
  return { database, migrated, disk, files, sealed, backedUp };
}

/**
 * live: the process answers. ready: a write succeeds, the database is migrated, the disks have room (docs/rules.md#health), and the
 * server is not about to stop. `sealed` and `backedUp` are alarms alone: another process seals and backs up.
 */
export function healthRoutes(app: FastifyInstance, { db }: Database, disks: Disks = {}): void {
  app.decorate('isStopping', false);
  let running: ReturnType<typeof checksOf> | null = null;
  // Whoever asks meanwhile gets the same answer, so the probes cost no more when many ask.
  const checked = () => (running ??= checksOf(db, disks).finally(() => (running = null)));
  app.get('/api/health/live', { config: alsoUnderPressure }, async () => ({ status: true }));
  app.get('/api/health/ready', async (_request, reply) => {
    const checks = await checked();
    const { sealed: _unsealed, backedUp: _overdue, ...needed } = checks;
    const isReady = !app.isStopping && Object.values(needed).every(Boolean);
    return reply.code(isReady ? 200 : 503).send({ status: isReady, data: checks });
  });
}
