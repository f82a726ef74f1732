import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Creates a workspace with our settings that depends on a package whose install script writes a file. */
function makeWorkspace(): { folder: string; mark: string } {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-install-'));
  const mark = join(folder, 'the-script-ran');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'trap'));
  write('trap/mark.cjs', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
  write(
    'trap/package.json',
    JSON.stringify({ name: 'trap', version: '1.0.0', scripts: { postinstall: 'node mark.cjs' } }),
  );
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
  const dependencies = { trap: 'file:./trap' };
  write('package.json', JSON.stringify({ name: 'workspace', private: true, packageManager, dependencies }));
  // Our settings, without the list of packages and the entries that only packages of the registry can satisfy.
  const settings = read('pnpm-workspace.yaml').replace(/^packages:\n(?: .*\n)+/, '');
  write('pnpm-workspace.yaml', settings.replace(/^(?:overrides|catalog):\n(?: .*\n)+/gm, ''));
  return { folder, mark };
}

// docs/rules.md#supply-chain
it('an install script that is not allowed does not run, and the installation fails', () => {
  const { folder, mark } = makeWorkspace();
  try {
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
    const { status, stdout, stderr } = spawnSync(
      'npx',
      ['--yes', '--prefer-offline', packageManager, 'install', '--offline', '--no-frozen-lockfile'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(`${stdout}${stderr}`).toContain('ERR_PNPM_IGNORED_BUILDS');
    expect(status).not.toBe(0);
    expect(existsSync(join(folder, 'node_modules/trap/package.json'))).toBe(true);
    expect(existsSync(mark)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('every dependency of the workspace has an exact version', () => {
  const manifests = ['package.json', ...workspaces().map((name) => join(name, 'package.json'))];
  const loose = manifests.flatMap((file) => {
    const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
    return ['dependencies', 'devDependencies', 'optionalDependencies']
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([, version]) => !/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|catalog:|workspace:\*)$/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`);
  });
  expect(loose).toEqual([]);
});

function workspaces(): string[] {
  const [, list = ''] = /^packages:\n((?: .*\n)+)/.exec(read('pnpm-workspace.yaml')) ?? [];
  return [...list.matchAll(/- (\S+)/g)].map(([, name]) => name ?? '');
}
