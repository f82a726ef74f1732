import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListedRemotes } from '@daybook/contracts/remotes';
import { makeHost, makeRemote } from './made-up.fixture.ts';
import { damagedFiles } from './place.ts';
import { remoteOf } from './site.ts';

let folder: string;
let site: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  site = join(folder, 'site');
});
afterEach(() => rmSync(folder, { recursive: true }));

const command = (name: 'release' | 'rollback' | 'releases' | 'switch') => join(__dirname, `../${name}.ts`);

function start(name: Parameters<typeof command>[0], ...args: string[]) {
  const child = spawn(process.execPath, [command(name), ...args, '--to', site]);
  const said = { out: '', error: '' };
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said.error += part.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { child, ended };
}
const run = (...args: Parameters<typeof start>) => start(...args).ended;

const releaseHost = () => run('release', 'host', '--from', makeHost(join(folder, 'host')));
const made = (name: string, version = '1.0.0-aaaa') =>
  makeRemote(join(folder, `${name}-${version}`), name, { version });
const remotes = () =>
  ListedRemotes.parse(JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8'))).remotes;

/** At any time, every listed version is complete. */
const expectWholeSite = () => {
  for (const { name, version } of remotes()) {
    const built = remoteOf(site, name, version);
    expect([name, version, built && damagedFiles(built)]).toEqual([name, version, []]);
  }
};

describe('the release commands', () => {
  it('release, show, roll back and switch off', async () => {
    expect(await releaseHost()).toEqual({ code: 0, out: `host 1.0.0-aaaa is live in ${site}\n`, error: '' });
    await run('release', 'billing', '--from', made('billing'));
    await run('release', 'billing', '--from', made('billing', '1.0.0-bbbb'));
    expect((await run('rollback', 'billing')).out).toBe(`billing 1.0.0-aaaa is live in ${site}\n`);
    expect((await run('switch', 'billing', 'off')).out).toBe(`billing is off in ${site}\n`);
    expect((await run('releases')).out).toMatch(
      /billing +1\.0\.0-aaaa {2}live, rolled back .*, switched off\n/,
    );
  });

  it('change nothing with --if-new if the version was ever released, even if it was rolled back or is outdated', async () => {
    await releaseHost();
    const [older, newer] = [made('billing'), made('billing', '1.0.0-bbbb')];
    const publish = async (from: string) =>
      (await run('release', 'billing', '--from', from, '--if-new')).out.replace(site, 'the site').trim();
    expect(await publish(older)).toBe('billing 1.0.0-aaaa is live in the site');
    expect(await publish(newer)).toBe('billing 1.0.0-bbbb is live in the site');
    await run('rollback', 'billing');
    expect(await publish(newer)).toMatch(/^nothing new for the site: /);
    expect(remotes()[0]?.version).toBe('1.0.0-aaaa');
    expect(await publish(made('billing', '1.0.0-cccc'))).toBe('billing 1.0.0-cccc is live in the site');
    expect(await publish(newer)).toMatch(/^nothing new for the site: /);
    expect(remotes()[0]?.version).toBe('1.0.0-cccc');
  });

  it('wait with --if-new for the first host, because images start at the same time', async () => {
    const waiting = start('release', 'billing', '--from', made('billing'), '--if-new');
    await once(waiting.child, 'spawn');
    expect((await releaseHost()).code).toBe(0);
    expect(await waiting.ended).toEqual({
      code: 0,
      out: `billing 1.0.0-aaaa is live in ${site}\n`,
      error: '',
    });
  });

  it('print a line for each reason of a refusal, and exit with 1', async () => {
    await releaseHost();
    const build = makeRemote(join(folder, 'b'), 'billing', { needs: { jotai: '^3.0' }, contract: '^3.0.0' });
    expect(await run('release', 'billing', '--from', build)).toEqual({
      code: 1,
      out: '',
      error:
        'refused: billing 1.0.0-aaaa needs jotai, which the host does not provide\n' +
        'refused: billing 1.0.0-aaaa needs the contract ^3.0.0, the host has 1.4.0\n',
    });
    for (const [name, ...args] of [
      ['release'],
      ['release', 'biling'],
      ['release', 'tasks', '--from', build],
      ['release', 'tasks', '--from', join(folder, 'nothing')],
      ['rollback'],
      ['rollback', 'billing', '--form', build],
      ['rollback', 'billing'],
      ['switch', 'billing'],
      ['switch', 'billing', 'off'],
    ] as const) {
      const { code, error } = await run(name, ...args);
      expect([name, ...args, code]).toEqual([name, ...args, 1]);
      expect(error).toMatch(/^refused: [^\n]+\n$/);
    }
  });

  it('lose nothing when several releases run at once', async () => {
    await releaseHost();
    const names = ['billing', 'crm', 'settings', 'tasks'];
    const ended = await Promise.all(names.map((name) => run('release', name, '--from', made(name))));
    expect(ended.map(({ code, error }) => [code, error])).toEqual(names.map(() => [0, '']));
    expect(remotes().map(({ name }) => name)).toEqual(names);
  });
});

describe('a release that is killed', () => {
  it.each([
    ['while it copies', (version: string) => join('mf/billing', `.${version}.new`)],
    ['when the copy is complete', (version: string) => join('mf/billing', version)],
    [
      'while it writes the next state of the site',
      (version: string) => `.states/.${version.endsWith('b') ? 3 : 5}.new`,
    ],
  ])('%s leaves a working site, and the next release completes it', async (_when, markOf) => {
    await releaseHost();
    await run('release', 'billing', '--from', made('billing'));
    for (const version of ['1.0.0-bbbb', '1.0.0-cccc']) {
      const { child, ended } = start('release', 'billing', '--from', made('billing', version));
      while (child.exitCode === null && !existsSync(join(site, markOf(version))))
        await new Promise(setImmediate);
      child.kill('SIGKILL');
      await ended;
      expectWholeSite();
      expect((await run('release', 'billing', '--from', made('billing', version))).code).toBe(0);
      expect(remotes()[0]?.version).toBe(version);
      expectWholeSite();
    }
    expect(readdirSync(join(site, 'mf/billing')).filter((entry) => entry.startsWith('.'))).toEqual([]);
  });
});
