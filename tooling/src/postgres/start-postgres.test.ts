import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { preparePlace, removePlace } from './place.ts';
import { isAlive } from './postmaster.ts';
import { startPostgres, type Postgres } from './start-postgres.ts';
import { newTestPlace, type TestPlace } from './test-place.ts';

const FIXTURE = join(__dirname, 'hold-postgres.fixture.ts');
const silent = () => undefined;

const start = (at: TestPlace): Promise<Postgres> => startPostgres({ ...at, log: silent });
const prepared = ({ dataDir, rootsFolder }: TestPlace) => preparePlace(dataDir, rootsFolder);

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', silent);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function eventually<T>(attempt: () => Promise<T>, withinMs: number): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

interface Held {
  process: ChildProcess;
  adminUrl: string;
  appUrl: string;
  pid: number;
}

async function hold(at: TestPlace, options: SpawnOptions = {}): Promise<Held> {
  const supervisor = spawn(process.execPath, [FIXTURE, at.dataDir, at.rootsFolder ?? ''], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!supervisor.stdout) throw new Error('no output');
  const line = await Promise.race([
    once(createInterface(supervisor.stdout), 'line').then(([first]) => String(first)),
    once(supervisor, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ]);
  return { process: supervisor, ...(JSON.parse(line) as Omit<Held, 'process'>) };
}

async function kill(held: Held, signal: NodeJS.Signals): Promise<void> {
  held.process.kill(signal);
  await once(held.process, 'exit');
}

describe('the embedded PostgreSQL', () => {
  /** A server that was started once and stopped: each test gets a copy, because a new one costs a second of computing. */
  let model: TestPlace;
  let at: TestPlace;
  let postgres: Postgres | undefined;

  beforeAll(async () => {
    model = newTestPlace();
    await (await start(model)).stop();
  });

  beforeEach(() => {
    at = newTestPlace();
    const [from, to] = [model, at].map((one) => dirname(prepared(one).data));
    execFileSync('cp', ['-a', `${from}/.`, String(to)]);
  });

  afterEach(async () => {
    // An orphaned server is adopted and removed, so that it does not outlive the test.
    postgres ??= await start(at);
    await postgres.remove();
    postgres = undefined;
  });

  afterAll(() => removePlace(prepared(model)));

  it('keeps its data when it is stopped and started', async () => {
    postgres = await start(at);
    await query(postgres.ownerUrl(), 'CREATE TABLE kept AS SELECT 42 AS answer');
    const first = postgres.pid();
    await postgres.stop();
    expect(isAlive(first)).toBe(false);

    postgres = await start(at);
    expect(await query(postgres.ownerUrl(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('refuses a second start with the same data at once, and the first continues', async () => {
    const first = await hold(at);
    for (let round = 0; round < 3; round++) {
      const second = spawnSync(process.execPath, [FIXTURE, at.dataDir, at.rootsFolder ?? ''], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(second.status).toBe(1);
      expect(second.stderr).toContain(`in use by another running Daybook (process ${first.process.pid})`);
    }
    expect(await query(first.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await kill(first, 'SIGTERM');
    expect(isAlive(first.pid)).toBe(false);
  });

  it('adopts the running server if only its supervisor was killed', async () => {
    const killed = await hold(at);
    await kill(killed, 'SIGKILL');
    postgres = await start(at);
    expect(postgres.pid()).toBe(killed.pid);
    expect(postgres.appUrl()).toBe(killed.appUrl);
  });

  it('starts with every acknowledged row after supervisor and server were both killed', async () => {
    for (let round = 0; round < 3; round++) {
      const held = await hold(at);
      await query(held.adminUrl, 'CREATE TABLE IF NOT EXISTS kept (round int)');
      await query(held.adminUrl, `INSERT INTO kept VALUES (${round})`);
      process.kill(held.pid, 'SIGKILL');
      await kill(held, 'SIGKILL');
    }
    postgres = await start(at);
    expect(await query(postgres.adminUrl(), 'SELECT round FROM kept ORDER BY 1')).toHaveLength(3);
  });

  it('starts although a power failure left its locks empty, or another program has the old process id', async () => {
    const { data, sockets, user } = prepared(at);
    const locks = [join(data, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')];
    for (const lock of locks) writeFileSync(lock, '');
    await (await start(at)).stop();
    const other = spawn('sleep', ['600'], { ...user, stdio: 'ignore' });
    const left = `${other.pid}\n${data}\n1700000000\n5432\n${sockets}\n\n  5432001     32768\n`;
    for (const lock of locks) writeFileSync(lock, left);
    const log = jest.fn();
    postgres = await startPostgres({ ...at, log });
    expect(log.mock.calls).toEqual([[expect.stringContaining(`process ${other.pid} is another program`)]]);
    other.kill();
  });

  it('restarts a killed server, including an adopted one', async () => {
    const killed = await hold(at);
    await kill(killed, 'SIGKILL');
    const running = (postgres = await start(at));
    for (let round = 0; round < 3; round++) {
      const before = running.pid();
      process.kill(before, 'SIGKILL');
      // Recovery takes a second on an idle machine.
      await eventually(() => query(running.appUrl(), 'SELECT 1'), 30_000);
      await eventually(async () => expect(running.pid()).not.toBe(before), 30_000);
    }
  });

  it('continues with root’s data after the clone was deleted and made again', async () => {
    const first = await start(at);
    await query(first.ownerUrl(), 'CREATE TABLE kept (id int)');
    await first.stop();
    // Root's data is outside the clone and survives; an ordinary user's data is deleted with the clone.
    rmSync(at.dataDir, { recursive: true });
    postgres = await start(at);
    const kept = await query(postgres.ownerUrl(), "SELECT to_regclass('kept') IS NOT NULL AS is_there");
    expect(kept).toEqual([{ is_there: process.getuid?.() === 0 }]);
  });

  it('reports at once that the passwords do not belong to the data, and leaves no server behind', async () => {
    const first = await start(at);
    const [row] = await query(first.adminUrl(), "SELECT current_setting('data_directory') AS data");
    await first.stop();
    const data = String(row?.data);
    const file = [join(at.dataDir, 'passwords.json'), join(dirname(data), 'passwords.json')].find(existsSync);
    const own = readFileSync(String(file), 'utf8');
    writeFileSync(String(file), JSON.stringify({ admin: 'other', owner: 'other', app: 'other' }));
    const before = performance.now();
    await expect(start(at)).rejects.toThrow(/does not accept the passwords/);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    rmSync(String(file));
    await expect(start(at)).rejects.toThrow(/of an earlier clone at this path/);
    writeFileSync(String(file), own);
    postgres = await start(at);
  });

  it('works if the shell sets PGSSLMODE to require TLS', async () => {
    process.env.PGSSLMODE = 'require';
    try {
      postgres = await start(at);
      expect(await query(postgres.appUrl(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      delete process.env.PGSSLMODE;
    }
  });

  it('refuses the data of another major version and names both', async () => {
    const version = join(prepared(at).data, 'PG_VERSION');
    writeFileSync(version, '16\n');
    await expect(start(at)).rejects.toThrow(/written by PostgreSQL 16.*brings PostgreSQL 18/);
    writeFileSync(version, '18\n');
  });
});

describe('a running embedded PostgreSQL', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await start({ dataDir: mkdtempSync(join(tmpdir(), 'daybook-test-')) });
    await query(
      postgres.ownerUrl(),
      'CREATE TABLE kept (id int); GRANT SELECT, INSERT ON kept TO daybook_app',
    );
  });

  afterAll(() => postgres.remove());

  it('lets the application’s role do what it was granted', async () => {
    expect(await query(postgres.appUrl(), 'INSERT INTO kept VALUES (1) RETURNING id')).toEqual([{ id: 1 }]);
  });

  it('has checksums, durable writes and one collation on every machine', async () => {
    const [row] = await query(
      postgres.adminUrl(),
      `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
              current_setting('listen_addresses') AS addresses, datlocprovider AS provider, datlocale AS locale
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({ checksums: 'on', fsync: 'on', addresses: '', provider: 'b', locale: 'C.UTF-8' });
  });

  it('hides passwords and socket from other users', async () => {
    const sockets = decodeURIComponent(new URL(postgres.adminUrl()).hostname);
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
    const [{ data } = { data: '' }] = await query(
      postgres.adminUrl(),
      "SELECT current_setting('data_directory') AS data",
    );
    const besideData = join(dirname(String(data)), 'passwords.json');
    expect(statSync(besideData).mode & 0o777).toBe(0o600);
    const wrong = new URL(postgres.adminUrl());
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it.each([
    'CREATE TABLE mine ()',
    'CREATE SCHEMA mine',
    'ALTER TABLE kept DISABLE TRIGGER ALL',
    'TRUNCATE kept',
    'DROP TABLE kept',
    "SET session_replication_role = 'replica'",
    "SELECT pg_read_file('postgresql.conf')",
    'CREATE ROLE mine SUPERUSER',
    'SET ROLE daybook_owner',
  ])('refuses the application’s role: %s', async (sql) => {
    await expect(query(postgres.appUrl(), sql)).rejects.toMatchObject({ code: '42501' });
  });
});

// If only root can read the clone, the user `nobody` cannot run it, and the test is skipped.
// The folder of sockets of a long path is in the folder for temporary files, where root's may be closed to others.
const nobody = { uid: 65534, gid: 65534, env: { ...process.env, TMPDIR: '/tmp' } };
const canBeNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).status === 0;

(canBeNobody ? it : it.skip)(
  'runs for an ordinary user with all its files in the folder, however long its path',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'daybook-test-'));
    const dataDir = join(home, '税'.repeat(40));
    mkdirSync(dataDir);
    for (const path of [home, dataDir]) chownSync(path, nobody.uid, nobody.gid);
    const held = await hold({ dataDir }, nobody);
    const [row] = await query(held.adminUrl, "SELECT current_setting('data_directory') AS data");
    expect(row).toEqual({ data: join(dataDir, 'data') });
    await kill(held, 'SIGTERM');
    expect(isAlive(held.pid)).toBe(false);

    await expect(start({ dataDir })).rejects.toThrow('made by an ordinary user');
    rmSync(decodeURIComponent(new URL(held.adminUrl).hostname), { recursive: true });
    rmSync(home, { recursive: true });
  },
);
