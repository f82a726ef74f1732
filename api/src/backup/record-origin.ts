import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { hasTable } from './catalog.ts';
import type { Manifest } from './manifest.ts';

/** In its own snapshot a backup is still under way; the firm that comes from it has it as what it became. */
export async function recordOrigin(
  client: pg.Client,
  file: string,
  { name, at, tables, audit }: Manifest,
): Promise<void> {
  if (!(await hasTable(client, 'backup'))) return;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  await client.query(
    `update backup set status = 'done', ended_at = greatest(started_at, $2), bytes = $3, row_count = $4, audit_seq = $5, audit_hash = $6
     where status = 'running' and file = $1`,
    [name, at, (await stat(file)).size, rows, audit.seq, audit.hash],
  );
}
