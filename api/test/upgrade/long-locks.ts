import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate, readMigrations } from '../../src/db/migrate.ts';

/** What a file kept others from for a while: `reads` of a table and so its writes too, or only its writes. */
export interface LongLock {
  file: string;
  table: string;
  keepsFrom: 'reads' | 'writes';
  ms: number;
}

const held = `select relation::regclass::text as table, bool_or(mode = 'AccessExclusiveLock') as reads
  from pg_locks where granted and relation = any ($1::oid[]) and pid <> pg_backend_pid()
    and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock') group by 1`;

const tablesThere = `select coalesce(array_agg(oid), '{}') as oids from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/**
 * Migrates a database that nobody else uses, file by file, and looks all the time which locks there are on tables that were there before
 * the file. Returns those that lasted, longest first, and how long the whole took.
 */
export async function migrateAndWatch(ownerUrl: string, atLeastMs: number) {
  const watcher = new pg.Client({ connectionString: ownerUrl });
  await watcher.connect();
  const locks: LongLock[] = [];
  let took = 0;
  for (const { name } of await readMigrations()) {
    const { rows } = await watcher.query<{ oids: string[] }>(tablesThere);
    const seen = new Map<string, { since: number; until: number; reads: boolean }>();
    const startedAt = performance.now();
    const isOver = migrate(ownerUrl, undefined, name).then(() => true);
    while (!(await Promise.race([isOver, pause(20, false)]))) {
      const now = await watcher.query<{ table: string; reads: boolean }>(held, [rows[0]?.oids]);
      for (const { table, reads } of now.rows) {
        const before = seen.get(table);
        const at = performance.now();
        seen.set(table, {
          since: before?.since ?? at,
          until: at,
          reads: reads || (before?.reads ?? false),
        });
      }
    }
    took += performance.now() - startedAt;
    for (const [table, { since, until, reads }] of seen)
      locks.push({ file: name, table, keepsFrom: reads ? 'reads' : 'writes', ms: Math.round(until - since) });
  }
  await migrate(ownerUrl);
  await watcher.end();
  return { took, locks: locks.filter(({ ms }) => ms >= atLeastMs).toSorted((a, b) => b.ms - a.ms) };
}
