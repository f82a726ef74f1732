import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { startPostgres, type Postgres } from './postgres/start-postgres.ts';
import { assertPortFree } from './start/port.ts';
import { readDatabaseSettings, type DatabaseSettings } from './start/database-settings.ts';
import { keyBefore, machineKey } from './start/secret-key.ts';
import { startServer, type Server } from './start/server.ts';
import { inWorkspace, siteFolder } from './workspace.ts';

const startedAt = performance.now();
const say = (line: string) =>
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${line}`);

/** The running processes, in the order of their start; they are stopped in reverse order. */
const running: { postgres?: Promise<Postgres>; server?: Server } = {};
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    if (running.server) say('Stopping: requests under way are finished first …');
    await running.server?.stop();
    // A PostgreSQL that is still starting is awaited, or it would remain running.
    const postgres = await running.postgres?.catch(() => undefined);
    await postgres?.stop();
  })();
  return stopping;
}

async function stopAndExit(code: number): Promise<never> {
  await stop();
  process.exit(code);
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
  if (existsSync(inWorkspace('.env'))) process.loadEnvFile(inWorkspace('.env'));
  const database = readDatabaseSettings(process.env) ?? (await startEmbedded());
  if (stopping) return;
  const { HOST = '127.0.0.1', PORT = '3000', LOG_LEVEL = 'warn', SITE_DIR } = process.env;
  await assertPortFree(HOST, Number(PORT));
  if (SITE_DIR) say(`Serving the screens in ${SITE_DIR} (SITE_DIR); nothing is built.`);
  else {
    say('Building the screens that have changed …');
    await build();
  }
  if (stopping) return;
  say('Starting the server …');
  if (values.demo)
    say('An empty database is first filled with a year of a demo firm; any other database stays unchanged.');
  const postgres = await running.postgres;
  running.server = startServer({
    ...database,
    ...keysOf(postgres?.secretKey ?? inWorkspace('.daybook', 'secret-key')),
    DATA_DIR: process.env.DATA_DIR || postgres?.dataDir,
    AUDIT_HEAD: process.env.AUDIT_HEAD || (postgres && join(dirname(postgres.secretKey), 'audit-head')),
    BACKUP_DIR: process.env.BACKUP_DIR || inWorkspace('.daybook', 'backups'),
    HOST,
    PORT,
    LOG_LEVEL,
    SITE_DIR: SITE_DIR || siteFolder,
    ...(values.demo && { DAYBOOK_DEMO: '1' }),
  });
  const code = await running.server.ended;
  delete running.server;
  if (!stopping) await stopAndExit(code || 1);
}

/** The keys of the environment, or else this machine's; there are two while a rotation has not ended. */
function keysOf(file: string): Record<string, string | undefined> {
  const { SECRET_KEY, SECRET_KEY_BEFORE } = process.env;
  if (SECRET_KEY) return { SECRET_KEY, SECRET_KEY_BEFORE };
  return { SECRET_KEY: machineKey(file), SECRET_KEY_BEFORE: keyBefore(file) };
}

async function startEmbedded(): Promise<DatabaseSettings> {
  say('Starting the database …');
  running.postgres = startPostgres({ dataDir: inWorkspace('.daybook', 'postgres'), log: say });
  const postgres = await running.postgres;
  return { DATABASE_URL: postgres.appUrl(), DATABASE_OWNER_URL: postgres.ownerUrl() };
}

function fail(error: unknown): void {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  void stopAndExit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAndExit(0));
// The process that started this one was killed.
process.on('disconnect', () => void stopAndExit(0));
start().catch(fail);
