import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { flush } from '../flush.ts';
import type { Binaries } from './binaries.ts';
import { removeLeftLocks } from './left-locks.ts';
import type { Place } from './place.ts';

const PORT = 5432;
const START_TIMEOUT_MS = 60_000;
// The children of a killed server hold its lock and shared memory for a moment.
const LOCKED_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;
const WRONG_PASSWORD = '28P01';

// PostgreSQL's messages may quote what people typed, so these settings keep it out of the log.
const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  jit: 'off',
  // Reports sum up to 100,000 open documents. By default PostgreSQL would do so in files.
  work_mem: '16MB',
};

// The builtin collation is the same on every machine; a collation of a system library could change and invalidate the indexes.
const INITDB_OPTIONS = [
  '--auth=scram-sha-256',
  '--data-checksums',
  '--encoding=UTF8',
  '--no-locale',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** The connection string of one role and database on this server. Its socket has no TLS, whatever PGSSLMODE says. */
export function urlOf(place: Place, role: string, password: string, database: string): string {
  return `postgresql://${role}:${password}@${encodeURIComponent(place.sockets)}:${PORT}/${database}?sslmode=disable`;
}

/** Creates the data folder if there is none. A start that is interrupted leaves no folder that looks complete. */
export function initialiseData(place: Place, { bin, major }: Binaries, adminPassword: string): void {
  if (existsSync(place.data)) {
    const found = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim();
    if (found === major) return;
    throw new Error(
      `The data in ${place.data} was written by PostgreSQL ${found}; this version of Daybook brings PostgreSQL ${major}. ` +
        'Start the version that wrote it and make a backup there, or move that folder away to start over.',
    );
  }
  const unfinished = `${place.data}.new`;
  const passwordFile = `${place.data}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, adminPassword, { mode: 0o600 });
  if (place.user)
    for (const path of [unfinished, passwordFile]) chownSync(path, place.user.uid, place.user.gid);
  try {
    execFileSync(
      join(bin, 'initdb'),
      [`--pgdata=${unfinished}`, '--username=postgres', `--pwfile=${passwordFile}`, ...INITDB_OPTIONS],
      { ...place.user, cwd: '/', env: serverEnv(), stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, place.data);
  flush(dirname(place.data));
}

/** Adopts the running server of this data folder, or else starts one. Resolves with its process id once it answers. */
export async function ensureRunning(
  place: Place,
  { bin }: Binaries,
  adminUrl: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const lockedDeadline = Date.now() + LOCKED_TIMEOUT_MS;
  for (;;) {
    const running = readPostmasterPid(place);
    if (running !== undefined && (await answers(place, adminUrl))) return running;
    const other = removeLeftLocks(place, PORT);
    if (other !== undefined)
      log(`Removed the locks of a database server that was cut off: process ${other} is another program.`);
    const outcome = await startOnce(place, bin, adminUrl, settings, deadline);
    if (outcome.pid !== undefined) return outcome.pid;
    const isLocked = /lock file .* already exists|shared memory block .* is still in use/.test(outcome.said);
    if (!isLocked || Date.now() > lockedDeadline) {
      throw new Error(
        `The embedded PostgreSQL did not start. The end of its log (${place.log}):\n${outcome.said.trim()}`,
      );
    }
    await sleep(200);
  }
}

type Outcome = { pid: number; said?: undefined } | { pid?: undefined; said: string };

async function startOnce(
  place: Place,
  bin: string,
  adminUrl: string,
  settings: Record<string, string>,
  deadline: number,
): Promise<Outcome> {
  const log = openSync(place.log, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: place.sockets, ...settings });
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', place.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.user,
      cwd: '/',
      env: serverEnv(),
      // A process group of its own, so that Ctrl+C does not stop the database before the server that uses it.
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  let spawnError: Error | undefined;
  server.on('error', (error) => (spawnError = error));
  server.unref();
  while (
    Date.now() < deadline &&
    server.pid !== undefined &&
    server.exitCode === null &&
    server.signalCode === null
  ) {
    try {
      if (readPostmasterPid(place) === server.pid && (await answers(place, adminUrl)))
        return { pid: server.pid };
    } catch (error) {
      await stopPostmaster(server.pid);
      throw error;
    }
    await sleep(20);
  }
  if (server.pid !== undefined) await stopPostmaster(server.pid);
  return { said: spawnError?.message ?? readFileSync(place.log).subarray(logStart).toString('utf8') };
}

/** Whether a server of this very data folder answers on the socket. Throws if it refuses our password. */
async function answers(place: Place, adminUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory === place.data;
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) return false;
    throw new Error(
      `The data in ${place.data} does not accept the passwords in ${place.passwords}: one of the two was put there from elsewhere. ` +
        'Restore both from one backup, or move both away to start over.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops the server by a "fast" shutdown of PostgreSQL: open transactions are rolled back, and everything is written to disk. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && Date.now() < deadline) await sleep(20);
    if (!isAlive(pid)) return;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readPostmasterPid(place: Place): number | undefined {
  try {
    const [pid, data] = readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n');
    return data === place.data && isAlive(Number(pid)) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

// PG* variables of the environment must not reach the server.
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
