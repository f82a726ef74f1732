import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { BackupRefused } from './manifest.ts';

const SecretKey = z.base64().length(44, 'has to be 32 bytes in base64');

const Settings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUDIT_HEAD: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(1).optional(),
  SECRET_KEY: SecretKey.optional(),
  SECRET_KEY_BEFORE: SecretKey.optional(),
});

/** What the commands read from the environment. An empty variable counts as missing. */
export function readSettings(): Partial<z.output<typeof Settings>> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const { data, error } = Settings.partial().safeParse(given);
  if (data) return data;
  throw new BackupRefused(
    error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  );
}

/** Where a command works: as the owner of the tables if it is known, and past a pooler. Refused if the environment names no database. */
export function databaseOf(settings: ReturnType<typeof readSettings>): string {
  const url = settings.DATABASE_OWNER_URL ?? settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  if (url === undefined) throw new BackupRefused('DATABASE_URL is not set');
  return url;
}

/** A key that was typed. */
export function secretKeyOf(typed: string): string {
  const { data, error } = SecretKey.safeParse(typed);
  if (error) throw new BackupRefused('SECRET_KEY has to be 32 bytes in base64');
  return data;
}

/** Asks on the terminal without showing what is typed; undefined if there is no terminal. */
export async function askSecretly(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

const startedAt = performance.now();

/** Says a line on the error output, after the seconds since the start. */
export function say(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  console.error(`[${seconds} s] ${line}`);
}

/** Says at most one line a second. */
export function sayNowAndThen(): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    say(line);
  };
}

/** Runs the command, and exits with what it returns: 0, or 1 for findings. What is refused or fails exits with 2. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupRefused) console.error(`refused: ${message}`);
    // Of the system: a file that is missing, a database that does not answer.
    else if (code !== undefined) console.error(`failed: ${message || code}`);
    else console.error(error);
    process.exitCode = 2;
  }
}

/** What is said of a restored firm. */
export const isHeld = 'It is held: no mail, series, reminder or job leaves it until an admin lets it.';

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
