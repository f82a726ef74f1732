import type pg from 'pg';
import { migrate } from '../db/migrate.ts';
import { hasTable } from './catalog.ts';
import { openPlainSession } from './write-backup.ts';

/**
 * Seals the audit rows that the backup or the dump found unsealed. The sealer would wait for transaction ids of the old server to pass, and those of
 * this one may be far behind.
 */
export const sealRest = `
  insert into audit_seal (seq, event_id, hash)
  select coalesce(last.seq, 0) + row_number() over in_order, event.id, hash_chain(event.hash, coalesce(last.hash, ''::bytea)) over in_order
  from audit_event event left join (select seq, hash from audit_seal order by seq desc limit 1) as last on true
  where not exists (select from audit_seal where event_id = event.id)
  window in_order as (order by event.xid, event.id)`;

/** The migration that made `installation`. */
const holding = '0017_jobs.sql';

/** Nothing leaves a restored firm by itself until an admin lets it (docs/rules.md#held-installation). */
export async function hold(client: pg.Client): Promise<void> {
  // The schema of an old backup may not have it yet; after its migration it has.
  if (!(await hasTable(client, 'installation'))) return;
  // Statements that are sent together are one transaction, if none is open.
  await client.query(`select set_config('daybook.action', 'backups.restore', true);
    update installation set held_since = now()`);
}

async function grantedRole(client: pg.Client, role: string): Promise<string> {
  const { rows } = await client.query<{ role: string }>(
    `select coalesce((select rolname from pg_roles where rolname = $1), current_user)::text as role`,
    [role],
  );
  return rows[0]?.role ?? role;
}

/** Brings the restored schema to this release, and counts the rows of all tables for the planner. */
export async function bringUpToDate(url: string, appRole: string): Promise<string[]> {
  const client = await openPlainSession(url);
  try {
    const { applied } = await migrate(url, await grantedRole(client, appRole));
    if (applied.includes(holding)) await hold(client);
    await client.query('analyze');
    return applied;
  } finally {
    await client.end();
  }
}
