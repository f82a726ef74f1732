import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The operating system's user the server runs as; undefined means the user who started us. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** Where the parts of one embedded server are. */
export interface Place {
  /** Ours: lock, passwords, and the pointer to the rest. */
  folder: string;
  binaries: string;
  data: string;
  sockets: string;
  log: string;
  user: ServerUser;
}

export interface Passwords {
  admin: string;
  owner: string;
  app: string;
}

const ROOTS_FOLDER = '/var/lib/daybook';
// The kernel cuts the name of a unix socket near 107 bytes.
const LONGEST_SOCKET_FOLDER = 80;

/**
 * PostgreSQL refuses to run as root, and the user it then runs as cannot reach below a root's home; so a root's server
 * lives under /var/lib/daybook. An ordinary user's is all inside `folder`.
 */
export function preparePlace(folder: string): Place {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL or Docker, or set DATABASE_URL.',
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = realpathSync(folder);
  return process.getuid?.() === 0 ? rootsPlace(own) : usersPlace(own);
}

function usersPlace(folder: string): Place {
  if (existsSync(join(folder, 'location'))) {
    throw new Error(
      `The data of ${folder} was made by root: start as root, or move that folder away to begin anew.`,
    );
  }
  const inside = join(folder, 'run');
  const sockets = inside.length > LONGEST_SOCKET_FOLDER ? shortFolder(folder) : inside;
  ownFolder(sockets, undefined);
  return {
    folder,
    binaries: folder,
    data: join(folder, 'data'),
    sockets,
    log: join(folder, 'postgres.log'),
    user: undefined,
  };
}

function rootsPlace(folder: string): Place {
  if (existsSync(join(folder, 'data'))) {
    throw new Error(`The data in ${folder} was made by an ordinary user: start as that user, not as root.`);
  }
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const home = join(ROOTS_FOLDER, shortHash(folder));
  mkdirSync(ROOTS_FOLDER, { recursive: true, mode: 0o755 });
  ownFolder(home, user);
  ownFolder(join(home, 'run'), user);
  writeFileSync(join(folder, 'location'), `${home}\n`);
  const log = join(home, 'postgres.log');
  return { folder, binaries: ROOTS_FOLDER, data: join(home, 'data'), sockets: join(home, 'run'), log, user };
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

function shortFolder(folder: string): string {
  return join(tmpdir(), `daybook-${process.getuid?.() ?? 0}-${shortHash(folder)}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function ownFolder(path: string, user: ServerUser): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  // In a folder that all may write to, somebody else could have made it first.
  if (!found.isDirectory() || (!user && found.uid !== process.getuid?.()))
    throw new Error(`${path} belongs to somebody else.`);
  if (user) chownSync(path, user.uid, user.gid);
  chmodSync(path, 0o700);
}

/** Made at first start and kept in a file that only its owner reads. */
export function readPasswords(folder: string): Passwords {
  const file = join(folder, 'passwords.json');
  if (!existsSync(file)) {
    const made: Passwords = { admin: randomPassword(), owner: randomPassword(), app: randomPassword() };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  // Nobody else writes it.
  return JSON.parse(readFileSync(file, 'utf8')) as Passwords;
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** Deletes a stopped server with all its data, also what lies outside `folder`. */
export function removePlace(place: Place): void {
  for (const path of [place.sockets, dirname(place.data), place.folder])
    rmSync(path, { recursive: true, force: true });
}
