import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { inWorkspace, moduleInWorkspace, packageOf, remoteNames, type RemoteName } from '../workspace.ts';
import { releaseList } from './release-list.ts';

export const siteFolder = inWorkspace('dist/site');

// They tell of the build's insides and are of no use in a browser.
const isServed = (file: string) =>
  !/(^mf-stats\.json|\.LICENSE\.txt|\.map)(\.br|\.gz)?$/.test(basename(file));

const packageVersion = (folder: string) =>
  (JSON.parse(readFileSync(inWorkspace(folder, 'package.json'), 'utf8')) as { version: string }).version;

async function releaseOf(name: RemoteName, hash: string): Promise<RemoteRelease> {
  const { screens, widgets } = (await import(moduleInWorkspace(packageOf(name), 'src/screens.ts'))) as Pick<
    RemoteRelease,
    'screens' | 'widgets'
  >;
  const version = `${packageVersion(packageOf(name))}-${hash}`;
  return {
    name,
    version,
    entry: `/mf/${name}/${version}/mf-manifest.json`,
    contract: `^${contractVersion}`,
    screens,
    widgets,
  };
}

/** Puts what was built where it is served from: the host at the root, each remote in a folder of its version. */
export async function assembleSite(hashes: ReadonlyMap<string, string>): Promise<void> {
  const releases = await Promise.all(
    remoteNames.map(async (name) => releaseOf(name, hashes.get(packageOf(name)) ?? '')),
  );
  const list = releaseList(releases);

  rmSync(siteFolder, { recursive: true, force: true });
  mkdirSync(siteFolder, { recursive: true });
  cpSync(inWorkspace('host/dist'), siteFolder, { recursive: true, filter: isServed });
  cpSync(inWorkspace('host/config.json'), join(siteFolder, 'config.json'));
  for (const { name, entry, version, contract, screens, widgets } of releases) {
    const folder = dirname(join(siteFolder, entry));
    cpSync(inWorkspace(`remote-${name}/dist`), folder, { recursive: true, filter: isServed });
    writeFileSync(
      join(folder, 'screens.json'),
      JSON.stringify({ remote: name, version, contract, screens, widgets }),
    );
  }
  writeFileSync(join(siteFolder, 'remotes.json'), JSON.stringify(list));
}
