import type { RemoteRelease } from '@daybook/contracts/remotes';
import { filesOf, screenAt } from './warm-up.ts';

/** Puts files into the browser's cache, with low priority. None of their code runs. */
function fetchSoon(files: readonly string[], asked: Set<string>): void {
  for (const href of files) {
    if (asked.has(href)) continue;
    asked.add(href);
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Fetches code before it is needed: now what every screen of each remote needs, and what a screen needs besides as soon as a pointer or
 * the focus reaches a link to it. Fetches nothing for people who save data. Returns a function that ends this.
 */
export function fetchAhead(releases: readonly RemoteRelease[]): () => void {
  // Not in every browser, and therefore not in TypeScript's types.
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  if (connection?.saveData === true) return () => undefined;
  // The menus that open from buttons of the page.
  import('antd/es/menu').catch(() => undefined);
  const asked = new Set<string>();
  for (const release of releases) if (!release.disabled) fetchSoon(filesOf(release), asked);
  const reached = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/app/"]') : null;
    const found = link && screenAt(releases, link.pathname);
    if (found) fetchSoon(filesOf(found.release, found.screen), asked);
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, reached);
  return () => {
    for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, reached);
  };
}
