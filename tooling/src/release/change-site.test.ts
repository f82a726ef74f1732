import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Remotes } from '@daybook/contracts/remotes';
import { hostIn, remoteIn } from '../build/built.ts';
import { release, rollBack, switchRemote } from './change-site.ts';
import { describeReleases } from './describe-releases.ts';
import { makeHost, makeRemote, screen, widget } from './made-up.fixture.ts';
import { Refused } from './refused.ts';

let folder: string;
let site: string;
let made = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  site = join(folder, 'site');
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = () => join(folder, `build-${(made += 1)}`);
/** Files get the time of the test, so what is old by theirs is reckoned from now. */
const later = (days: number) => new Date(Date.now() + days * 86_400_000);
const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));
const host = (given?: Parameters<typeof makeHost>[1]) => hostIn(makeHost(place(), given));
const remote = (name: string, given?: Parameters<typeof makeRemote>[2]) =>
  remoteIn(makeRemote(place(), name, given));
const releaseRemote = (name: string, version: string, at?: Date) =>
  release(site, { remotes: [remote(name, { version })] }, at);

const remotes = () => Remotes.parse(JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8'))).remotes;
const live = (name: string) => {
  const found = remotes().find((one) => one.name === name);
  return found && [found.version, found.previous?.split('/')[3]];
};
const read = (file: string) => readFileSync(join(site, file), 'utf8');

/** Every file below, by path, with its content. */
const contents = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  );

const refusalOf = (act: () => void): Refused => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

function refusal(act: () => void): readonly string[] {
  const before = contents(site);
  const { reasons } = refusalOf(act);
  expect(contents(site)).toEqual(before);
  return reasons;
}

