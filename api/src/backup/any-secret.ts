import type pg from 'pg';
import { sealedColumns } from '../auth/sealed-columns.ts';
import { hasColumn } from './catalog.ts';
import type { Manifest } from './manifest.ts';

/** One secret of the snapshot, still encrypted; null if the firm has none. */
export async function anySecret(client: pg.ClientBase): Promise<Manifest['secret']> {
  for (const { table, column } of sealedColumns) {
    // An older release may have made the tables.
    if (!(await hasColumn(client, table, column))) continue;
    const { rows } = await client.query<{ owner: string; sealed: Buffer }>(
      `select id::text as owner, ${column} as sealed from ${table} where ${column} is not null order by id limit 1` as const,
    );
    if (rows[0]) return { owner: rows[0].owner, sealed: rows[0].sealed.toString('base64') };
  }
  return null;
}
