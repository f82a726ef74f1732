import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { remoteIn } from '../build/built.ts';
import { release, switchRemote } from './change-site.ts';
import { makeRemote, screen } from './made-up.fixture.ts';
import { contents, trialSite } from './trial-site.fixture.ts';

const trial = trialSite();
const { host, live, place, read, releaseRemote, remote, remotes } = trial;

describe('a release', () => {
  it('of a host and its remotes creates a site', () => {
    release(trial.site, { host: host(), remotes: [remote('tasks'), remote('billing')] });
    expect(remotes().map(({ name, entry, previous }) => [name, entry, previous])).toEqual([
      ['billing', '/mf/billing/1.0.0-aaaa/mf-manifest.json', undefined],
      ['tasks', '/mf/tasks/1.0.0-aaaa/mf-manifest.json', undefined],
    ]);
    expect(read('index.html')).toContain('main.aaaa.js');
    expect(read('mf/tasks/1.0.0-aaaa/remoteEntry.aaaa.js')).toBe('the entry of tasks 1.0.0-aaaa');
    expect(readdirSync(join(trial.site, 'mf/tasks'))).toEqual(['1.0.0-aaaa']);
  });

  it('of one remote changes nothing else, and keeps the previous version', () => {
    release(trial.site, { host: host(), remotes: [remote('billing'), remote('tasks')] });
    const before = contents(trial.site);
    release(trial.site, {
      remotes: [remote('billing', { version: '1.0.0-bbbb', screens: [screen('quotes')] })],
    });
    const after = contents(trial.site);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed.filter((file) => !file.startsWith('mf/billing/1.0.0-bbbb/')).toSorted()).toEqual([
      'history.json',
      'remotes.json',
      'remotes.json.br',
      'remotes.json.gz',
    ]);
    expect(Object.keys(before).filter((file) => !(file in after))).toEqual([]);
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
    expect(remotes()[0]?.screens.map(({ id }) => id)).toEqual(['quotes']);
  });

  it('lists the files of each screen, and the compressed lists are the same', () => {
    release(trial.site, { host: host(), remotes: [remote('billing')] });
    expect(remotes()[0]?.files).toEqual({
      remote: ['remoteEntry.aaaa.js'],
      screens: { 'billing-list': ['src_list_tsx.aaaa.js'] },
      widgets: {},
    });
    switchRemote(trial.site, 'billing', false);
    const file = (name: string) => readFileSync(join(trial.site, name));
    expect(gunzipSync(file('remotes.json.gz'))).toEqual(file('remotes.json'));
    expect(brotliDecompressSync(file('remotes.json.br'))).toEqual(file('remotes.json'));
  });

  it('copies only the served files and the record', () => {
    const build = makeRemote(place(), 'billing');
    writeFileSync(join(build, 'mf-stats.json'), '{}');
    release(trial.site, { host: host(), remotes: [remoteIn(build)] });
    expect(readdirSync(join(trial.site, 'mf/billing/1.0.0-aaaa')).toSorted()).toEqual(
      [...Object.keys(remoteIn(build).record.files), 'release.json'].toSorted(),
    );
  });

  it('of the live version changes nothing', () => {
    release(trial.site, { host: host(), remotes: [remote('billing')] });
    releaseRemote('billing', '1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-bbbb');
    expect(live('billing')).toEqual(['1.0.0-bbbb', '1.0.0-aaaa']);
  });

  it('of only the host keeps the remotes, the deployment’s settings and the scripts of open pages', () => {
    release(trial.site, { host: host(), remotes: [remote('billing')] });
    writeFileSync(join(trial.site, 'config.json'), '{"timeouts":{"chunkMs":500}}');
    const { mtimeMs } = statSync(join(trial.site, 'remotes.json'));
    release(trial.site, { host: host({ version: '1.0.0-bbbb' }), remotes: [] });
    expect(read('index.html')).toContain('main.bbbb.js');
    expect(read('index.html.br')).toContain('main.bbbb.js');
    expect(existsSync(join(trial.site, 'assets/host/main.aaaa.js.br'))).toBe(true);
    expect(read('config.json')).toBe('{"timeouts":{"chunkMs":500}}');
    expect(statSync(join(trial.site, 'remotes.json')).mtimeMs).toBe(mtimeMs);
  });

  it('leaves a remote switched off', () => {
    release(trial.site, { host: host(), remotes: [remote('billing'), remote('tasks')] });
    switchRemote(trial.site, 'billing', false);
    releaseRemote('billing', '1.0.0-bbbb');
    expect(remotes().map(({ disabled }) => disabled)).toEqual([true, undefined]);
    switchRemote(trial.site, 'billing', true);
    expect(remotes().map(({ disabled }) => disabled)).toEqual([undefined, undefined]);
  });

  it('works on a site that an earlier crash left incomplete', () => {
    release(trial.site, { host: host(), remotes: [remote('billing')] });
    // One copy is incomplete; another is complete, but the list does not name it yet.
    mkdirSync(join(trial.site, 'mf/billing/.1.0.0-bbbb.new'));
    writeFileSync(join(trial.site, 'mf/billing/.1.0.0-bbbb.new/remoteEntry.bbbb.js'), 'the ent');
    cpSync(
      makeRemote(place(), 'billing', { version: '1.0.0-cccc' }),
      join(trial.site, 'mf/billing/1.0.0-cccc'),
      {
        recursive: true,
      },
    );
    mkdirSync(join(trial.site, '.states/.2.new'));
    writeFileSync(join(trial.site, '.states/.2.new/remotes.json'), '{"remotes":[');
    expect(live('billing')).toEqual(['1.0.0-aaaa', undefined]);
    releaseRemote('billing', '1.0.0-bbbb');
    expect(read('mf/billing/1.0.0-bbbb/remoteEntry.bbbb.js')).toBe('the entry of billing 1.0.0-bbbb');
    releaseRemote('billing', '1.0.0-cccc');
    expect(live('billing')).toEqual(['1.0.0-cccc', '1.0.0-bbbb']);
    expect(readdirSync(join(trial.site, 'mf/billing')).toSorted()).toEqual([
      '1.0.0-aaaa',
      '1.0.0-bbbb',
      '1.0.0-cccc',
    ]);
  });
});
