import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Compilation, Module } from 'webpack';
import { contractVersion } from '@daybook/contracts/endpoint';
import { Screens, wordsOfHost } from '@daybook/contracts/screens';
import type { HostRecord, RemoteRecord } from '../build/build-record.ts';
import { readJson, sha256 } from '../build/built.ts';
import { inWorkspace, workspaceRoot } from '../workspace.ts';
import { filesOfScreens } from './files-of-screens.ts';
import { namesGiven, namesTaken } from './shared-exports.ts';
import { statefulParts } from './shared-modules.ts';

// The excluded files describe the build and are of no use in a browser.
const isServed = (file: string) =>
  !/(^mf-stats\.json|\.LICENSE\.txt|\.map)(\.br|\.gz)?$/.test(basename(file));

/** Every module in the build's files, including those that webpack has concatenated. */
function* modulesOf({ chunks, chunkGraph }: Compilation): Generator<Module> {
  for (const chunk of chunks)
    for (const module of chunkGraph.getChunkModules(chunk)) {
      yield* (module as Module & { modules?: Iterable<Module> }).modules ?? [module];
    }
}

/** Every build has some of each. An empty result would mean that webpack has renamed something, and the release would compare nothing. */
function some<Found extends object>(what: string, found: Found): Found {
  if (Object.keys(found).length === 0) throw new Error(`the build contains no ${what}`);
  return found;
}

/** The modules that the code needs from the host: `import: false` in shared-modules.ts. The manifest does not list them. */
function needsOf(compilation: Compilation): Record<string, string> {
  const needs: Record<string, string> = {};
  for (const module of modulesOf(compilation)) {
    if (module.type !== 'consume-shared-module') continue;
    const { options } = module as Module & { options: { shareKey: string; requiredVersion: string | false } };
    needs[options.shareKey] = options.requiredVersion || '*';
  }
  return needs;
}

/** The stateful part of `shared/` that this file is, or undefined. */
const partAt = (path: string): string | undefined =>
  statefulParts
    .filter((part) => inWorkspace('shared/src', part) === path.replace(/\.tsx?$/, ''))
    .map((part) => `@daybook/shared/${part}`)[0];

function bundledBy(compilation: Compilation): string[] {
  const found = new Set<string>();
  for (const module of modulesOf(compilation)) {
    const path = (module.nameForCondition() ?? '').replaceAll('\\', '/');
    const library = /.*\/node_modules\/((?:@[^/]+\/)?[^./][^/]*)/.exec(path)?.[1];
    const bundled = library ?? partAt(path);
    if (bundled !== undefined) found.add(bundled);
  }
  return [...found].toSorted();
}

function providedBy(dist: string): Record<string, string> {
  const { shared } = readJson(join(dist, 'mf-manifest.json')) as {
    shared: { name: string; version: string }[];
  };
  return Object.fromEntries(shared.map(({ name, version }) => [name, version]));
}

/** An image is built without a clone, so DAYBOOK_COMMIT names the commit. */
function commit(): string | undefined {
  if (process.env.DAYBOOK_COMMIT) return process.env.DAYBOOK_COMMIT;
  if (!existsSync(inWorkspace('.git'))) return undefined;
  const asked = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  try {
    return execFileSync('git', asked, {
      cwd: workspaceRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // Git is missing or does not trust another person's clone. The build is the same, but names no commit.
    return undefined;
  }
}

function filesIn(dist: string): Record<string, string> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isServed(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
  return Object.fromEntries(files.toSorted().map((file) => [file, sha256(readFileSync(join(dist, file)))]));
}

const importOf = async <Module>(folder: string, file: string): Promise<Module> =>
  (await import(pathToFileURL(join(folder, file)).href)) as Module;

async function writeScreens(folder: string, name: string, compilation: Compilation): Promise<void> {
  const { screens, widgets } = await importOf<Screens>(folder, 'src/screens.ts');
  const written = Screens.parse({ remote: name, contract: `^${contractVersion}`, screens, widgets });
  const files = filesOfScreens(compilation, {
    screens: screens.map(({ id }) => id),
    widgets: widgets.map(({ id }) => id),
  });
  writeFileSync(join(folder, 'dist/screens.json'), JSON.stringify({ ...written, files }));
}

async function hostsOwn(folder: string, compilation: Compilation) {
  const { ownPaths } = await importOf<{ ownPaths: string[] }>(folder, 'src/routing/own-paths.ts');
  return {
    contract: contractVersion,
    provides: some('module on offer', providedBy(join(folder, 'dist'))),
    gives: some('name on offer', namesGiven(compilation, modulesOf(compilation), partAt)),
    words: wordsOfHost(),
    paths: ownPaths,
  };
}

/** Writes `release.json` beside the build, with everything that a release needs to know, so that it needs no sources. */
export async function writeRecord(folder: string, version: string, compilation: Compilation): Promise<void> {
  const dist = join(folder, 'dist');
  const name = compilation.name ?? basename(folder);
  if (name === 'host') cpSync(join(folder, 'config.json'), join(dist, 'config.json'));
  else await writeScreens(folder, name, compilation);
  const ofBoth = {
    version,
    commit: commit(),
    lockfile: sha256(readFileSync(inWorkspace('pnpm-lock.yaml'))),
    files: filesIn(dist),
  };
  const record: HostRecord | RemoteRecord =
    name === 'host'
      ? { name, ...(await hostsOwn(folder, compilation)), ...ofBoth }
      : {
          name,
          contract: `^${contractVersion}`,
          needs: some('module of the host', needsOf(compilation)),
          bundles: some('library', bundledBy(compilation)),
          takes: some('name of the host', namesTaken(compilation, modulesOf(compilation))),
          ...ofBoth,
        };
  writeFileSync(join(dist, 'release.json'), JSON.stringify(record));
}
