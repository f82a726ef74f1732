import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { release, rollBack } from './change-site.ts';
import { contents, trialSite } from './trial-site.fixture.ts';

const trial = trialSite();
const { host, live, read, refusal, releaseRemote, remote } = trial;

describe('a rollback', () => {
  beforeEach(() => {
    release(trial.site, {
      host: host(),
      remotes: [remote('billing', { version: '1.0.0-aaaa' }), remote('tasks')],
    });
    releaseRemote('billing', '1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-cccc');
  });

  it('returns to the previous version with its screens, and a second rollback goes one version further back', () => {
    const files = contents(join(trial.site, 'mf'));
    expect(rollBack(trial.site, 'billing')).toBe('1.0.0-bbbb');
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
    expect(rollBack(trial.site, 'billing')).toBe('1.0.0-aaaa');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    expect(contents(join(trial.site, 'mf'))).toEqual(files);
    expect(refusal(() => rollBack(trial.site, 'billing'))).toEqual([
      'billing has no version before 1.0.0-aaaa',
    ]);
  });

  it('returns to the named version', () => {
    rollBack(trial.site, 'billing', '1.0.0-aaaa');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    rollBack(trial.site, 'billing', '1.0.0-cccc');
    expect(live('billing')).toEqual(['1.0.0-cccc', '1.0.0-bbbb']);
  });

  it('ends with the next release', () => {
    rollBack(trial.site, 'billing');
    releaseRemote('billing', '1.0.0-dddd');
    expect(live('billing')).toEqual(['1.0.0-dddd', '1.0.0-bbbb']);
  });

  it('works for the host too', () => {
    release(trial.site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] });
    expect(rollBack(trial.site, 'host')).toBe('1.0.0-aaaa');
    expect(read('index.html')).toContain('main.aaaa.js');
    expect(read('index.html.br')).toContain('main.aaaa.js');
    expect(live('billing')).toEqual(['1.0.0-cccc', '1.0.0-bbbb']);
  });

  it.each([
    ['billing', '1.0.0-cccc', 'billing 1.0.0-cccc is live already'],
    ['billing', '1.0.0-ffff', 'billing 1.0.0-ffff is not there (any more): pnpm releases shows what is'],
    ['crm', undefined, 'crm has never been released there'],
    ['tasks', undefined, 'tasks has no version before 1.0.0-aaaa'],
  ])('of %s to %s is refused: %s', (name, version, reason) => {
    expect(refusal(() => rollBack(trial.site, name, version))).toEqual([reason]);
  });

  it('is refused to a version that no longer fits the host, and to a damaged version', () => {
    release(trial.site, {
      host: host({ version: '2.0.0-bbbb', contract: '2.0.0' }),
      remotes: ['billing', 'tasks'].map((name) =>
        remote(name, { version: '2.0.0-bbbb', contract: '^2.0.0' }),
      ),
    });
    expect(refusal(() => rollBack(trial.site, 'billing'))).toEqual([
      'billing 1.0.0-cccc needs the contract ^1.0.0, the host has 2.0.0',
    ]);
    expect(refusal(() => rollBack(trial.site, 'host'))).toEqual([
      'billing 2.0.0-bbbb needs the contract ^2.0.0, the host has 1.4.0',
      'tasks 2.0.0-bbbb needs the contract ^2.0.0, the host has 1.4.0',
    ]);
    rmSync(join(trial.site, 'mf/tasks/1.0.0-aaaa/mf-manifest.json'));
    expect(refusal(() => rollBack(trial.site, 'tasks'))[0]).toBe(
      'tasks 1.0.0-aaaa: mf-manifest.json is not as it was built',
    );
  });
});
