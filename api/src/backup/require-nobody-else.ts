import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { RestoreHindered } from './manifest.ts';

const patienceMs = 3_000;

/** Nobody else may be at work in the database: they would write into a firm that goes, wait for hours, or go on with a key that is replaced. */
export async function requireNobodyElse(client: pg.Client): Promise<void> {
  // A session that has just been closed takes a moment to go. What kind it is of, only a superuser sees of others.
  for (const deadline = Date.now() + patienceMs; ; await wait(100)) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new RestoreHindered('the database is in use: stop Daybook first');
  }
}
