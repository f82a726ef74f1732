import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryFolder } from '../memory-folder.ts';
import { nobodyForRoot } from '../postgres/nobody.ts';

/** The oldest PostgreSQL that Daybook supports, in Debian's folder. */
const BIN = '/usr/lib/postgresql/15/bin';
const PORT = 5432;
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
];

export const hasOldestPostgres = (): boolean => existsSync(join(BIN, 'postgres'));

export interface OldestPostgres {
  /** The superuser's URL, for TEST_DATABASE_URL. */
  url: string;
  stop(): Promise<void>;
}

/** Starts it in a folder of its own. Root starts it as `nobody`, because PostgreSQL refuses to run as root. */
export async function startOldestPostgres(): Promise<OldestPostgres> {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'daybook-pg15-'));
  const data = join(folder, 'data');
  const user = nobodyForRoot();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: '/', stdio: 'ignore' as const, env: { LC_ALL: 'C', TZ: 'UTC' } };
  execFileSync(
    join(BIN, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  const server = spawn(
    join(BIN, 'postgres'),
    ['-D', data, '-p', String(PORT), '-k', folder, ...SETTINGS.flatMap((setting) => ['-c', setting])],
    options,
  );
  // Its socket is there before it takes connections.
  const asked = ['-q', '-h', folder, '-p', String(PORT)];
  while (spawnSync(join(BIN, 'pg_isready'), asked).status !== 0) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL 15 ended with ${server.exitCode}.`);
    await sleep(50);
  }
  return {
    url: `postgresql://postgres:none@${encodeURIComponent(folder)}:${PORT}/postgres`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
