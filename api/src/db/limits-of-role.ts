import pg from 'pg';

/** The limits of every session of the application, in milliseconds. */
export const limits = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };

const lockKey = 4_217_100;

/**
 * Gives the limits to the role itself, in this database, because a pooler lets no client set them. Every role may do so for itself.
 * They hold in sessions that begin afterwards, unless a session sets its own.
 */
export async function limitRole(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string; database: string }>(
      'select name, setting, current_database() as database from pg_settings where name = any($1)',
      [Object.keys(limits)],
    );
    await client.query('begin');
    // Of two servers that start together, one would be refused.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    for (const { name, setting, database } of rows) {
      const wanted = String(limits[name as keyof typeof limits]);
      if (setting === wanted) continue;
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${wanted}`,
      );
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}
