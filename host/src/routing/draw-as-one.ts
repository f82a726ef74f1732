import { mayOpen } from '@daybook/shared/may-open';
import { may } from '@daybook/shared/session';
import { cardsAt, cardsDrawnFirst } from '../dashboards/which-dashboards.ts';
import type { remotesOf } from '../remotes/remotes.ts';
import { screenAt } from '../remotes/warm-up.ts';
import type { Site } from '../site.ts';

const longestMs = 1_000;

type Loaders = Pick<ReturnType<typeof remotesOf>, 'loadScreen' | 'loadWidget'> & {
  loadDashboard: () => Promise<unknown>;
};

/** The parts that the page at this address draws first, as they are loaded. */
function partsAt({ releases }: Pick<Site, 'releases'>, pathname: string, load: Loaders): Promise<unknown>[] {
  const found = screenAt(releases, pathname);
  if (found) return found.release.files ? [load.loadScreen(found.release.name, found.screen.id)] : [];
  const cards = cardsAt(releases, pathname, { isSuperAdmin: may(), holds: may }, mayOpen);
  if (cards === null) return [];
  const first = cards.slice(0, cardsDrawnFirst);
  return [load.loadDashboard(), ...first.map(({ remote, widget }) => load.loadWidget(remote, widget.id))];
}

/** Whether all files that were asked for have come. */
const areAllHere = (): boolean =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].every(
    ({ href }) => performance.getEntriesByName(href).length > 0,
  );

/**
 * Resolves once the page at this address can be drawn, if all its files have come: shell, screen and rows are then drawn as one, which takes
 * less time than one after the other. Otherwise, at once: the shell does not wait for the network.
 */
export async function pageIfHere(
  site: Pick<Site, 'releases'>,
  { pathname }: Pick<Location, 'pathname'>,
  load: Loaders,
): Promise<void> {
  if (!areAllHere()) return;
  // A failure comes up again, and is shown, when the part is drawn.
  const parts = Promise.allSettled(partsAt(site, pathname, load));
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
