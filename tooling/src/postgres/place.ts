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
import { writeOnce } from '../write-once.ts';

/** The operating system user that the server runs as; undefined means the user of this process. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** The paths of one embedded server. */
export interface Place {
  /** The folder given by the caller. It holds the lock, and root's has a file `location` that names the folder of everything else. */
  folder: string;
  binaries: string;
  data: string;
  sockets: string;
  log: string;
  /** The server's passwords. They are beside the data, so root's survive together when the clone is deleted and made again. */
  passwords: string;
  /** The key by which the server encrypts (secret-key.ts). It is beside the data, because each is useless without the other. */
  secretKey: string;
  user: ServerUser;
}

export interface Passwords {
  admin: string;
  owner: string;
  app: string;
}

const ROOTS_FOLDER = '/var/lib/daybook';
// The path of a unix socket can have about 107 bytes, and a Japanese character has three.
const LONGEST_SOCKET_FOLDER = 80;

/**
 * PostgreSQL refuses to run as root, and the user that it then runs as cannot read root's home. Root's server is therefore under
 * /var/lib/daybook, or with its data under `rootsFolder`. The server of an ordinary user is entirely inside `folder`.
 */
export function preparePlace(folder: string, rootsFolder = ROOTS_FOLDER): Place {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL or Docker.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = realpathSync(folder);
  return process.getuid?.() === 0 ? rootsPlace(own, rootsFolder) : usersPlace(own);
}

function usersPlace(folder: string): Place {
  if (existsSync(join(folder, 'location'))) {
    throw new Error(
      `The data of ${folder} was made by root: start as root, or move that folder away to start over.`,
    );
  }
  const inside = join(folder, 'run');
  const sockets = Buffer.byteLength(inside) > LONGEST_SOCKET_FOLDER ? shortFolder(folder) : inside;
  ownFolder(sockets, undefined);
  return {
    folder,
    binaries: folder,
    data: join(folder, 'data'),
    sockets,
    log: join(folder, 'postgres.log'),
    passwords: join(folder, 'passwords.json'),
    secretKey: join(dirname(folder), 'secret-key'),
    user: undefined,
  };
}

function rootsPlace(folder: string, rootsFolder: string): Place {
  if (existsSync(join(folder, 'data'))) {
    throw new Error(`The data in ${folder} was made by an ordinary user: start as that user, not as root.`);
  }
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const home = join(rootsFolder, shortHash(folder));
  for (const path of [ROOTS_FOLDER, rootsFolder]) mkdirSync(path, { recursive: true, mode: 0o755 });
  ownFolder(home, user);
  ownFolder(join(home, 'run'), user);
  writeFileSync(join(folder, 'location'), `${home}\n`);
  const log = join(home, 'postgres.log');
  return {
    folder,
    binaries: ROOTS_FOLDER,
    data: join(home, 'data'),
    sockets: join(home, 'run'),
    log,
    passwords: join(home, 'passwords.json'),
    secretKey: join(home, 'secret-key'),
    user,
  };
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
  // In a folder that everyone may write to, somebody else could have created it first.
  if (!found.isDirectory() || (!user && found.uid !== process.getuid?.()))
    throw new Error(`${path} belongs to somebody else.`);
  if (user) chownSync(path, user.uid, user.gid);
  chmodSync(path, 0o700);
}

/**
 * Creates the passwords at the first start, in a file that only its owner can read. Refuses data without passwords: a clone that stored
 * them in its own folder created this data, and nobody can sign in to it.
 */
export function readPasswords({ data, passwords }: Pick<Place, 'data' | 'passwords'>): Passwords {
  if (!existsSync(passwords)) {
    if (existsSync(data)) {
      throw new Error(
        `The data in ${data} is of an earlier clone at this path, and its passwords were deleted with that clone. ` +
          `Restore ${passwords} from a backup, or move ${dirname(data)} away to start over.`,
      );
    }
    const made: Passwords = { admin: randomPassword(), owner: randomPassword(), app: randomPassword() };
    writeOnce(passwords, JSON.stringify(made));
  }
  // Only `writeOnce` above writes this file.
  return JSON.parse(readFileSync(passwords, 'utf8')) as Passwords;
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** Deletes a stopped server with all its data, including the data outside `folder`. */
export function removePlace(place: Place): void {
  // The children of a killed server go on writing for a moment.
  const patient = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  for (const path of [place.sockets, dirname(place.data), place.folder]) rmSync(path, patient);
}
