import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildPackages } from './build.ts';
import type { BuildRecord } from './build/build-record.ts';
import { hostIn, readJson, remoteIn, type BuiltHost, type BuiltRemote } from './build/built.ts';
import { release, type Builds } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { Refused } from './release/refused.ts';
import { inWorkspace, isRemoteName, packageOf, remoteNames } from './workspace.ts';

/** How long to wait for a host that is released at the same time. */
const HOST_MS = 30_000;

const usage = `pnpm release <${['host', ...remoteNames].join('|')}>... [--to DIR], or with one --from FOLDER for each, to release existing builds; with --if-new, only versions that were never released there`;

function packageFolder(name: string): string {
  if (name === 'host') return name;
  if (isRemoteName(name)) return packageOf(name);
  throw new Refused([`there is no ${name}: ${usage}`]);
}

function builtIn(folder: string): BuiltHost | BuiltRemote {
  try {
    const { name } = readJson(join(folder, 'release.json')) as { name: string };
    return name === 'host' ? hostIn(folder) : remoteIn(folder);
  } catch (error) {
    throw new Refused([`${folder} contains no valid build`], { cause: error });
  }
}

async function wantedBuilds(names: readonly string[], from: readonly string[]): Promise<Builds> {
  if (names.length === 0 || (from.length > 0 && names.length !== from.length)) throw new Refused([usage]);
  if (from.length === 0) await buildPackages(names.map(packageFolder));
  const folders = from.length > 0 ? from : names.map((name) => inWorkspace(packageFolder(name), 'dist'));
  const builds = folders.map(builtIn);
  const other = builds.find(({ record }) => !names.includes(record.name));
  if (other) throw new Refused([`${from.join(', ')} contains a build of ${other.record.name}`]);
  const remotes = builds.filter((built) => 'screens' in built);
  const host = builds.find((built): built is BuiltHost => !('screens' in built));
  return { ...(host && { host }), remotes };
}

/** Images that are started together release at the same time. A remote that the old host refuses may fit the new one, so it waits. */
async function releaseWhenHostIsThere(site: string, builds: Builds): Promise<BuildRecord[]> {
  const end = performance.now() + HOST_MS;
  for (;;)
    try {
      return release(site, builds, { which: 'neverReleased' });
    } catch (error) {
      if (builds.host || !(error instanceof Refused) || performance.now() > end) throw error;
      await setTimeout(500);
    }
}

await run(async () => {
  const { names, site, values } = readArguments({
    from: { type: 'string', multiple: true },
    'if-new': { type: 'boolean' },
  });
  const builds = await wantedBuilds(
    [...new Set(names)],
    (values.from ?? []).map((folder) => resolve(folder)),
  );
  const released = await (values['if-new'] ? releaseWhenHostIsThere(site, builds) : release(site, builds));
  if (released.length === 0)
    console.log(`nothing new for ${site}: use a rollback to return to a version that was released before`);
  for (const { name, version } of released) console.log(`${name} ${version} is live in ${site}`);
});
