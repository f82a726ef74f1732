import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { release, rollBack, switchRemote } from './change-site.ts';
import { describeReleases } from './describe-releases.ts';
import { trialSite } from './trial-site.fixture.ts';

const trial = trialSite();
const { host, live, releaseRemote, remote } = trial;

/** Files have the time of the test, so ages of files count from now. */
const later = (days: number) => new Date(Date.now() + days * 86_400_000);
const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));

describe('old versions', () => {
  const names = Array.from({ length: 14 }, (_, index) => `1.0.0-${String(index).padStart(4, '0')}`);

  it('are kept if they are among the ten newest, however old', () => {
    release(trial.site, { host: host(), remotes: [] }, { now: day(0) });
    names.forEach((version, index) => releaseRemote('billing', version, day(index * 30)));
    expect(readdirSync(join(trial.site, 'mf/billing')).toSorted()).toEqual(names.slice(-10));
    expect(rollBack(trial.site, 'billing', undefined, day(500))).toBe(names[12]);
  });

  it('are kept if they were live within fourteen days', () => {
    release(trial.site, { host: host(), remotes: [] }, { now: day(0) });
    names.forEach((version, index) => releaseRemote('billing', version, day(index)));
    // The first version was live until the second day, which is thirteen days ago.
    expect(readdirSync(join(trial.site, 'mf/billing')).toSorted()).toEqual(names);
    releaseRemote('billing', '1.0.0-ffff', day(16));
    expect(readdirSync(join(trial.site, 'mf/billing'))).not.toContain(names[0]);
    expect(readdirSync(join(trial.site, 'mf/billing'))).toContain(names[2]);
  });

  it('are kept if a rollback would return to them, however long ago they were live', () => {
    release(trial.site, { host: host(), remotes: [] }, { now: day(0) });
    names.slice(0, 12).forEach((version, index) => releaseRemote('billing', version, day(index)));
    rollBack(trial.site, 'billing', names[1], day(12));
    releaseRemote('tasks', '1.0.0-aaaa', day(400));
    expect(live('billing')).toEqual([names[1], names[0]]);
    expect(readdirSync(join(trial.site, 'mf/billing')).toSorted()).toEqual(
      names.slice(0, 12).filter((version) => version !== names[2]),
    );
  });

  it('of the host take along the scripts that no other host names', () => {
    release(trial.site, { host: host({ version: names[0] ?? '' }), remotes: [] }, { now: new Date() });
    names.slice(1, 11).forEach((version, index) => {
      release(trial.site, { host: host({ version }), remotes: [] }, { now: later(20 * (index + 1)) });
    });
    expect(readdirSync(join(trial.site, 'hosts'))).toHaveLength(10);
    expect(existsSync(join(trial.site, 'assets/host/main.0000.js'))).toBe(false);
    expect(existsSync(join(trial.site, 'assets/host/main.0001.js'))).toBe(true);
    expect(existsSync(join(trial.site, 'assets/host/shared.0.js'))).toBe(true);
  });

  it('are listed with the live version, the latest first', () => {
    release(trial.site, { host: host(), remotes: [remote('billing'), remote('tasks')] }, { now: day(0) });
    releaseRemote('billing', '1.0.0-bbbb', day(1));
    releaseRemote('billing', '1.0.0-cccc', day(2));
    rollBack(trial.site, 'billing', undefined, day(3));
    switchRemote(trial.site, 'tasks', false);
    expect(describeReleases(trial.site, day(4)).map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'host 1.0.0-aaaa live, released 2026-01-01T00:00:00.000Z',
      'billing 1.0.0-bbbb live, rolled back 2026-01-04T00:00:00.000Z',
      '1.0.0-cccc kept, live until 2026-01-04T00:00:00.000Z',
      '1.0.0-aaaa previous, live until 2026-01-02T00:00:00.000Z',
      'tasks 1.0.0-aaaa live, released 2026-01-01T00:00:00.000Z, switched off',
    ]);
  });
});
