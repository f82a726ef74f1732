import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryFolder } from '../memory-folder.ts';
import { nobodyForRoot } from './nobody.ts';

/** Debian's. */
const PROGRAM = '/usr/sbin/pgbouncer';
const LEASH = '/usr/bin/setpriv';
const PORT = 6432;

export const hasPgBouncer = (): boolean => existsSync(PROGRAM);

export interface Pooler {
  stop(): Promise<void>;
}

/** The folders of the poolers that run, by host and port of the server behind them. */
const running = (): Record<string, string> =>
  JSON.parse(process.env.TEST_POOLERS ?? '{}') as Record<string, string>;
const note = (poolers: Record<string, string>) => (process.env.TEST_POOLERS = JSON.stringify(poolers));

/**
 * Starts PgBouncer in transaction mode in front of the server of `url`, for the role in it. It has fewer connections than a server
 * under test, so that transactions really share them.
 */
export async function startPooler(url: string): Promise<Pooler> {
  const { hostname, port, host, username, password } = new URL(url);
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'daybook-pooler-'));
  const write = (name: string, lines: string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o644 });
  write('users', [`"${username}" "${decodeURIComponent(password)}"`]);
  write('settings', [
    '[databases]',
    `* = host=${decodeURIComponent(hostname)} port=${port || 5432}`,
    '[pgbouncer]',
    'listen_addr =',
    `listen_port = ${PORT}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    `logfile = ${join(folder, 'log')}`,
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 500',
    'server_login_retry = 1',
  ]);
  const user = nobodyForRoot();
  if (user) chownSync(folder, user.uid, user.gid);
  // It ends with this process, even if that is killed.
  const child = spawn(LEASH, ['--pdeathsig', 'TERM', PROGRAM, '-q', join(folder, 'settings')], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) {
    if (child.exitCode !== null)
      throw new Error(`PgBouncer ended with ${child.exitCode}; see ${folder}/log.`);
    await sleep(20);
  }
  note({ ...running(), [host]: folder });
  return {
    async stop() {
      const { [host]: _stopped, ...others } = running();
      note(others);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** How a server under test reaches the database of `url`: through a pooler, if one runs in front of it. */
export function throughPooler(url: string): { url: string; directUrl?: string } {
  const folder = running()[new URL(url).host];
  if (folder === undefined) return { url };
  const pooled = new URL(url);
  pooled.hostname = encodeURIComponent(folder);
  pooled.port = String(PORT);
  return { url: pooled.href, directUrl: url };
}

/** The same as variables of the environment, for a server in a process of its own. */
export function databaseVariables(url: string): Record<string, string> {
  const { url: DATABASE_URL, directUrl } = throughPooler(url);
  return { DATABASE_URL, ...(directUrl !== undefined && { DATABASE_DIRECT_URL: directUrl }) };
}
