import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { FolderInUse } from './postgres/folder-lock.ts';
import { runningPostgres, startPostgres } from './postgres/start-postgres.ts';
import { readDatabaseSettings } from './start/database-settings.ts';
import { settingsOfMachine, type Target } from './start/machine-settings.ts';
import { memoryLimits } from './start/memory-limits.ts';
import { beginRotation, endRotation, keepKey } from './start/secret-key.ts';
import { inWorkspace } from './workspace.ts';

const commands = {
  backup: 'backup/backup-command.ts',
  restore: 'backup/restore-command.ts',
  'settle-dump': 'backup/settle-dump-command.ts',
  'verify-books': 'books/verify-books-command.ts',
  'rotate-secret': 'auth/rotate-secret-command.ts',
} as const;

interface Reached {
  urls: { DATABASE_URL?: string; DATABASE_OWNER_URL?: string | undefined };
  target: Target;
  secretKey: string;
  stop: () => Promise<void>;
}

const dataDir = inWorkspace('.daybook', 'postgres');
/** The key with which `npm start` opens the database of DATABASE_URL. */
const own = { secretKey: inWorkspace('.daybook', 'secret-key'), stop: () => Promise.resolve() };

/** These replace what a running server holds, so the embedded database must not be in use. */
const alone: ReadonlySet<string> = new Set(['restore', 'settle-dump', 'rotate-secret']);

/** The database of the environment, or else the embedded one. If that already runs for somebody else, `isShared` allows to use it. */
async function reach(isShared: boolean): Promise<Reached> {
  const urls = readDatabaseSettings(process.env);
  if (urls) return { ...own, target: 'environment', urls };
  const postgres = await startPostgres({ dataDir }).catch((error: unknown) => {
    if (isShared && error instanceof FolderInUse) return runningPostgres({ dataDir });
    throw error;
  });
  return {
    urls: { DATABASE_URL: postgres.appUrl(), DATABASE_OWNER_URL: postgres.ownerUrl() },
    target: 'embedded',
    secretKey: postgres.secretKey,
    stop: () => postgres.stop(),
  };
}

async function runCommand(name: string, given: string[], reached: Reached): Promise<number> {
  const { urls, target, secretKey } = reached;
  const isRotated = name === 'rotate-secret' && !process.env.SECRET_KEY;
  if (isRotated) beginRotation(secretKey);
  const program = inWorkspace('api', 'src', commands[name as keyof typeof commands]);
  const { variables, ofKey } = settingsOfMachine(secretKey, target, process.env);
  // It asks for a key that it is not given, and a wrong one is refused without another word.
  if (name === 'restore' && ofKey !== null) console.error(ofKey);
  // A database of one's own has its key in the environment, or else in the file.
  const isKept = target === 'embedded' || (target === 'environment' && !process.env.SECRET_KEY);
  const all = isRotated ? [...given, '--alone'] : given;
  const child = spawn(process.execPath, [...memoryLimits, program, ...all], {
    env: { ...process.env, ...variables, ...urls },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // What restores a firm tells the key that opened its secrets.
  child.on('message', (proved) => {
    if (isKept && typeof proved === 'string') keepKey(secretKey, proved);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  // 1: what neither key opens was lost before.
  if (isRotated && (code === 0 || code === 1))
    console.error(`The key of earlier backups is in ${endRotation(secretKey)}.`);
  return code ?? 1;
}

async function run(): Promise<number> {
  const [name = '', ...given] = process.argv.slice(2);
  if (!Object.hasOwn(commands, name))
    throw new Error(`There is no ${name}: ${Object.keys(commands).join(', ')}`);
  if (existsSync(inWorkspace('.env'))) process.loadEnvFile(inWorkspace('.env'));
  const isElsewhere = given.some((argument) => argument === '--into' || argument.startsWith('--into='));
  const elsewhere: Reached = { ...own, target: 'elsewhere', urls: {} };
  const reached = isElsewhere ? elsewhere : await reach(!alone.has(name));
  try {
    return await runCommand(name, given, reached);
  } finally {
    await reached.stop();
  }
}

// Ctrl+C reaches the command too, which ends by itself; the database is stopped after it.
process.on('SIGINT', () => undefined);
run().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
