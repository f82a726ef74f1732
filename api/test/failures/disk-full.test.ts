import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@daybook/tooling/postgres/start-postgres';
import type { Postgres } from '@daybook/tooling/postgres/start-postgres';
import { newTestPlace } from '@daybook/tooling/postgres/test-place';
import { whyNoPowerCuts } from '@daybook/tooling/verify/why-no-power-cuts';
import { uuidv7 } from 'uuidv7';
import { migrate } from '../../src/db/migrate.ts';
import { effort } from '../effort.ts';
import { eventually } from '../installation.ts';
import { startServerProcess } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { send } from '../web-client.ts';
import type { Answer } from '../web-client.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { onDatabase } from './on-database.ts';
import { moveToSmallDisk } from './small-disk.ts';
import type { SmallDisk } from './small-disk.ts';
import { hireWriters } from './ten-writers.ts';

jest.setTimeout(240_000);

const refusedWithinMs = 5_000;
const backWithinMs = 30_000;
const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };

/** What a database keeps on the disk that fills up, and how large that is. */
const disks = [
  {
    what: 'the log',
    folder: 'pg_wal',
    megabytes: 160,
    endsDatabase: true,
    sentences: [/does not start: .*No space left on device/, /runs again/],
  },
  { what: 'the tables', folder: 'base', megabytes: 200, endsDatabase: false, sentences: [] },
];

interface Firm {
  postgres: Postgres;
  disk: SmallDisk;
  /** What the supervisor of the database said. */
  said: string[];
}

/** A firm whose log or tables are on a small disk. */
async function openFirm({ folder, megabytes }: (typeof disks)[number]): Promise<Firm> {
  const place = newTestPlace();
  const said: string[] = [];
  const start = () => startPostgres({ ...place, settings, log: (line) => void said.push(line) });
  const first = await start();
  await migrate(first.ownerUrl());
  await first.stop();
  const disk = moveToSmallDisk(path.join(first.dataDir, folder), megabytes);
  try {
    return { postgres: await start(), disk, said };
  } catch (error) {
    disk.remove();
    throw error;
  }
}

const readyOf = async (url: string) => (await fetch(`${url}/api/health/ready`)).status;

/** A read and a write, each answered in time; the answer of the read first. */
async function asked(url: string, token: string): Promise<[Answer, Answer]> {
  const within = { withinMs: refusedWithinMs };
  const body = { id: uuidv7(), title: 'Annual accounts', internal: true, dueOn: '2026-01-15' };
  return Promise.all([
    send(url, token, { path: '/invoices', ...within }),
    send(url, token, { method: 'POST', path: '/tasks', body, ...within }),
  ]);
}

const isRefused = ({ status, code }: Answer) => status === 503 && code === 'UNAVAILABLE';

const isPossible = effort(0, 1) === 1 && whyNoPowerCuts() === undefined;

(isPossible ? describe.each(disks) : describe.skip.each(disks))(
  'a firm whose disk of $what is full',
  (kind) => {
    let firm: Firm;
    let server: ServerProcess | undefined;
    beforeAll(async () => {
      firm = await openFirm(kind);
    });
    afterAll(async () => {
      await server?.stop();
      await firm.postgres.remove();
      firm.disk.remove();
    });

    it('is told so at once, goes on by itself when there is room, and loses nothing', async () => {
      const { postgres, disk, said } = firm;
      const urls = { app: postgres.appUrl(), owner: postgres.ownerUrl() };
      const writers = await onDatabase(urls.app, hireWriters);
      const { done } = writers;
      const running = (server = await startServerProcess(urls, {
        LOG_LEVEL: 'warn',
        DATABASE_WAIT_MS: '2000',
        DATA_DIR: postgres.dataDir,
        DISK_FLOOR_MB: '0',
      }));
      const answers: [Answer, Answer][] = [];
      await writers.writeThrough(running.url, async () => {
        disk.fill();
        await eventually(async () => expect(await readyOf(running.url)).toBe(503), refusedWithinMs);
        await eventually(async () => expect(done.refused).not.toEqual([]));
        for (let round = 0; round < 20; round += 1) {
          answers.push(await asked(running.url, writers.token));
          await pause(250);
        }
        disk.free();
        await writers.awaitMore(backWithinMs);
        await eventually(async () => expect(await readyOf(running.url)).toBe(200), backWithinMs);
      });
      expect(done.refused.filter((answer) => !isRefused(answer))).toEqual([]);
      const [reads, writes] = [answers.map(([read]) => read), answers.map(([, write]) => write)];
      expect(writes.filter((answer) => answer.status !== 200 && !isRefused(answer))).toEqual([]);
      expect(writes.filter(isRefused)).not.toEqual([]);
      // Without room for its log, PostgreSQL ends.
      expect(
        reads.filter((answer) => answer.status !== 200 && !(kind.endsDatabase && isRefused(answer))),
      ).toEqual([]);
      expect(said.map((line) => kind.sentences.findIndex((sentence) => sentence.test(line)))).toEqual([
        ...kind.sentences.keys(),
      ]);
      expect(running.output().length).toBeLessThan(100_000);
      expect(running.child.exitCode ?? running.child.signalCode).toBeNull();
      await running.stop();
      await onDatabase(urls.app, (db) => expectNothingLost({ db, ownerUrl: urls.owner, done }));
    });
  },
);
