import { Screens } from '@daybook/contracts/screens';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { refreshMe } from '@daybook/shared/session';
import type { Site } from '../site.ts';
import { showBanner } from './banner.tsx';
import { forgetOverrides, readOverrides } from './stored-overrides.ts';

/** Reads what the other build declares from the file beside it. Its version is unknown, so the release keeps the live version. */
async function withBuild(live: RemoteRelease, entry: string): Promise<RemoteRelease> {
  const answer = await fetch(entry.replace(/[^/]+$/, 'screens.json'), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${entry} has no screens.json beside it: ${answer.status}`);
  const { remote, contract, screens, widgets } = Screens.parse(await answer.json());
  if (remote !== live.name) throw new Error(`${entry} is a build of ${remote}, not of ${live.name}`);
  return { ...live, entry, files: undefined, previous: live.entry, contract, screens, widgets };
}

/**
 * Lets a super admin try other builds of remotes in this tab: `sessionStorage['mf:overrides']` maps a remote to the address of its
 * manifest. The file is fetched only if the deployment allows overrides (docs/rules.md#overrides).
 */
export async function overridden(site: Site): Promise<Site> {
  const overrides = readOverrides();
  if (overrides.size === 0) return site;
  const me = await refreshMe().catch(() => null);
  if (me?.userType !== 'super_admin') return site;
  const applied = new Set<string>();
  const releases = await Promise.all(
    site.releases.map(async (live) => {
      const entry = overrides.get(live.name);
      if (entry === undefined) return live;
      try {
        const release = await withBuild(live, entry);
        applied.add(live.name);
        return release;
      } catch (error) {
        reportError(error);
        forgetOverrides(live.name);
        return live;
      }
    }),
  );
  if (applied.size > 0) showBanner([...applied]);
  const tellRollback = (name: string, error: unknown) => {
    reportError(error);
    if (!applied.delete(name)) return;
    forgetOverrides(name);
    showBanner([...applied]);
  };
  return { ...site, releases, tellRollback, overridden: new Set(applied) };
}
