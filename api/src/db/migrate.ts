import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const folder = path.join(import.meta.dirname, '../../migrations');
const lockKey = 4_217_001;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The files of this release, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Refuses a database that ran files which this release lacks although it has later ones: another baseline created it. Files
 * later than any of this release are accepted: they belong to a newer release, whose schema an older server may serve.
 */
function refuseAnotherBaseline(ran: readonly string[], migrations: readonly Migration[]): void {
  const own = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const foreign = ran.filter((name) => name < last && !own.has(name)).toSorted();
  if (foreign.length === 0) return;
  const more = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
  throw new Error(
    `This database was made by migrations that this release does not have: ${foreign[0]}${more}. ` +
      'It cannot be upgraded. Start the release that made it, or begin with an empty database.',
  );
}

/** A file that begins so is done statement by statement, each committed by itself. If it is cut off, it begins again. */
const apart = '-- Each statement by itself: ';

const createRecord = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/**
 * Makes the schema that the named files make, in the transaction that `client` has begun in an empty database. It waits for every
 * other migration of this database, and lets none begin before it ends.
 */
export async function migrateWithin(client: pg.ClientBase, names: ReadonlySet<string>): Promise<void> {
  await client.query(createRecord);
  for (const { name, sql } of await readMigrations()) {
    if (!names.has(name)) continue;
    // In an empty database nobody waits, and nothing can be made concurrently within a transaction.
    await client.query(sql.startsWith(apart) ? sql.replaceAll(/\bconcurrently\b/gi, '') : sql);
    // A table with postponed checks cannot be altered by the next file.
    await client.query('set constraints all immediate; set constraints all deferred');
  }
}

/** Until the transaction ends, nobody else migrates this database. */
export const holdMigrations = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1)', [lockKey]);

/** Does a file, in one transaction unless it begins as above; then a blank line ends each statement. */
export async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const record = 'insert into schema_migration (name, checksum) values ($1, $2)';
  if (sql.startsWith(apart)) {
    for (const statement of sql.split(/(?<=;)\n\n+/)) await client.query(statement);
    await client.query(record, [name, checksum]);
    return;
  }
  await client.query('begin');
  await client.query("set local lock_timeout = '5s'");
  await client.query(sql);
  await client.query(record, [name, checksum]);
  await client.query('commit');
}

/** Asks again and again, because an index that is made concurrently waits for every statement that is waiting. */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      lockKey,
    ]);
    if (rows[0]?.mine) return;
    await pause(100);
  }
}

interface Applied {
  applied: string[];
  /** A newer release has migrated this database. */
  isAhead: boolean;
}

async function applyMissing(client: pg.Client, last: string | undefined): Promise<Applied> {
  await client.query(createRecord);
  const done = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  const checksums = new Map(done.rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  const migrations = await readMigrations();
  refuseAnotherBaseline([...checksums.keys()], migrations);
  for (const migration of migrations.filter(({ name }) => !last || name <= last)) {
    const known = checksums.get(migration.name);
    if (known === migration.checksum) continue;
    if (known)
      throw new Error(`Migration ${migration.name} was edited after it ran. Restore it and add a new one.`);
    await applyMigration(client, migration);
    applied.push(migration.name);
  }
  const newest = migrations.at(-1)?.name ?? '';
  return { applied, isAhead: [...checksums.keys()].some((name) => name > newest) };
}

/**
 * Brings the database to this release's schema: forward only, each file once, one process at a time (advisory lock).
 * `appRole` is the role of the application, which gets the rights of grants.sql. Refuses a file that ran before and has changed,
 * and a database that another baseline created. With `last`, it stops after that file and grants no rights, which name later tables.
 */
export async function migrate(
  ownerUrl: string,
  appRole = 'daybook_app',
  last?: string,
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await waitForTurn(client);
    const { applied, isAhead } = await applyMissing(client, last);
    const owner = await client.query<{ user: string }>('select current_user as user');
    // An older release would grant again what a newer one has revoked.
    if (!last && !isAhead && owner.rows[0]?.user !== appRole) {
      const grants = await readFile(path.join(folder, 'grants.sql'), 'utf8');
      await client.query('begin');
      await client.query(grants.replaceAll(':app', client.escapeIdentifier(appRole)));
      await client.query('commit');
    }
    return { applied };
  } finally {
    await client.end();
  }
}
