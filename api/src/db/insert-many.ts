import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './schema.ts';

/** As the database's names are translated (database.ts). */
const inSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Bytes as PostgreSQL reads them from a text. */
const asJson = (_name: string, value: unknown): unknown => {
  const bytes = value as { type?: string; data?: number[] } | null;
  return bytes?.type === 'Buffer' ? `\\x${Buffer.from(bytes.data ?? []).toString('hex')}` : value;
};

/**
 * Inserts many rows by one statement with one parameter: a parameter for each value took longer to send, to parse and to plan than the
 * rows to write. All rows have the columns of the first.
 */
export async function insertMany<Table extends keyof DB>(
  db: Db,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first).map(inSql);
  const given = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [inSql(name), value])),
  );
  const columns = sql.join(names.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given, asJson)}::jsonb)`.execute(
    db,
  );
}
