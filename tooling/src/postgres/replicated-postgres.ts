import { execFileSync, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { memoryFolder } from '../memory-folder.ts';
import { nobodyForRoot } from './nobody.ts';
import { signalServer } from './signal-server.ts';

/** Debian's: the embedded PostgreSQL has no pg_basebackup. */
const BIN = '/usr/lib/postgresql/15/bin';
const PROXY = '/usr/sbin/haproxy';
const SOCKET = '.s.PGSQL.5432';
const SETTINGS = ['listen_addresses=', 'fsync=off', 'full_page_writes=off', 'max_connections=100'];

export const canReplicate = (): boolean =>
  [join(BIN, 'pg_basebackup'), PROXY].every((file) => existsSync(file));

/** A primary, its synchronous standby, and a proxy that leads to whichever of them takes writes. */
export interface ReplicatedPostgres {
  urls: { app: string; owner: string };
  /** kill -9 of the primary and all its sessions, as if its machine were lost. */
  killPrimary(): void;
  promoteStandby(): void;
  /** The standby receives nothing until `resumeStandby`. */
  pauseStandby(): void;
  resumeStandby(): void;
  /** Resolves once every new connection through the proxy reaches the primary. */
  leadsToPrimary(): Promise<void>;
  stop(): Promise<void>;
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** Signs in without a password, and asks whether the server takes writes. */
const CHECK = [
  'option tcp-check',
  'tcp-check connect',
  `tcp-check send-binary 0000002800030000${hexOf('user\0haproxy\0database\0postgres\0\0')}`,
  'tcp-check expect binary 5a0000000549',
  `tcp-check send-binary 510000001f${hexOf('select pg_is_in_recovery()\0')}`,
  'tcp-check expect binary 440000000b00010000000166',
  'default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
];

const proxySettings = (folder: string): string =>
  [
    'defaults',
    'mode tcp',
    'timeout connect 2s',
    'timeout client 1h',
    'timeout server 1h',
    'listen primary',
    `bind unix@${join(folder, 'proxy', SOCKET)} mode 777`,
    ...CHECK,
    ...['one', 'two'].map((name) => `server ${name} unix@${join(folder, name, SOCKET)} check`),
    '',
  ].join('\n');

/** The folder, and how programs are started in it. */
function makePlace() {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'daybook-replicated-'));
  const user = nobodyForRoot();
  for (const place of ['.', 'one', 'two', 'proxy'].map((name) => join(folder, name))) {
    mkdirSync(place, { recursive: true });
    if (user) chownSync(place, user.uid, user.gid);
  }
  const options = { ...user, cwd: '/', stdio: 'ignore' as const, env: { LC_ALL: 'C', TZ: 'UTC' } };
  const started: ChildProcess[] = [];
  const start = async (program: string, given: string[], isReady: () => boolean) => {
    const child = spawn(program, given, options);
    started.push(child);
    while (!isReady()) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
      await sleep(50);
    }
    return child;
  };
  return {
    folder,
    data: (name: string) => join(folder, name, 'data'),
    run: (program: string, given: string[]) => void execFileSync(join(BIN, program), given, options),
    startServer: (name: string) => {
      const settings = [...SETTINGS, `unix_socket_directories=${join(folder, name)}`];
      const given = ['-D', join(folder, name, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
      const asked = ['-q', '-h', join(folder, name)];
      return start(
        join(BIN, 'postgres'),
        given,
        () => spawnSync(join(BIN, 'pg_isready'), asked).status === 0,
      );
    },
    startProxy: () => {
      const file = join(folder, 'haproxy.cfg');
      writeFileSync(file, proxySettings(folder), { mode: 0o644 });
      return start(PROXY, ['-db', '-f', file], () => existsSync(join(folder, 'proxy', SOCKET)));
    },
    async remove() {
      for (const child of started) signalServer(child, 'SIGKILL');
      await Promise.all(started.map(ended));
      // The last sessions end after their server.
      rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

type Place = ReturnType<typeof makePlace>;

async function startServers({ folder, data, run, startServer }: Place) {
  const asSuperuser = async (statements: string[]) => {
    const client = new Client({ host: join(folder, 'one'), user: 'postgres', database: 'postgres' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  run('initdb', ['-D', data('one'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8']);
  const primary = await startServer('one');
  await asSuperuser([
    'create role haproxy login connection limit 5',
    'create role daybook_owner login createdb',
    'create role daybook_app login',
    'create database daybook owner daybook_owner',
  ]);
  run('pg_basebackup', ['-h', join(folder, 'one'), '-U', 'postgres', '-D', data('two'), '-R', '-c', 'fast']);
  appendFileSync(
    join(data('two'), 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${join(folder, 'one')} user=postgres application_name=standby'\n`,
  );
  const standby = await startServer('two');
  // Only now, because until the standby is there every commit waits for it. The promoted standby waits for nobody.
  await asSuperuser(["alter system set synchronous_standby_names = 'standby'", 'select pg_reload_conf()']);
  return { primary, standby };
}

/** Whether a new connection through the proxy reaches a server that takes writes. */
async function reachesPrimary(host: string): Promise<boolean> {
  const client = new Client({ host, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Resolves once four connections in a row reach the primary: a proxy leads to each server in turn until it has found one unfit. */
async function leadsToPrimary(host: string): Promise<void> {
  for (let inTurn = 0; inTurn < 4;) {
    if (await reachesPrimary(host)) inTurn += 1;
    else {
      inTurn = 0;
      await sleep(100);
    }
  }
}

/** Starts all three in a folder of their own. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const place = makePlace();
  try {
    const { primary, standby } = await startServers(place);
    await place.startProxy();
    const proxy = join(place.folder, 'proxy');
    await leadsToPrimary(proxy);
    const urlOf = (role: string) =>
      `postgres://${role}:none@${encodeURIComponent(proxy)}:5432/daybook?sslmode=disable`;
    return {
      urls: { app: urlOf('daybook_app'), owner: urlOf('daybook_owner') },
      killPrimary: () => signalServer(primary, 'SIGKILL'),
      promoteStandby: () => place.run('pg_ctl', ['promote', '-D', place.data('two'), '-W']),
      pauseStandby: () => signalServer(standby, 'SIGSTOP'),
      resumeStandby: () => signalServer(standby, 'SIGCONT'),
      leadsToPrimary: () => leadsToPrimary(proxy),
      stop: () => place.remove(),
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