describe('a release', () => {
  it('of a host and its remotes makes a site', () => {
    release(site, { host: host(), remotes: [remote('tasks'), remote('billing')] });
    expect(remotes().map(({ name, entry, previous }) => [name, entry, previous])).toEqual([
      ['billing', '/mf/billing/1.0.0-aaaa/mf-manifest.json', undefined],
      ['tasks', '/mf/tasks/1.0.0-aaaa/mf-manifest.json', undefined],
    ]);
    expect(read('index.html')).toContain('main.aaaa.js');
    expect(read('mf/tasks/1.0.0-aaaa/remoteEntry.aaaa.js')).toBe('the entry of tasks 1.0.0-aaaa');
    expect(readdirSync(join(site, 'mf/tasks'))).toEqual(['1.0.0-aaaa']);
  });

  it('of one remote touches nothing else, and keeps the version before it', () => {
    release(site, { host: host(), remotes: [remote('billing'), remote('tasks')] });
    const before = contents(site);
    release(site, { remotes: [remote('billing', { version: '1.0.0-bbbb', screens: [screen('quotes')] })] });
    const after = contents(site);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.filter((file) => !file.startsWith('mf/billing/1.0.0-bbbb/')).toSorted()).toEqual([
      'history.json',
      'remotes.json',
    ]);
    expect(Object.keys(before).filter((file) => !(file in after))).toEqual([]);
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
    expect(remotes()[0]?.screens.map(({ id }) => id)).toEqual(['quotes']);
  });

  it('takes along what is served, and its record, and nothing else', () => {
    const build = makeRemote(place(), 'billing');
    writeFileSync(join(build, 'mf-stats.json'), '{}');
    release(site, { host: host(), remotes: [remoteIn(build)] });
    expect(readdirSync(join(site, 'mf/billing/1.0.0-aaaa')).toSorted()).toEqual(
      [...Object.keys(remoteIn(build).record.files), 'release.json'].toSorted(),
    );
  });

  it('of the live version changes nothing', () => {
    release(site, { host: host(), remotes: [remote('billing')] });
    releaseRemote('billing', '1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-bbbb');
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
  });

  it('of the host alone keeps remotes, the deployment’s settings and the scripts of pages that are open', () => {
    release(site, { host: host(), remotes: [remote('billing')] });
    writeFileSync(join(site, 'config.json'), '{"timeouts":{"chunkMs":500}}');
    const { mtimeMs } = statSync(join(site, 'remotes.json'));
    release(site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] });
    expect(read('index.html')).toContain('main.bbbb.js');
    expect(read('index.html.br')).toContain('main.bbbb.js');
    expect(existsSync(join(site, 'assets/host/main.aaaa.js.br'))).toBe(true);
    expect(read('config.json')).toBe('{"timeouts":{"chunkMs":500}}');
    expect(statSync(join(site, 'remotes.json')).mtimeMs).toBe(mtimeMs);
  });

  it('leaves a remote that is switched off as it is', () => {
    release(site, { host: host(), remotes: [remote('billing'), remote('tasks')] });
    switchRemote(site, 'billing', false);
    releaseRemote('billing', '1.0.0-bbbb');
    expect(remotes().map(({ disabled }) => disabled)).toEqual([true, undefined]);
    switchRemote(site, 'billing', true);
    expect(remotes().map(({ disabled }) => disabled)).toEqual([undefined, undefined]);
  });

  it('goes on from what a crash has left', () => {
    release(site, { host: host(), remotes: [remote('billing')] });
    // One copy was cut off, of another all was there but the list did not name it yet.
    mkdirSync(join(site, 'mf/billing/.1.0.0-bbbb.new'));
    writeFileSync(join(site, 'mf/billing/.1.0.0-bbbb.new/remoteEntry.bbbb.js'), 'the ent');
    cpSync(makeRemote(place(), 'billing', { version: '1.0.0-cccc' }), join(site, 'mf/billing/1.0.0-cccc'), {
      recursive: true,
    });
    writeFileSync(join(site, '.remotes.json.new'), '{"remotes":[');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    releaseRemote('billing', '1.0.0-bbbb');
    expect(read('mf/billing/1.0.0-bbbb/remoteEntry.bbbb.js')).toBe('the entry of billing 1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-cccc');
    expect(live('billing')).toEqual(['1.0.0-cccc', '1.0.0-bbbb']);
    expect(readdirSync(join(site, 'mf/billing')).toSorted()).toEqual([
      '1.0.0-aaaa',
      '1.0.0-bbbb',
      '1.0.0-cccc',
    ]);
  });

  it('knows what went live just before a crash', () => {
    release(site, { host: host(), remotes: [remote('billing')] });
    const before = read('history.json');
    releaseRemote('billing', '1.0.0-bbbb');
    writeFileSync(join(site, 'history.json'), before);
    releaseRemote('billing', '1.0.0-cccc');
    expect(rollBack(site, 'billing')).toBe('1.0.0-bbbb');
    expect(rollBack(site, 'billing')).toBe('1.0.0-aaaa');
  });
});

