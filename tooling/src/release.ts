import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildPackages } from './build.ts';
import { hostIn, readJson, remoteIn, type BuiltHost, type BuiltRemote } from './build/built.ts';
import { release, type Builds } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { Refused } from './release/refused.ts';
import { liveHost } from './release/site.ts';
import { inWorkspace, isRemoteName, packageOf, remoteNames } from './workspace.ts';

const usage = `pnpm release <${['host', ...remoteNames].join('|')}>... [--to DIR], or --from FOLDER for a build that lies elsewhere; with --if-new only what was never released there`;

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
    throw new Refused([`${folder} holds no sound build`], { cause: error });
  }
}

async function wantedBuilds(names: readonly string[], from: string | undefined): Promise<Builds> {
  if (names.length === 0 || (from !== undefined && names.length > 1)) throw new Refused([usage]);
  if (from === undefined) await buildPackages(names.map(packageFolder));
  const folders = from === undefined ? names.map((name) => inWorkspace(packageFolder(name), 'dist')) : [from];
  const builds = folders.map(builtIn);
  const other = builds.find(({ record }) => !names.includes(record.name));
  if (other) throw new Refused([`${from} is a build of ${other.record.name}`]);
  const remotes = builds.filter((built) => 'screens' in built);
  const host = builds.find((built): built is BuiltHost => !('screens' in built));
  return { ...(host && { host }), remotes };
}

/** Into an empty site all images publish at once. Where no host comes the release is refused for it. */
async function waitForHost(site: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (liveHost(site) === null && performance.now() < end) await setTimeout(200);
}

await run(async () => {
  const { names, site, values } = readArguments({ from: { type: 'string' }, 'if-new': { type: 'boolean' } });
  const builds = await wantedBuilds([...new Set(names)], values.from && resolve(values.from));
  if (values['if-new'] && !builds.host) await waitForHost(site);
  const released = release(site, builds, { which: values['if-new'] ? 'neverReleased' : 'all' });
  if (released.length === 0) console.log(`nothing new for ${site}`);
  for (const { name, version } of released) console.log(`${name} ${version} is live in ${site}`);
});
