import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { outcomeOf, startBackedUpFirm, startProgramIn } from '../../test/backups.ts';
import type { BackedUpFirm } from '../../test/backups.ts';
import { halfSpeed } from './half-speed.ts';

let firm: BackedUpFirm;
beforeAll(async () => {
  firm = await startBackedUpFirm();
});
afterAll(() => firm.stop());

/** The most memory that a process has had, in MB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

// Other systems do not say how much a process had at its peak.
(process.platform === 'linux' ? it : it.skip)(
  'a backup with a passphrase stays below 200 MB, also while its key is derived',
  async () => {
    const to = path.join(await firm.newFolder(), 'firm');
    const secrets = { BACKUP_PASSPHRASE: 'a long passphrase of the firm' };
    const given = ['--to', to, '--encrypt'];
    const child = startProgramIn(secrets, 'backup/backup-command', firm.api.urls.owner, ...given);
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, peakOf(child.pid))), 5);
    const [code] = await outcomeOf(child);
    clearInterval(look);
    expect(code).toBe(0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(200);
  },
);

it('a backup rests for as long as it has worked', async () => {
  const rest = halfSpeed();
  const workedUntil = performance.now() + 15;
  while (performance.now() < workedUntil);
  const startedAt = performance.now();
  await rest();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(14);
});