describe('a release is refused, and changes nothing,', () => {
  beforeEach(() => release(site, { host: host(), remotes: [remote('billing'), remote('tasks')] }));

  it('where no host is', () => {
    const empty = join(folder, 'empty');
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
    const reasons = refusal(() => release(site, { remotes: [build] }));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(reason);
  });

  it('with every reason', () => {
    const build = remote('billing', { version: '1.0.0-bbbb', needs: { jotai: '^3.0' }, bundles: ['react'] });
    expect(refusal(() => release(site, { remotes: [build] }))).toHaveLength(2);
  });

  it('for a file that is not as it was built', () => {
    const build = makeRemote(place(), 'billing', { version: '1.0.0-bbbb' });
    writeFileSync(join(build, 'remoteEntry.bbbb.js'), 'tampered');
    rmSync(join(build, 'src_list_tsx.bbbb.js.br'));
    expect(refusal(() => release(site, { remotes: [remoteIn(build)] }))).toEqual([
      'billing 1.0.0-bbbb: remoteEntry.bbbb.js is not as it was built',
      'billing 1.0.0-bbbb: src_list_tsx.bbbb.js.br is not as it was built',
    ]);
  });

  it('for another content under a version that is there', () => {
    const other = remote('billing', { screens: [screen('billing-list'), screen('quotes')] });
    expect(refusal(() => release(site, { remotes: [other] }))).toEqual([
      'billing 1.0.0-aaaa is there already with another screens.json: raise the version of its package',
    ]);
  });

  it('for another script of a host under a name that is there', () => {
    const build = makeHost(place(), { version: '1.0.0-bbbb' });
    const { record, at } = hostIn(build);
    const files = {
      ...record.files,
      'assets/host/main.aaaa.js': record.files['assets/host/main.bbbb.js'] ?? '',
    };
    const swapped = (file: string) =>
      at(file === 'assets/host/main.aaaa.js' ? 'assets/host/main.bbbb.js' : file);
    const reasons = refusal(() =>
      release(site, { host: { record: { ...record, files }, at: swapped }, remotes: [] }),
    );
    expect(reasons).toEqual([
      'host 1.0.0-bbbb is there already with another assets/host/main.aaaa.js: raise the version of its package',
    ]);
  });

  it('for a host that a live remote does not fit, unless both go live together', () => {
    const next = host({ version: '2.0.0-bbbb', contract: '2.0.0' });
    expect(refusal(() => release(site, { host: next, remotes: [] }))).toEqual([
      'billing 1.0.0-aaaa needs the contract ^1.0.0, the host has 2.0.0',
      'tasks 1.0.0-aaaa needs the contract ^1.0.0, the host has 2.0.0',
    ]);
    const given = { version: '2.0.0-bbbb', contract: '^2.0.0' };
    release(site, { host: next, remotes: [remote('billing', given), remote('tasks', given)] });
    expect(live('tasks')).toEqual(['2.0.0-bbbb', '1.0.0-aaaa']);
  });

  it('for a host beside a remote of which nothing is known', () => {
    rmSync(join(site, 'mf/tasks/1.0.0-aaaa/release.json'));
    expect(refusal(() => release(site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] }))).toEqual([
      'tasks 1.0.0-aaaa has no sound release.json: release it anew',
    ]);
    releaseRemote('billing', '1.0.0-bbbb');
  });
});

describe('a rollback', () => {
  beforeEach(() => {
    release(site, { host: host(), remotes: [remote('billing', { version: '1.0.0-aaaa' }), remote('tasks')] });
    releaseRemote('billing', '1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-cccc');
  });

  it('points to the version before, with its screens, and another one goes on from there', () => {
    const files = contents(join(site, 'mf'));
    expect(rollBack(site, 'billing')).toBe('1.0.0-bbbb');
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
    expect(rollBack(site, 'billing')).toBe('1.0.0-aaaa');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    expect(contents(join(site, 'mf'))).toEqual(files);
    expect(refusal(() => rollBack(site, 'billing'))).toEqual(['billing has no version before 1.0.0-aaaa']);
  });

  it('points to the version that is named', () => {
    rollBack(site, 'billing', '1.0.0-aaaa');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    rollBack(site, 'billing', '1.0.0-cccc');
    expect(live('billing')).toEqual(['1.0.0-cccc', '1.0.0-bbbb']);
  });

  it('is left behind by the next release', () => {
    rollBack(site, 'billing');
    releaseRemote('billing', '1.0.0-dddd');
    expect(live('billing')).toEqual(['1.0.0-dddd', '1.0.0-bbbb']);
  });

  it('takes the host back as well', () => {
    release(site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] });
    expect(rollBack(site, 'host')).toBe('1.0.0-aaaa');
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
    expect(refusal(() => rollBack(site, name, version))).toEqual([reason]);
  });

  it('is refused to a version that the host has outgrown, and to one that was damaged', () => {
    release(site, {
      host: host({ version: '2.0.0-bbbb', contract: '2.0.0' }),
      remotes: ['billing', 'tasks'].map((name) =>
        remote(name, { version: '2.0.0-bbbb', contract: '^2.0.0' }),
      ),
    });
    expect(refusal(() => rollBack(site, 'billing'))).toEqual([
      'billing 1.0.0-cccc needs the contract ^1.0.0, the host has 2.0.0',
    ]);
    expect(refusal(() => rollBack(site, 'host'))).toEqual([
      'billing 2.0.0-bbbb needs the contract ^2.0.0, the host has 1.4.0',
      'tasks 2.0.0-bbbb needs the contract ^2.0.0, the host has 1.4.0',
    ]);
    rmSync(join(site, 'mf/tasks/1.0.0-aaaa/mf-manifest.json'));
    expect(refusal(() => rollBack(site, 'tasks'))[0]).toBe(
      'tasks 1.0.0-aaaa: mf-manifest.json is not as it was built',
    );
  });
});

