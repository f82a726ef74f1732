import { matchPath } from 'react-router-dom';
import type { Screen } from '@daybook/contracts/screens';
import { askAhead, queryOf } from '@daybook/shared/call';
import { readListAddress } from '@daybook/shared/list-address';
import { mayOpen } from '@daybook/shared/may-open';
import type { Site } from '../site.ts';
import type { LoadScreen } from './remote-loader.ts';

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
  for (const { name, screens, disabled } of releases) {
    if (disabled) continue;
    const screen = screens.find(({ path }) => matchPath(`/app/${path}`, pathname) !== null);
    if (!screen) continue;
    // The error comes up again, and is shown, when the screen is drawn.
    loadScreen(name, screen.id).catch(() => undefined);
    askForRows(screen, search);
  }
}
