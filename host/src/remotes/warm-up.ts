import { matchPath } from 'react-router-dom';
import type { Site } from '../site.ts';
import { remotesOf } from './remotes.ts';

/** Fetches the code of the screen at this address while the shell is still being fetched. */
export function warmUpRemote(site: Site, pathname: string): void {
  if (localStorage.getItem('auth_token') === null) return;
  for (const { name, screens } of site.releases) {
    const screen = screens.find(({ path }) => matchPath(`/app/${path}`, pathname) !== null);
    // A failure is met again, and shown, when the screen is drawn.
    if (screen)
      remotesOf(site)
        .loadScreen(name, screen.id)
        .catch(() => undefined);
  }
}
