import { matchPath } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { askAhead, queryOf } from '@daybook/shared/call';
import { readListAddress } from '@daybook/shared/list-address';
import { mayOpen } from '@daybook/shared/may-open';
import type { Site } from '../site.ts';
import type { LoadScreen } from './remote-loader.ts';

export interface FoundScreen {
  release: RemoteRelease;
  screen: Screen;
}

/** The screen at this address, unless its remote is switched off. */
export function screenAt(releases: readonly RemoteRelease[], pathname: string): FoundScreen | null {
  for (const release of releases) {
    const screen = release.screens.find(({ path }) => matchPath(`/app/${path}`, pathname) !== null);
    if (screen && !release.disabled) return { release, screen };
  }
  return null;
}

const filesIn = ({ entry, files }: RemoteRelease, own: readonly string[]): string[] => {
  const folder = entry.replace(/[^/]*$/, '');
  return files ? [...files.remote, ...own].map((file) => folder + file) : [];
};

/** The addresses of the files that a screen needs; only those of its remote without a screen. Empty for a list that does not name them. */
export const filesOf = (release: RemoteRelease, screen?: Screen): string[] =>
  filesIn(release, screen ? (release.files?.screens[screen.id] ?? []) : []);

/** The same of a card; empty as well for a release from before its cards were named. */
export function filesOfCard(release: RemoteRelease, id: string): string[] {
  const own = release.files?.widgets?.[id];
  return own ? filesIn(release, own) : [];
}

/** Asks for all code of a screen at once. Otherwise it would come in three steps: entry, remote, screen. */
export function askForCode(release: RemoteRelease, screen: Screen): void {
  for (const href of filesOf(release, screen)) {
    // Those of the first screen were asked for before this script came (page.boot.ts).
    if (document.head.querySelector(`link[rel=preload][href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.href = href;
    link.as = href.endsWith('.css') ? 'style' : 'script';
    document.head.append(link);
  }
}

/** Asks for the rows of a list, exactly as the list will, while its code is still being fetched. */
export function askForRows({ reads, allow }: Screen, search: string): void {
  const params = new URLSearchParams(search);
  // Other views of a list read something else.
  if (reads === undefined || params.has('view') || !mayOpen(allow)) return;
  askAhead(reads, queryOf({ ...readListAddress(params), columns: null }));
}

/** Fetches the code of the screen at this address, and the rows of its list, while the shell is still being fetched. */
export function warmUpRemote(
  { releases }: Pick<Site, 'releases'>,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  loadScreen: LoadScreen,
): void {
  if (localStorage.getItem('auth_token') === null) return;
  const found = screenAt(releases, pathname);
  if (!found) return;
  // The error comes up again, and is shown, when the screen is drawn.
  loadScreen(found.release.name, found.screen.id).catch(() => undefined);
  askForRows(found.screen, search);
}
