import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { assembleSite } from './build/assemble-site.ts';
import { hostIn, readJson, remoteIn } from './build/built.ts';
import { versionOf } from './build/source-hash.ts';
import { run } from './release/command.ts';
import { Refused } from './release/refused.ts';
import { inWorkspace, packageOf, remoteNames, siteFolder } from './workspace.ts';

const packages = ['host', ...remoteNames.map(packageOf)];

/** The version that the package was last built as. */
function builtVersion(folder: string): string | null {
  const record = inWorkspace(folder, 'dist/release.json');
  return existsSync(record) ? (readJson(record) as { version: string }).version : null;
}

async function compile(folder: string): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, [inWorkspace('tooling/src/webpack/compile.ts'), folder], {
    stdio: 'inherit',
    // A release is always a production build, whatever NODE_ENV the shell has.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Refused([`${folder} does not build`]);
  console.log(`built ${folder} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Builds the packages whose sources have changed. */
export async function buildPackages(folders: readonly string[]): Promise<void> {
  const waiting = folders.filter((folder) => builtVersion(folder) !== versionOf(inWorkspace(folder)));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await compile(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Builds host and remotes if their sources have changed (`only` limits this to some packages), and assembles the site. */
export async function build({ only = packages }: { only?: readonly string[] } = {}): Promise<void> {
  await buildPackages(packages.filter((folder) => only.includes(folder) || builtVersion(folder) === null));
  const [host = '', ...remotes] = packages.map((folder) => inWorkspace(folder, 'dist'));
  assembleSite(siteFolder, { host: hostIn(host), remotes: remotes.map(remoteIn) });
}

if (import.meta.main) await run(() => build(process.argv.length > 2 ? { only: process.argv.slice(2) } : {}));
