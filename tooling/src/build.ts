import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { assembleSite } from './build/assemble-site.ts';
import { assertBudgets } from './build/budgets.ts';
import { sourceHash } from './build/source-hash.ts';
import { inWorkspace, packageOf, remoteNames } from './workspace.ts';

const packages = ['host', ...remoteNames.map(packageOf)];
const stampOf = (folder: string) => inWorkspace(folder, 'dist/.sources');

/** The hash of the sources that the package was last built from. */
const builtFrom = (folder: string) =>
  existsSync(stampOf(folder)) ? readFileSync(stampOf(folder), 'utf8') : null;

async function compile(folder: string, hash: string): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, [inWorkspace('tooling/src/build/compile.ts'), folder], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${folder} does not build`);
  writeFileSync(stampOf(folder), hash);
  console.log(`built ${folder} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Builds host and remotes whose sources have changed (`only`: of these packages) and puts the site together. */
export async function build({ only = packages }: { only?: readonly string[] } = {}): Promise<void> {
  const waiting = packages
    .map((folder) => [folder, sourceHash(folder)] as const)
    .filter(
      ([folder, hash]) => builtFrom(folder) !== hash && (only.includes(folder) || builtFrom(folder) === null),
    );
  const built = [...waiting];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await compile(...next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  if (built.length > 0) assertBudgets();
  await assembleSite(new Map(packages.map((folder) => [folder, builtFrom(folder) ?? ''])));
}

if (import.meta.main) await build(process.argv.length > 2 ? { only: process.argv.slice(2) } : {});
