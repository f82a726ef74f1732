import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import type { Database } from './db/database.ts';
import { limitRole } from './db/limits-of-role.ts';
import { openReports } from './db/reports.ts';
import type { Reports } from './db/reports.ts';

const drainMs = 9_000;
const localHosts = new Set(['127.0.0.1', '0.0.0.0', '::', '::1']);

/** Exits with 78 (EX_CONFIG): a restart would not help. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(78);
  }
}

/** Does the work once, at the first SIGTERM or SIGINT. Nine seconds later the process exits, even if the work has not ended. */
export function onStop(work: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), drainMs).unref();
    await work();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

/** Listens, and returns the address to type into a browser on this machine. */
export async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  await app.listen({ host: HOST, port: PORT });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  return `http://${localHosts.has(HOST) ? 'localhost' : HOST}:${port}`;
}

/** Opens the database that the environment names, through its pooler if there is one. */
export async function openConfigured(config: Config, log: Pick<Logger, 'warn'>): Promise<Database> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL, DATABASE_WAIT_MS } = config;
  if (DATABASE_DIRECT_URL !== undefined) await limitRole(DATABASE_DIRECT_URL);
  return openDatabase(DATABASE_URL, log, DATABASE_POOL, {
    waitMs: DATABASE_WAIT_MS,
    directUrl: DATABASE_DIRECT_URL,
  });
}

/** The database with the replica for its reports, if the environment names one. */
export async function withReports(
  database: Database,
  { DATABASE_REPORTS_URL: url, DATABASE_REPORTS_LAG: mostLagSeconds, DATABASE_POOL: size }: Config,
  log: Pick<Logger, 'warn'>,
): Promise<Database & { reports?: Reports }> {
  if (url === undefined) return database;
  const reports = await openReports(database, { url, size, mostLagSeconds }, log);
  const close = async () => {
    await reports.close();
    await database.close();
  };
  return { ...database, reports, close };
}
