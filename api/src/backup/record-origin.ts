import type pg from 'pg';
import { hasTable, listTables } from './catalog.ts';
import { digestOf } from './digest.ts';
import type { Manifest } from './manifest.ts';
import { storedArchive } from './stored-archive.ts';
import type { Archive } from './stored-archive.ts';

/** Whatever was under way ends here: it belongs to the firm that was backed up, and the restored one would delete or test that firm's files. */
export async function endOpenBackups(client: pg.Client, at: string): Promise<void> {
  if (!(await hasTable(client, 'backup'))) return;
  // Nobody needs to be told of it.
  await client.query(`set local daybook.quiet = 'on'`);
  await client.query(
    `update backup set status = 'failed', fault = 'INTERRUPTED', started_at = coalesce(started_at, asked_at), ended_at = greatest(started_at, asked_at, $1)
     where ended_at is null`,
    [at],
  );
  await client.query(
    `update backup set proof = case when proof_fault is not null then 'failed' end where proof in ('waiting', 'running')`,
  );
  await client.query(`set local daybook.quiet = ''`);
}

/** In its own snapshot a backup is still under way; the firm that comes from it has it as what it became. */
export async function recordOrigin(
  client: pg.Client,
  archive: Archive,
  { name, at, tables, audit }: Manifest,
): Promise<void> {
  if (!(await hasTable(client, 'backup'))) return;
  // The schema of an older archive has no such column.
  const hasDigest = (await listTables(client)).some(
    (table) => table.name === 'backup' && table.columns.includes('sha256'),
  );
  if (hasDigest)
    await client.query(`update backup set sha256 = $2 where status = 'running' and file = $1`, [
      name,
      await digestOf(archive),
    ]);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  await client.query(
    `update backup set status = 'done', ended_at = greatest(started_at, $2), bytes = $3, row_count = $4, audit_seq = $5, audit_hash = $6
     where status = 'running' and file = $1`,
    [name, at, await storedArchive(archive).size(), rows, audit.seq, audit.hash],
  );
  await endOpenBackups(client, at);
}
