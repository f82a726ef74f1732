import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from './database.ts';
import type { DB } from './schema.ts';

type Versioned = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown } ? Table : never;
}[keyof DB];

/**
 * Locks a record at the version the caller saw. Refuses NOT_FOUND, and VERSION_CONFLICT with the record as `read`
 * shows it now, so that the person sees both (docs/rules.md#versions). `read` decides whether the caller may see the record.
 */
export async function lockAtVersion<Record>(
  db: Db,
  table: Versioned,
  id: string,
  version: number,
  read: () => Promise<Record>,
): Promise<Record> {
  // The lock is sent first, so the reads wait behind it.
  const [locked, current] = await Promise.all([
    sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id} for update`.execute(db),
    read(),
  ]);
  if (locked.rows[0]?.version !== version) throw new Refusal('VERSION_CONFLICT', { current });
  return current;
}

/** The columns that every edit of a person sets. */
export const nextVersion = { version: sql<number>`version + 1` };
