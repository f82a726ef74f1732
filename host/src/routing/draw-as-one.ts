import { mayOpen } from '@daybook/shared/may-open';
import { may } from '@daybook/shared/session';
import { cardsAt, cardsDrawnFirst } from '../dashboards/which-dashboards.ts';
import type { remotesOf } from '../remotes/remotes.ts';
import { filesOf, filesOfCard, screenAt } from '../remotes/warm-up.ts';
import type { Site } from '../site.ts';

const longestMs = 1_000;

type Loaders = Pick<ReturnType<typeof remotesOf>, 'loadScreen' | 'loadWidget'> & {
  loadDashboard: () => Promise<unknown>;
};

interface Part {
  /** The addresses of its files; empty if they are not known. */
  files: readonly string[];
  load: () => Promise<unknown>;
}

/** The host's own files of a dashboard, as its page names them (index.html). */
const filesOfDashboard = (): string[] =>
  (document.querySelector<HTMLScriptElement>('script[data-dashboard]')?.dataset['dashboard'] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((file) => `/${file}`);

/** The parts that the page at this address draws first. */
function partsAt({ releases }: Pick<Site, 'releases'>, pathname: string, load: Loaders): Part[] {
  const found = screenAt(releases, pathname);
  if (found) {
    const { release, screen } = found;
    return [{ files: filesOf(release, screen), load: () => load.loadScreen(release.name, screen.id) }];
  }
  const cards = cardsAt(releases, pathname, { isSuperAdmin: may(), holds: may }, mayOpen);
  if (cards === null) return [];
  return [
    { files: filesOfDashboard(), load: load.loadDashboard },
    ...cards.slice(0, cardsDrawnFirst).map(({ remote, widget }) => {
      const release = releases.find(({ name }) => name === remote);
      return {
        files: release ? filesOfCard(release, widget.id) : [],
        load: () => load.loadWidget(remote, widget.id),
      };
    }),
  ];
}

const hasCome = (href: string): boolean =>
  performance.getEntriesByName(new URL(href, location.href).href).length > 0;

/** Whether the files of these parts have come, and whatever else was asked for at this address, such as the host's files of a form. */
function areHere(parts: readonly Part[]): boolean {
  const asked = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  return (
    parts.every(({ files }) => files.length > 0 && files.every(hasCome)) &&
    asked.every(({ href }) => hasCome(href))
  );
}

/**
 * Resolves once the page at this address can be drawn, if all its files have come: shell, screen and rows are then drawn as one, which takes
 * less time than one after the other. Otherwise, at once: the shell does not wait for the network.
 */
export async function pageIfHere(
  site: Pick<Site, 'releases'>,
  { pathname }: Pick<Location, 'pathname'>,
  load: Loaders,
): Promise<void> {
  const parts = partsAt(site, pathname, load);
  if (!areHere(parts)) return;
  // A failure comes up again, and is shown, when the part is drawn.
  const loaded = Promise.allSettled(parts.map((part) => part.load()));
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
