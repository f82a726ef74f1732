import pg from 'pg';
import { startOldestPostgres } from '@daybook/tooling/verify/oldest-postgres';

/** An empty database on a PostgreSQL that has never seen Daybook. */
export async function onOldestPostgres(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startOldestPostgres();
  const ownerUrl = postgres.url.replace('postgres:none@', 'daybook_owner:none@').replace(/postgres$/, 'firm');
  try {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    for (const step of [
      'role daybook_owner login createdb',
      'role daybook_app login',
      'database firm owner daybook_owner',
    ])
      await admin.query(`create ${step}`);
    await admin.end();
    await work(ownerUrl);
  } finally {
    await postgres.stop();
  }
}
