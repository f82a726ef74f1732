import { resolve } from 'node:path';
import { buildPackages } from './build.ts';
import { hostIn, readJson, remoteIn } from './build/built.ts';
import { release, type Builds } from './release/change-site.ts';
import { readArguments, run } from './release/command.ts';
import { Refused } from './release/refused.ts';
import { inWorkspace, isRemoteName, packageOf, remoteNames } from './workspace.ts';

const usage = `pnpm release <${['host', ...remoteNames].join('|')}>... [--to DIR], or --from FOLDER for a build that lies elsewhere`;

function packageFolder(name: string): string {
  if (name === 'host') return name;
  if (isRemoteName(name)) return packageOf(name);
  throw new Refused([`there is no ${name}: ${usage}`]);
}

const nameIn = (folder: string) => (readJson(resolve(folder, 'release.json')) as { name: string }).name;

await run(async () => {
  const { names, site, values } = readArguments({ from: { type: 'string' } });
  const { from } = values;
  if (names.length === 0 || (from !== undefined && names.length > 1)) throw new Refused([usage]);
  if (from === undefined) await buildPackages(names.map(packageFolder));
  else if (nameIn(from) !== names[0]) throw new Refused([`${from} is a build of ${nameIn(from)}`]);
  const folders = from === undefined ? names.map((name) => inWorkspace(packageFolder(name), 'dist')) : [from];
  const isHost = (folder: string) => nameIn(folder) === 'host';
  const host = folders.find(isHost);
  const builds: Builds = {
    ...(host !== undefined && { host: hostIn(host) }),
    remotes: folders.filter((folder) => !isHost(folder)).map(remoteIn),
  };
  release(site, builds);
  for (const { record } of [...(builds.host ? [builds.host] : []), ...builds.remotes])
    console.log(`${record.name} ${record.version} is live in ${site}`);
});
