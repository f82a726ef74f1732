import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inWorkspace } from '@daybook/tooling/workspace';
import { eventually } from '../../../test/installation.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import type { StoreAt } from './store.ts';
import { writeApart } from './write-apart.ts';
import type { Said } from './write-apart.ts';

jest.setTimeout(60_000);

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-apart-'));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const workAt = (at: StoreAt) => ({
  url: api.urls.app,
  at,
  options: { name: 'firm.tar.zst', encryption: undefined },
});

/** What the process says that is started with the options of a server under `npm start`, and is answered late. */
async function saidUnderStart(at: StoreAt): Promise<string[]> {
  const endWithParent = pathToFileURL(inWorkspace('tooling', 'src', 'start', 'end-with-parent.ts')).href;
  const program = path.join(import.meta.dirname, 'write-process.ts');
  const child = fork(program, { execArgv: ['--import', endWithParent] });
  const ended = once(child, 'exit');
  const said: string[] = [];
  const done = new Promise<void>((resolve) => {
    child.on('message', (message: Said) => {
      said.push(...Object.keys(message));
      if (!('upload' in message)) return resolve();
      void pause(500).then(() => child.send('go on', () => undefined));
    });
  });
  // So late that it has nothing else to do meanwhile.
  await pause(1_000);
  child.send(workAt(at), () => undefined);
  await Promise.race([done, ended]);
  child.kill('SIGKILL');
  await ended;
  return said;
}

/** Begins a backup that waits for a table in its middle. Returns its process, what it comes to, and what lets it go on. */
async function begin(isStopping = () => false) {
  const holder = await api.ownerPool.connect();
  await holder.query('begin; lock table department');
  const outcome = writeApart(workAt({ folder, isUsual: false }), {
    begun: async () => undefined,
    isStopping,
  }).then(
    () => 'done',
    (error: Error & { fault?: string }) => error.fault,
  );
  const pid = await eventually(async () => {
    const [name = ''] = await readdir(folder);
    const [, writer] = /(\d+)\.partial$/.exec(name) ?? [];
    if (writer === undefined) throw new Error('nothing is written yet');
    return Number(writer);
  });
  const goOn = async () => {
    await holder.query('rollback');
    holder.release();
  };
  return { pid, outcome, goOn };
}

describe('the process that writes a backup', () => {
  afterEach(async () => {
    for (const name of await readdir(folder)) await rm(path.join(folder, name));
  });

  it('has a lower priority than the server, and ends with the backup', async () => {
    const { pid, outcome, goOn } = await begin();
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    await goOn();
    expect(await outcome).toBe('done');
    expect(await readdir(folder)).toEqual(['firm.tar.zst']);
    expect(isRunning(pid)).toBe(false);
  });

  it('counts as interrupted if it is killed', async () => {
    const { pid, outcome, goOn } = await begin();
    process.kill(pid, 'SIGKILL');
    expect(await outcome).toBe('INTERRUPTED');
    await goOn();
  });

  it('is ended in the middle of a table when the server stops', async () => {
    let isStopping = false;
    const { pid, outcome, goOn } = await begin(() => isStopping);
    isStopping = true;
    expect(await outcome).toBe('INTERRUPTED');
    expect(isRunning(pid)).toBe(false);
    await goOn();
  });

  it('writes into a folder and into a bucket under `npm start`, whose servers do not wait for messages', async () => {
    expect(await saidUnderStart({ folder, isUsual: false })).toEqual(['written']);
    const storage = await startS3Server();
    try {
      expect(await saidUnderStart({ bucket: storage.access })).toEqual(['upload', 'written']);
    } finally {
      await storage.stop();
    }
  });
});
