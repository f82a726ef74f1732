import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Screen } from '@daybook/contracts/screens';
import { inWorkspace, packageOf, type RemoteName } from '@daybook/tooling/workspace';

const runFile = promisify(execFile);
const runTooling = async (file: string, ...args: string[]): Promise<string> =>
  (await runFile(process.execPath, [inWorkspace('tooling/src', file), ...args])).stdout;

function insert(file: string, after: string, line: string): void {
  const source = readFileSync(file, 'utf8');
  assert.equal(source.split(after).length, 2, `${file} has one ${after}`);
  writeFileSync(
    file,
    source.replace(after, () => `${after}\n${line}`),
  );
}

export function copyRemote(name: RemoteName, folder: string): void {
  const source = inWorkspace(packageOf(name));
  cpSync(source, folder, { recursive: true, filter: (path) => path !== join(source, 'dist') });
}

/** Builds the remote in this folder, and returns the folder of the build. */
export async function buildRemote(folder: string): Promise<string> {
  await runTooling('webpack/compile.ts', folder);
  return join(folder, 'dist');
}

/** Builds a copy of a remote with one more screen, which shows its label, and returns the folder of the build. */
export async function buildWithScreen(name: RemoteName, folder: string, screen: Screen): Promise<string> {
  copyRemote(name, folder);
  insert(join(folder, 'src/screens.ts'), 'declareScreens([', `${JSON.stringify(screen)},`);
  insert(join(folder, 'src/remote.ts'), 'screens: {', `'${screen.id}': () => import('./added/added.tsx'),`);
  mkdirSync(join(folder, 'src/added'));
  writeFileSync(
    join(folder, 'src/added/added.tsx'),
    `export default () => <h1>{${JSON.stringify(screen.label.en)}}</h1>;`,
  );
  return buildRemote(folder);
}

/** Runs `pnpm release settings --from … --to …`. */
export const releaseInto = (site: string, name: RemoteName, build: string): Promise<string> =>
  runTooling('release.ts', name, '--from', build, '--to', site);

export const rollBackIn = (site: string, name: RemoteName): Promise<string> =>
  runTooling('rollback.ts', name, '--to', site);