describe('of old versions', () => {
  const names = Array.from({ length: 14 }, (_, index) => `1.0.0-${String(index).padStart(4, '0')}`);

  it('ten are kept, however old', () => {
    release(site, { host: host(), remotes: [] }, day(0));
    names.forEach((version, index) => releaseRemote('billing', version, day(index * 30)));
    expect(readdirSync(join(site, 'mf/billing')).toSorted()).toEqual(names.slice(-10));
    expect(rollBack(site, 'billing', undefined, day(500))).toBe(names[12]);
  });

  it('all are kept that were live within fourteen days', () => {
    release(site, { host: host(), remotes: [] }, day(0));
    names.forEach((version, index) => releaseRemote('billing', version, day(index)));
    // The first was live until the second day, which is thirteen days ago.
    expect(readdirSync(join(site, 'mf/billing')).toSorted()).toEqual(names);
    releaseRemote('billing', '1.0.0-ffff', day(16));
    expect(readdirSync(join(site, 'mf/billing'))).not.toContain(names[0]);
    expect(readdirSync(join(site, 'mf/billing'))).toContain(names[2]);
  });

  it('the one before the live one is kept, however long ago it was live', () => {
    release(site, { host: host(), remotes: [] }, day(0));
    names.slice(0, 12).forEach((version, index) => releaseRemote('billing', version, day(index)));
    rollBack(site, 'billing', names[1], day(12));
    releaseRemote('tasks', '1.0.0-aaaa', day(400));
    expect(live('billing')).toEqual([names[1], names[0]]);
    expect(readdirSync(join(site, 'mf/billing')).toSorted()).toEqual(
      names.slice(0, 12).filter((version) => version !== names[2]),
    );
  });

  it('scripts go with the last host that names them', () => {
    release(site, { host: host({ version: names[0] ?? '' }), remotes: [] }, new Date());
    names.slice(1, 11).forEach((version, index) => {
      release(site, { host: host({ version }), remotes: [] }, later(20 * (index + 1)));
    });
    expect(readdirSync(join(site, 'hosts'))).toHaveLength(10);
    expect(existsSync(join(site, 'assets/host/main.0000.js'))).toBe(false);
    expect(existsSync(join(site, 'assets/host/main.0001.js'))).toBe(true);
    expect(existsSync(join(site, 'assets/host/shared.0.js'))).toBe(true);
  });

  it('are shown with what is live, the latest first', () => {
    release(site, { host: host(), remotes: [remote('billing'), remote('tasks')] }, day(0));
    releaseRemote('billing', '1.0.0-bbbb', day(1));
    releaseRemote('billing', '1.0.0-cccc', day(2));
    rollBack(site, 'billing', undefined, day(3));
    switchRemote(site, 'tasks', false);
    expect(describeReleases(site, day(4)).map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'host 1.0.0-aaaa live, released 2026-01-01T00:00:00.000Z',
      'billing 1.0.0-bbbb live, rolled back 2026-01-04T00:00:00.000Z',
      '1.0.0-cccc kept, live until 2026-01-04T00:00:00.000Z',
      '1.0.0-aaaa previous, live until 2026-01-02T00:00:00.000Z',
      'tasks 1.0.0-aaaa live, released 2026-01-01T00:00:00.000Z, switched off',
    ]);
  });
});
