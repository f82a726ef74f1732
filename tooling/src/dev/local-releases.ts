import semver from 'semver';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { ListedRemote, ListedRemotes } from '@daybook/contracts/remotes';
import type { HostRecord } from '../build/build-record.ts';
import { unknownWords } from '../release/gate.ts';

/** Where a remote that is worked on is served from: below the site's own origin, so nothing is foreign. */
export const localFolder = (name: string): string => `/__local/${name}/`;

export type LocalRemote = Pick<ListedRemote, 'name' | 'screens' | 'widgets'>;

/** The site's own list, in which the named remotes come from here. No earlier version stands in for what is worked on. */
export function withLocal({ remotes }: ListedRemotes, local: readonly LocalRemote[]): ListedRemotes {
  const isLocal = (name: string) => local.some((one) => one.name === name);
  return {
    remotes: [
      ...remotes.filter(({ name }) => !isLocal(name)),
      ...local.map(({ name, screens, widgets }) => ({
        name,
        version: 'local',
        entry: `${localFolder(name)}mf-manifest.json`,
        contract: `^${contractVersion}`,
        screens,
        widgets,
      })),
    ],
  };
}

/** What these remotes say of their screens that the host does not know. */
export const unknownTo = (host: Pick<HostRecord, 'words'>, remotes: readonly LocalRemote[]): string[] =>
  remotes.flatMap((remote) => unknownWords({ ...remote, version: 'local' }, host));

/** Why remotes of this workspace cannot run in a host of that contract; null when they can. */
export function misfitOf(site: string, offered: string, unknown: readonly string[] = []): string | null {
  if (semver.satisfies(offered, `^${contractVersion}`))
    return unknown.length > 0 ? [...unknown, 'Release the host first.'].join('\n') : null;
  return (
    `The host at ${site} has contract ${offered}, the remotes of this workspace need ^${contractVersion}: ` +
    (semver.gt(offered, contractVersion)
      ? 'bring the workspace up to date with what is deployed.'
      : 'release the host first, or work against a host that is built from here.')
  );
}
