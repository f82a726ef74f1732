import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { memoryFolder } from '../memory-folder.ts';
import { nobodyForRoot } from './nobody.ts';
import { signalServer } from './signal-server.ts';
import type { Postgres } from './start-postgres.ts';

/** A standby of an embedded server, which replays what that one writes. */
export interface Standby {
  /** The address of the same role and database as in a URL of the primary. */
  urlOf(primaryUrl: string): string;
  /** As its superuser, who may pause the replay. */
  asSuperuser(statement: string): Promise<void>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** From now on nobody gets an answer, though all connections stay open; until `thaw`. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

async function query<Row>(connectionString: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows as Row[];
  } finally {
    await client.end();
  }
}

const socketsOf = (url: string): string => decodeURIComponent(new URL(url).hostname);

/** Copies the files of the running primary, as pg_basebackup does, which the embedded PostgreSQL does not have. */
async function copyData(primary: Postgres, data: string): Promise<void> {
  const client = new Client({ connectionString: primary.adminUrl('postgres') });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', primary.dataDir, data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    rmSync(join(data, 'postmaster.pid'), { force: true });
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(data, 'standby.signal'), '');
    // In a file, because everybody on the machine sees the arguments of a program.
    const { username, password } = new URL(primary.adminUrl('postgres'));
    const connection = `host=${socketsOf(primary.adminUrl('postgres'))} user=${username} password=${password}`;
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  } finally {
    await client.end();
  }
}

/** Makes and starts a standby in a folder of its own. */
export async function startStandby(primary: Postgres): Promise<Standby> {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'daybook-standby-'));
  const [data, sockets] = [join(folder, 'data'), join(folder, 'run')];
  const user = nobodyForRoot();
  mkdirSync(sockets);
  await copyData(primary, data);
  const own = [folder, sockets, join(data, 'backup_label'), join(data, 'standby.signal')];
  if (user) for (const path of own) chownSync(path, user.uid, user.gid);
  const admin = primary.adminUrl('postgres');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    fsync: 'off',
    max_connections: '200',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const urlOf = (url: string) => url.replace(/@[^/]*:/, `@${encodeURIComponent(sockets)}:`);
  const launch = () =>
    spawn(join(primary.bin, 'postgres'), ['-D', data, ...given], {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: 'ignore',
    });
  let server: ReturnType<typeof launch>;
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const start = async () => {
    server = launch();
    for (;;) {
      if (hasEnded()) throw new Error(`The standby ended with ${server.exitCode ?? server.signalCode}.`);
      const answers = await query(urlOf(admin), 'select 1').catch(() => null);
      if (answers) return;
      await sleep(50);
    }
  };
  const kill = async () => {
    if (hasEnded()) return;
    signalServer(server, 'SIGCONT');
    // At once, and with its sessions: kill -9 would leave those behind.
    server.kill('SIGQUIT');
    await once(server, 'exit');
  };
  await start();
  return {
    urlOf,
    asSuperuser: async (statement) => void (await query(urlOf(admin), statement)),
    start,
    kill,
    freeze: () => signalServer(server, 'SIGSTOP'),
    thaw: () => signalServer(server, 'SIGCONT'),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
