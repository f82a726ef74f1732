import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installBinaries } from '@daybook/tooling/postgres/binaries';
import { readPasswords } from '@daybook/tooling/postgres/place';
import { machineKey } from '@daybook/tooling/start/secret-key';
import { whyNoPowerCuts } from '@daybook/tooling/verify/why-no-power-cuts';
import { keptHead } from '../../src/audit/kept-head.ts';
import { migrate } from '../../src/db/migrate.ts';
import { randomOf } from '../../src/demo/random.ts';
import { soak } from '../effort.ts';
import { startServerProcess } from '../server-process.ts';
import { makeDiskToCut } from './disk-to-cut.ts';
import type { DiskToCut } from './disk-to-cut.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { onDatabase } from './on-database.ts';
import { hireWriters } from './ten-writers.ts';

const cuts = soak(1, 15);
const seed = String(soak(20_261_129, Date.now()));
jest.setTimeout(180_000 + cuts * 60_000);

const describeCuts = whyNoPowerCuts() === undefined ? describe : describe.skip;

interface Urls {
  appUrl: string;
  ownerUrl: string;
}

/** Starts the database on the disk under a supervisor of its own; `urls` resolves when it answers. */
function startDatabase({ folder }: DiskToCut): { supervisor: ChildProcess; urls: Promise<Urls> } {
  const program = path.join(__dirname, '../../../tooling/src/postgres/hold-postgres.fixture.ts');
  const given = [program, path.join(folder, 'postgres'), path.join(folder, 'roots')];
  const supervisor = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(supervisor, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  const said = once(supervisor.stdout, 'data').then(([line]) => JSON.parse(String(line)) as Urls);
  const urls = Promise.race([said, ended]);
  // Nobody waits for a start that the next cut ends.
  urls.catch(() => undefined);
  return { supervisor, urls };
}

/** The test has a disk, which then goes. */
const onDisk = (work: (disk: DiskToCut) => Promise<void>) => async () => {
  const disk = makeDiskToCut();
  try {
    await work(disk);
  } finally {
    await disk.remove();
  }
};

describeCuts('a disk whose power is cut', () => {
  it(
    'keeps what was synced, and loses the rest',
    onDisk(async (disk) => {
      const synced = await open(path.join(disk.folder, 'synced'), 'w');
      await synced.writeFile('books');
      await synced.sync();
      await synced.close();
      await writeFile(path.join(disk.folder, 'not-synced'), 'books');
      await disk.cut();
      expect(await readdir(disk.folder)).toEqual(['lost+found', 'synced']);
    }),
  );
});

describeCuts('a power cut after the first start', () => {
  it(
    'leaves the passwords, the key and the programs whole',
    onDisk(async (disk) => {
      const inside = (name: string) => path.join(disk.folder, name);
      const firstStart = () => ({
        key: machineKey(inside('secret-key')),
        passwords: readPasswords({ data: inside('data'), passwords: inside('passwords.json') }),
        version: execFileSync(path.join(installBinaries(disk.folder).bin, 'postgres'), [
          '--version',
        ]).toString(),
      });
      const before = firstStart();
      await disk.cut();
      expect(firstStart()).toEqual(before);
    }),
  );
});

describeCuts('a power cut while ten people write', () => {
  it(
    `loses nothing that was acknowledged, ${cuts} times`,
    onDisk(async (disk) => {
      const random = randomOf(seed);
      const head = path.join(disk.folder, 'audit-head');
      let database = startDatabase(disk);
      const { appUrl: app, ownerUrl: owner } = await database.urls;
      await migrate(owner);
      const writers = await onDatabase(app, hireWriters);
      for (let cut = 0; cut < cuts; cut += 1) {
        const server = await startServerProcess({ app, owner }, { LOG_LEVEL: 'silent', AUDIT_HEAD: head });
        await writers.writeThrough(server.url, async () => {
          await pause(random.int(0, 1_500));
          await disk.cut(database.supervisor);
          await server.kill();
        });
        database = startDatabase(disk);
        // Every third time, the power also goes while the database recovers.
        if (cut % 3 === 2) {
          await pause(random.int(50, 600));
          await disk.cut(database.supervisor);
          database = startDatabase(disk);
        }
        await database.urls;
        const kept = await keptHead(head).read();
        await onDatabase(app, (db) => expectNothingLost({ db, ownerUrl: owner, done: writers.done }, kept));
      }
      database.supervisor.kill('SIGKILL');
    }),
  );
});
