import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './database.ts';

const everyMs = 1_000;
const answersWithinMs = 2_000;
const mostMarks = 3_600;
const tooLate = Symbol('too late');

/** How far the log of the primary was flushed at an instant. Whatever was committed before it is in the log up to there. */
interface Mark {
  lsn: number;
  at: number;
}

interface Standing {
  system: string;
  lsn: number | null;
}

export interface Watch {
  /** The instant of the figures in the replica; null while it is not to be read. */
  usableAsOf(): number | null;
  lagSeconds(): number | null;
  stop(): void;
}

interface WatchOptions {
  mostLagSeconds: number;
  /** Called whenever the replica does not answer in time; not where it refuses, or a connection is lost. */
  whenSilent: () => void;
  log: Pick<Logger, 'warn'>;
}

const lsnOf = (place: RawBuilder<unknown>) => sql`pg_wal_lsn_diff(${place}, '0/0')::bigint`;
/** Equal for a primary and its standbys, and for no other servers. */
const system = sql`(select system_identifier::text from pg_control_system())`;

async function headOf(primary: Db): Promise<Standing> {
  const asked = sql<Standing>`select ${system} as system, ${lsnOf(sql`pg_current_wal_flush_lsn()`)} as lsn`;
  const { rows } = await asked.execute(primary);
  return rows[0] ?? { system: '', lsn: null };
}

/** Null for a server that is no standby, such as a replica that was promoted: nobody knows whether its books go on as those of the primary. */
async function replayedBy(replica: Db): Promise<Standing> {
  const asked = sql<Standing>`
    select ${system} as system, case when pg_is_in_recovery() then ${lsnOf(sql`pg_last_wal_replay_lsn()`)} end as lsn`;
  const { rows } = await asked.execute(replica);
  return rows[0] ?? { system: '', lsn: null };
}

/** Null if it fails, or there is no answer in time, of which `whenLate` hears. One that came while this process was busy, and waits to be read, is in time. */
async function orNothing<T>(answer: Promise<T>, whenLate?: () => void): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(tooLate)), answersWithinMs);
  });
  const first = await Promise.race([answer.catch(() => null), late]);
  clearTimeout(timer);
  if (first !== tooLate) return first;
  whenLate?.();
  return null;
}

/**
 * Compares the two logs once a second. The lag follows from the place in the log and from this machine's clock alone, so it is right
 * while nobody writes, while the replica receives nothing, and if the clocks of the servers differ.
 */
export async function watchReplica(
  primary: Db,
  replica: Db,
  { mostLagSeconds, whenSilent, log }: WatchOptions,
): Promise<Watch> {
  let marks: Mark[] = [];
  let longest = 0;
  let asOf: number | null = null;
  let isThere = false;
  let ofPrimary: string | null = null;
  let wasUsable: boolean | null = null;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  const lagSeconds = () => (isThere && asOf !== null ? (Date.now() - asOf) / 1_000 : null);
  const usableAsOf = () => {
    const lag = lagSeconds();
    return lag !== null && lag <= mostLagSeconds ? asOf : null;
  };
  const tell = () => {
    const isUsable = usableAsOf() !== null;
    if (isUsable === wasUsable) return;
    wasUsable = isUsable;
    log.warn(
      { lagSeconds: lagSeconds() },
      isUsable ? 'reports are read from the replica' : 'reports are read from the primary',
    );
  };
  const look = async () => {
    const at = Date.now();
    const head = await orNothing(headOf(primary));
    if (head !== null && head.lsn !== null) {
      ofPrimary = head.system;
      // Another primary that had less of the log: nobody knows what a replica of the one before it has of its own, until the new log is longer.
      if (head.lsn < longest) marks = [];
      else marks = [...marks, { lsn: head.lsn, at }].slice(-mostMarks);
      longest = Math.max(longest, head.lsn);
    }
    const replayed = await orNothing(replayedBy(replica), whenSilent);
    const reached = replayed?.lsn ?? null;
    isThere = reached !== null && replayed?.system === ofPrimary;
    if (isThere && reached !== null) {
      const last = marks.findLastIndex(({ lsn }) => lsn <= reached);
      asOf = marks[last]?.at ?? null;
      marks = marks.slice(Math.max(last, 0));
    }
    tell();
    if (!isStopped) next = setTimeout(() => void look(), everyMs).unref();
  };
  await look();
  return {
    usableAsOf,
    lagSeconds,
    stop() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
