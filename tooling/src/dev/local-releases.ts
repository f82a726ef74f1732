import semver from 'semver';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { ListedRemote, ListedRemotes } from '@daybook/contracts/remotes';
import type { HostRecord } from '../build/build-record.ts';
import { unknownWords } from '../release/gate.ts';

/** The path at which a remote in development is served, below the site's own origin. */
export const localFolder = (name: string): string => `/__local/${name}/`;

export type LocalRemote = Pick<ListedRemote, 'name' | 'screens' | 'widgets'>;

/** The site's list of remotes, in which the given ones are served from this workspace. They have no earlier version to fall back to. */
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

/** The words in the screens of these remotes that the host does not know, as sentences. */
export const unknownTo = (host: Pick<HostRecord, 'words'>, remotes: readonly LocalRemote[]): string[] =>
  remotes.flatMap((remote) => unknownWords({ ...remote, version: 'local' }, host));

/** Why remotes of this workspace cannot run in a host with that contract; null if they can. */
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
