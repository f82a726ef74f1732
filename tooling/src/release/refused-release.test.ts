import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostIn, remoteIn } from '../build/built.ts';
import { release } from './change-site.ts';
import { makeHost, makeRemote, screen, widget } from './made-up.fixture.ts';
import { trialSite } from './trial-site.fixture.ts';

const trial = trialSite();
const { host, live, place, refusal, releaseRemote, remote } = trial;

describe('a release is refused and changes nothing', () => {
  beforeEach(() => release(trial.site, { host: host(), remotes: [remote('billing'), remote('tasks')] }));

  it('if the site has no host', () => {
    const empty = join(trial.folder, 'empty');
    expect(() => release(empty, { remotes: [remote('billing')] })).toThrow('release the host first');
    expect(existsSync(join(empty, 'remotes.json'))).toBe(false);
  });

  it.each([
    ['a module the host lacks', { needs: { jotai: '^3.0' } }, /needs jotai, which the host does not provide/],
    ['a newer module', { needs: { react: '^20.0' } }, /needs react \^20\.0, the host provides 19\.3\.1/],
    ['a newer contract', { contract: '^1.5.0' }, /needs the contract \^1\.5\.0, the host has 1\.4\.0/],
    ['a library of the host', { bundles: ['react'] }, /bundles react, which the host provides/],
    [
      'a path of another remote',
      { screens: [screen('x', 'tasks-list')] },
      /the path tasks-list is claimed twice, by billing and tasks/,
    ],
    [
      'an id of another remote',
      { screens: [screen('tasks-list', 'x')] },
      /the screen id tasks-list is claimed twice/,
    ],
    [
      'a widget declared twice',
      { widgets: [widget('a'), widget('a')] },
      /the widget id a is claimed twice, by billing and billing/,
    ],
    ['a heavy screen', { weight: 40_000 }, /src_list_tsx\.bbbb\.js\.br: 39\.1 KB, 30 KB are allowed/],
  ])('for %s', (_what, given, reason) => {
    const build = remote('billing', { version: '1.0.0-bbbb', ...given });
    const reasons = refusal(() => release(trial.site, { remotes: [build] }));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(reason);
  });

  it('with every reason', () => {
    const build = remote('billing', { version: '1.0.0-bbbb', needs: { jotai: '^3.0' }, bundles: ['react'] });
    expect(refusal(() => release(trial.site, { remotes: [build] }))).toHaveLength(2);
  });

  it('for a file that differs from the build', () => {
    const build = makeRemote(place(), 'billing', { version: '1.0.0-bbbb' });
    writeFileSync(join(build, 'remoteEntry.bbbb.js'), 'tampered');
    rmSync(join(build, 'src_list_tsx.bbbb.js.br'));
    expect(refusal(() => release(trial.site, { remotes: [remoteIn(build)] }))).toEqual([
      'billing 1.0.0-bbbb: remoteEntry.bbbb.js is not as it was built',
      'billing 1.0.0-bbbb: src_list_tsx.bbbb.js.br is not as it was built',
    ]);
  });

  it('for other content under an existing version', () => {
    const other = remote('billing', { screens: [screen('billing-list'), screen('quotes')] });
    expect(refusal(() => release(trial.site, { remotes: [other] }))).toEqual([
      'billing 1.0.0-aaaa is there already with another screens.json: raise the version of its package',
    ]);
  });

  it('for another script of a host under an existing name', () => {
    const build = makeHost(place(), { version: '1.0.0-bbbb' });
    const { record, at } = hostIn(build);
    const files = {
      ...record.files,
      'assets/host/main.aaaa.js': record.files['assets/host/main.bbbb.js'] ?? '',
    };
    const swapped = (file: string) =>
      at(file === 'assets/host/main.aaaa.js' ? 'assets/host/main.bbbb.js' : file);
    const reasons = refusal(() =>
      release(trial.site, { host: { record: { ...record, files }, at: swapped }, remotes: [] }),
    );
    expect(reasons).toEqual([
      'host 1.0.0-bbbb is there already with another assets/host/main.aaaa.js: raise the version of its package',
    ]);
  });

  it('for a host that a live remote does not fit, unless both go live together', () => {
    const next = host({ version: '2.0.0-bbbb', contract: '2.0.0' });
    expect(refusal(() => release(trial.site, { host: next, remotes: [] }))).toEqual([
      'billing 1.0.0-aaaa needs the contract ^1.0.0, the host has 2.0.0',
      'tasks 1.0.0-aaaa needs the contract ^1.0.0, the host has 2.0.0',
    ]);
    const given = { version: '2.0.0-bbbb', contract: '^2.0.0' };
    release(trial.site, { host: next, remotes: [remote('billing', given), remote('tasks', given)] });
    expect(live('tasks')).toEqual(['2.0.0-bbbb', '1.0.0-aaaa']);
  });

  it('for a host beside a remote without a valid record', () => {
    rmSync(join(trial.site, 'mf/tasks/1.0.0-aaaa/release.json'));
    expect(
      refusal(() => release(trial.site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] })),
    ).toEqual(['tasks 1.0.0-aaaa has no sound release.json: release it anew']);
    releaseRemote('billing', '1.0.0-bbbb');
  });
});
