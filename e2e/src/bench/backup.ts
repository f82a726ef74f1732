import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryLimits } from '@daybook/tooling/start/memory-limits';
import { inWorkspace } from '@daybook/tooling/workspace';
import { openFilledInstallation } from './filled-installation.ts';
import { measured, tellGoals } from './goals.ts';
import { askerOf } from './keep-alive.ts';
import { ms, print } from './print.ts';
import { samplesOf } from './samples.ts';
import type { Samples } from './samples.ts';

// pnpm bench:backup [--folder …] [--to …]: makes backups, plain and encrypted, of a firm with a million invoices, while people open the
// first pages of its lists. Their times are compared with those of a minute before.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'daybook-million') },
    /** Where the backups are written, which go again. */
    to: { type: 'string', default: tmpdir() },
  },
});
const minutes = 10;
const megabytes = 200;
const lists = ['invoices', 'receipts', 'clients', 'tasks', 'credit-notes'];

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
const installation = await openFilledInstallation(values.folder);

/** Each of the four people opens one list after the other, with a pause between, until `isOver`. */
async function pagesUntil(isOver: () => boolean): Promise<Samples> {
  const times: number[] = [];
  await Promise.all(
    installation.viewers.map(async ({ token }) => {
      const ask = askerOf(installation.url, token, 1);
      for (let turn = 0; !isOver(); turn += 1) {
        const startedAt = performance.now();
        await ask(`/api/v1/${lists[turn % lists.length]}`);
        times.push(performance.now() - startedAt);
        await pause(100);
      }
    }),
  );
  return samplesOf(times);
}

interface Backup {
  seconds: number;
  megabytes: number;
  /** Resident memory of the command at its peak. */
  memory: number;
}

/** Makes a backup as `pnpm backup` does. */
async function backUp(more: readonly string[]): Promise<Backup> {
  const folder = mkdtempSync(join(values.to, 'daybook-backup-'));
  const startedAt = performance.now();
  const program = inWorkspace('api', 'src', 'backup', 'backup-command.ts');
  const child = spawn(process.execPath, [...memoryLimits, program, '--to', join(folder, 'firm'), ...more], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: installation.appUrl,
      BACKUP_PASSPHRASE: 'a passphrase of the bench',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let most = 0;
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 200);
  const exited = once(child, 'exit').finally(() => clearInterval(look));
  const file = (await text(child.stdout)).trim();
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`the backup ended with ${code}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const { size } = statSync(file);
  rmSync(folder, { recursive: true });
  return { seconds, megabytes: size / 1e6, memory: most / 1024 };
}

const endsAt = performance.now() + 60_000;
await pagesUntil(() => performance.now() > endsAt - 50_000);
const before = await pagesUntil(() => performance.now() > endsAt);
const rows = [{ when: 'before', p50: ms(before.p50), p95: ms(before.p95), load: load() }];
for (const [when, more] of [
  ['plain', []],
  ['encrypted', ['--encrypt']],
] as const) {
  let isDone = false;
  const pages = pagesUntil(() => isDone);
  const backup = await backUp(more).finally(() => (isDone = true));
  const { p50, p95 } = await pages;
  rows.push({ when: `during a backup, ${when}`, p50: ms(p50), p95: ms(p95), load: load() });
  const took = `${backup.seconds.toFixed(0)} s for ${backup.megabytes.toFixed(0)} MB`;
  measured(`${when}: a backup within ${minutes} minutes`, took, backup.seconds <= minutes * 60);
  const memory = `${backup.memory.toFixed(0)} MB`;
  measured(`${when}: memory up to ${megabytes} MB`, memory, backup.memory <= megabytes);
  measured(
    `${when}: p95 of pages at most doubled`,
    `${ms(p95)} ms, before ${ms(before.p95)}`,
    p95 <= 2 * before.p95,
  );
}
print('First pages of lists', rows);
tellGoals(load());
await installation.close();
