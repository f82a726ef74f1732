import { Client, escapeLiteral } from 'pg';
import { installBinaries } from './binaries.ts';
import { lockFolder } from './folder-lock.ts';
import { preparePlace, readPasswords, removePlace, type Passwords, type Place } from './place.ts';
import { ensureRunning, initialiseData, isAlive, stopPostmaster, urlOf } from './postmaster.ts';
import { tellerOf } from './tell-of-restarts.ts';

export interface Postgres {
  /** The superuser's URL, for test databases and backups, never for the server. */
  adminUrl(database?: string): string;
  /** The URL of the role that owns the database and migrates. */
  ownerUrl(database?: string): string;
  /** The URL of the role that the server uses. It can only sign in; the migrations grant it everything else. */
  appUrl(database?: string): string;
  /** The folder of its files. */
  dataDir: string;
  /** The folder of its programs. */
  bin: string;
  /** The file of the key by which the server encrypts. */
  secretKey: string;
  /** The process id of the server; it changes after a crash. */
  pid(): number;
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** The folder for it, such as `<project>/.daybook/postgres`; root's data is elsewhere, see place.ts. */
  dataDir: string;
  /** Where root's data is, unless it is in /var/lib/daybook. */
  rootsFolder?: string | undefined;
  /** Further settings of postgresql.conf. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

const DATABASE = 'daybook';
const OWNER = 'daybook_owner';
const APP = 'daybook_app';
const WATCH_EVERY_MS = 250;
const RETRY_EVERY_MS = 1_000;

/** Starts the embedded PostgreSQL of `dataDir`, or adopts the one that outlived its supervisor, and keeps it running until `stop`. */
export async function startPostgres({
  dataDir,
  rootsFolder,
  settings = {},
  log = console.error,
}: PostgresOptions): Promise<Postgres> {
  const place = preparePlace(dataDir, rootsFolder);
  const unlock = lockFolder(place.folder);
  try {
    const passwords = readPasswords(place);
    const binaries = installBinaries(place.binaries);
    initialiseData(place, binaries, passwords.admin);
    const adminUrl = urlOf(place, 'postgres', passwords.admin, 'postgres');
    const watched = await watch(() => ensureRunning(place, binaries, adminUrl, settings, log), log);
    await ensureRolesAndDatabase(adminUrl, passwords);
    const stop = async () => {
      await watched.stop();
      unlock();
    };
    return {
      ...urlsOf(place, passwords),
      dataDir: place.data,
      bin: binaries.bin,
      secretKey: place.secretKey,
      pid: watched.pid,
      stop,
      remove: async () => {
        await stop();
        removePlace(place);
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The server that another process supervises, for work beside it. `stop` leaves it running. */
export function runningPostgres({ dataDir, rootsFolder }: Pick<PostgresOptions, 'dataDir' | 'rootsFolder'>) {
  const place = preparePlace(dataDir, rootsFolder);
  const passwords = readPasswords(place);
  return {
    ...urlsOf(place, passwords),
    secretKey: place.secretKey,
    stop: () => Promise.resolve(),
  };
}

const urlsOf = (place: Place, passwords: Passwords) => ({
  adminUrl: (database = DATABASE) => urlOf(place, 'postgres', passwords.admin, database),
  ownerUrl: (database = DATABASE) => urlOf(place, OWNER, passwords.owner, database),
  appUrl: (database = DATABASE) => urlOf(place, APP, passwords.app, database),
});

interface Watched {
  pid: () => number;
  stop: () => Promise<void>;
}

// The process is polled, because an adopted server is not a child of this process and sends it no exit event.
async function watch(ensure: () => Promise<number>, log: (line: string) => void): Promise<Watched> {
  let pid = await ensure();
  let stopping = false;
  let restart: Promise<void> | undefined;
  const teller = tellerOf(log);
  const bringBack = async () => {
    try {
      pid = await ensure();
      teller.restarted();
    } catch (error) {
      teller.failed(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS).unref());
    }
  };
  const timer = setInterval(() => {
    if (stopping || restart || isAlive(pid)) return;
    restart = bringBack().finally(() => (restart = undefined));
  }, WATCH_EVERY_MS).unref();
  return {
    pid: () => pid,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await restart;
      await stopPostmaster(pid);
    },
  };
}

/** Each step is checked before it is done, so the next start completes a start that was interrupted. */
async function ensureRolesAndDatabase(adminUrl: string, passwords: Passwords): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const [role, password] of [
      [OWNER, passwords.owner],
      [APP, passwords.app],
    ] as const) {
      const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      if (rowCount === 0) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`);
    }
    // Backups are tested in a scratch database.
    await admin.query(`ALTER ROLE ${OWNER} CREATEDB`);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
    await admin.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`);
    await admin.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${APP}`);
  } finally {
    await admin.end();
  }
}
