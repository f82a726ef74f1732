import { join, resolve } from 'node:path';
import { buildPackages } from './build.ts';
import { hostIn, readJson, remoteIn, type BuiltHost, type BuiltRemote } from './build/built.ts';
import { release, type Builds } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { isNewTo } from './release/history.ts';
import { Refused } from './release/refused.ts';
import { inWorkspace, isRemoteName, packageOf, remoteNames } from './workspace.ts';

const usage = `pnpm release <${['host', ...remoteNames].join('|')}>... [--to DIR], or --from FOLDER for a build that lies elsewhere; with --if-new only what was not released last`;

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

await run(async () => {
  const { names, site, values } = readArguments({ from: { type: 'string' }, 'if-new': { type: 'boolean' } });
  const builds = await wantedBuilds([...new Set(names)], values.from && resolve(values.from));
  const all = [...(builds.host ? [builds.host] : []), ...builds.remotes];
  const isNew = isNewTo(site);
  if (values['if-new'] && !all.some(isNew)) return console.log(`nothing new for ${site}`);
  release(site, builds);
  for (const { record } of all) console.log(`${record.name} ${record.version} is live in ${site}`);
});
