import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { openDatabase } from './database.ts';
import type { Database, Db } from './database.ts';
import { refusedByDatabase } from './refused-by-database.ts';
import { watchReplica } from './watch-replica.ts';

/** How long a report waits until the replica has its reader's last write. After that the primary is asked. */
const waitMs = 500;
const stepMs = 20;
/** Longer than any transaction takes from its first audit row to its commit. */
const longestWriteSeconds = 60;
const statementTooLong = '57014';

/** Who reads a report, with the rights that the primary knows of. */
export interface Reader {
  id: string;
  permVersion: number;
}

export interface Replica {
  db: Db;
  /** Whatever was committed before this instant is in it. */
  asOf: Date;
}

/** The replica from which reports are read while it is there and not too far behind. */
export interface Reports {
  /** The replica as this reader may read it now; null if the primary has to be asked. */
  replicaFor(reader: Reader): Promise<Replica | null>;
  /** By how much the replica is behind; null while there is none. */
  lagSeconds(): number | null;
  close(): Promise<void>;
}

export interface ReportsOptions {
  url: string;
  size: number;
  /** A replica that is further behind is not read. */
  mostLagSeconds: number;
}

/**
 * How far the log of the primary was flushed when a person asked who wrote something lately; null for everybody else. An older write is
 * in every replica that is read at all. Only what is flushed is sent to a replica, and an acknowledged write is. A primary that is in recovery
 * itself, while a proxy leads elsewhere, knows of no writes. The audit log names the writer whatever process, browser or job wrote.
 */
async function ownWrites(primary: Db, { id }: Reader, withinSeconds: number): Promise<number | null> {
  const { rows } = await sql<{ lsn: number }>`
    select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as lsn
    where not pg_is_in_recovery() and exists (select from audit_event where actor_id = ${id} and at > now() - make_interval(secs => ${withinSeconds}))`.execute(
    primary,
  );
  return rows[0]?.lsn ?? null;
}

/** Whether the replica has come so far in the log, and knows of the reader's present rights. */
async function hasCaughtUp(replica: Db, { id, permVersion }: Reader, lsn: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${lsn}
      and exists (select from app_user where id = ${id} and perm_version >= ${permVersion}) as has`.execute(
    replica,
  );
  return rows[0]?.has ?? false;
}

async function catchesUp(replica: Db, reader: Reader, lsn: number): Promise<boolean> {
  for (const until = performance.now() + waitMs; ;) {
    if (await hasCaughtUp(replica, reader, lsn)) return true;
    if (performance.now() > until) return false;
    await pause(stepMs);
  }
}

/**
 * Whether the primary may answer what the replica did not: it is gone, or cancelled the statement because it had to replay a change to
 * the rows that it read. A statement that takes too long would do so at the primary as well.
 */
export const isForPrimary = (error: Error & { code?: string }): boolean =>
  error.code !== statementTooLong && refusedByDatabase(error)?.code === 'UNAVAILABLE';

/** Opens the replica, and watches how far it is behind. */
export async function openReports(
  primary: Database,
  { url, size, mostLagSeconds }: ReportsOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Reports> {
  // A connection that is silent is given up as soon as none of its statements can still be running, and all of them as soon as the watch hears nothing.
  const options = { waitMs: 1_000, silentMs: 6_000, isReadOnly: true };
  const replica = openDatabase(url, log, size, options);
  const watched = openDatabase(url, log, 1, options);
  const watch = await watchReplica(primary.db, watched.db, {
    mostLagSeconds,
    whenSilent: () => replica.giveUp(),
    log,
  });
  return {
    lagSeconds: () => watch.lagSeconds(),
    async replicaFor(reader) {
      const known = watch.usableAsOf();
      if (known === null) return null;
      const askedAt = Date.now();
      const own = await ownWrites(primary.dbOf(reader.id), reader, mostLagSeconds + longestWriteSeconds);
      const db = replica.dbOf(reader.id);
      try {
        if (!(await catchesUp(db, reader, own ?? 0))) return null;
      } catch (error) {
        if (!isForPrimary(error as Error)) throw error;
        return null;
      }
      return { db, asOf: new Date(own === null ? known : askedAt) };
    },
    async close() {
      watch.stop();
      await Promise.all([replica.close(), watched.close()]);
    },
  };
}
