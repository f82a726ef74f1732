import pg from 'pg';
import { openPlainSession } from '../write-backup.ts';

async function nameIfPermitted(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string | null }>(
    `select case when rolcreatedb or rolsuper then 'daybook_backup_test_' || pg_database.oid end as name
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  return rows[0]?.name ?? null;
}

const drop = (client: pg.Client, name: string) =>
  client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);

/** Drops the database that a killed test has left. */
export async function dropScratchDatabase(url: string): Promise<void> {
  const client = await openPlainSession(url);
  try {
    const name = await nameIfPermitted(client);
    if (name !== null) await drop(client, name);
  } finally {
    await client.end();
  }
}

/**
 * Gives `work` an empty database on the same server, which is then dropped. Null without `work` where the role at `url` may not
 * create one. The name belongs to the database at `url`, so a killed test leaves one at most, and the next test drops it.
 */
export async function inScratchDatabase<Result>(
  url: string,
  work: (scratchUrl: string) => Promise<Result>,
): Promise<Result | null> {
  const client = await openPlainSession(url);
  try {
    const name = await nameIfPermitted(client);
    if (name === null) return null;
    await drop(client, name);
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    try {
      await client.query(`revoke all on database ${pg.escapeIdentifier(name)} from public`);
      const scratch = new URL(url);
      scratch.pathname = `/${name}`;
      return await work(scratch.href);
    } finally {
      await drop(client, name);
    }
  } finally {
    await client.end();
  }
}
