import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { FolderInUse } from './postgres/folder-lock.ts';
import { startPooler } from './postgres/pooler.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { newTestPlace, testPlaceOf, testPlaces } from './postgres/test-place.ts';

export interface TestDatabase {
  name: string;
  appUrl: string;
  ownerUrl: string;
  drop(): Promise<void>;
}

const PREFIX = 'daybook-test-run-';
const OWNER = 'daybook_owner';
const APP = 'daybook_app';
// A test's data need not survive a power failure.
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Nobody guesses the passwords of tests, and a run connects thousands of times.
  scram_iterations: '1',
};

/**
 * Starts one server for a whole jest run, with a migrated template that `createTestDatabase` clones. With TEST_DATABASE_URL (a
 * superuser's), the tests run on another PostgreSQL; with TEST_PGBOUNCER=1 the servers under test reach it through PgBouncer. Workers
 * find both by the environment.
 */
export async function startTestServer(
  migrate: (ownerUrl: string) => Promise<unknown>,
): Promise<{ stop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ? undefined : await startEmbedded();
  const adminUrl = process.env.TEST_DATABASE_URL ?? server?.adminUrl('postgres') ?? '';
  const template = `daybook_test_${randomBytes(4).toString('hex')}`;
  Object.assign(process.env, { TEST_ADMIN_URL: adminUrl, TEST_TEMPLATE: template });
  const isPooled = process.env.TEST_PGBOUNCER === '1';
  const pooler = isPooled ? await startPooler(urlOf(adminUrl, APP, template)) : undefined;
  const stop = async () => {
    await pooler?.stop();
    if (server) return server.remove();
    await dropAll(adminUrl, template);
  };
  try {
    await asAdmin(adminUrl, async (admin) => {
      for (const role of [OWNER, APP]) await ensureRole(admin, role, passwordOf(adminUrl));
      await admin.query(`ALTER ROLE ${OWNER} CREATEDB`);
      await admin.query(`CREATE DATABASE ${template} TEMPLATE template0 OWNER ${OWNER}`);
    });
    await migrate(urlOf(adminUrl, OWNER, template));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a database for the caller: a clone of the migrated template, or of `like`, which nobody uses any more, or an empty one. */
export async function createTestDatabase({
  migrated = true,
  like,
}: { migrated?: boolean; like?: TestDatabase | undefined } = {}): Promise<TestDatabase> {
  const { TEST_ADMIN_URL: adminUrl, TEST_TEMPLATE: template } = process.env;
  if (!adminUrl || !template)
    throw new Error('startTestServer has not run: the jest project needs its globalSetup.');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const model = like?.name ?? (migrated ? template : 'template0');
  // Copying files is faster than copying pages through the WAL, and these databases need not survive a crash.
  const clone = `CREATE DATABASE ${name} TEMPLATE ${model} OWNER ${OWNER} STRATEGY file_copy`;
  await asAdmin(adminUrl, async (admin) => {
    // A pool reports that it has ended before its last connections have closed.
    if (like)
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [model]);
    await admin.query(clone);
  });
  return databaseNamed(adminUrl, name);
}

/**
 * The database of this part that the whole run shares: the first caller fills a migrated one, while the others wait. It is only
 * cloned (`like`), never changed, and it goes with the server or the template of the run.
 */
export async function filledOnce(
  part: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const { TEST_ADMIN_URL: adminUrl = '', TEST_TEMPLATE: template = '' } = process.env;
  const name = `${template}_${part}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    // Only a database that was filled to the end gets the name.
    const filling = await createTestDatabase();
    await fill(filling);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      filling.name,
    ]);
    await admin.query(`ALTER DATABASE ${filling.name} RENAME TO ${name}`);
  });
  return databaseNamed(adminUrl, name);
}

const databaseNamed = (adminUrl: string, name: string): TestDatabase => ({
  name,
  appUrl: urlOf(adminUrl, APP, name),
  ownerUrl: urlOf(adminUrl, OWNER, name),
  drop: () =>
    asAdmin(adminUrl, async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`))),
});

async function startEmbedded() {
  await removeLeftovers();
  return startPostgres({ ...newTestPlace(PREFIX), settings: FAST_SETTINGS });
}

// A killed run leaves its server behind. The server of a run in progress is locked, and is left alone.
async function removeLeftovers(): Promise<void> {
  const left = testPlaces().flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const dataDir of left.filter((path) => basename(path).startsWith(PREFIX))) {
    try {
      const leftover = await startPostgres({ ...testPlaceOf(dataDir), log: () => undefined });
      await leftover.remove();
    } catch (error) {
      if (!(error instanceof FolderInUse)) console.warn(`Not removed: ${dataDir} (${String(error)})`);
    }
  }
}

async function asAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function ensureRole(admin: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(`${verb} ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`);
}

async function dropAll(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });
}

// Roles belong to the server and not to a run. All runs use the same password, so that two runs at once do not lock each other out.
function passwordOf(adminUrl: string): string {
  return createHash('sha256').update(adminUrl).digest('hex').slice(0, 32);
}

function urlOf(adminUrl: string, role: string, database: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = passwordOf(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
