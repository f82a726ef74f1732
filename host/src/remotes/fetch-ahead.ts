import type { RemoteRelease } from '@daybook/contracts/remotes';
import { whenIdle } from '../layout/when-idle.ts';
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
  const asked = new Set<string>();
  const first = releases.filter(({ disabled }) => !disabled).flatMap((release) => filesOf(release));
  let isOver = false;
  // One at a time: to ask for forty at once takes long enough to delay a key.
  const fetchFrom = (place: number) => {
    const file = first[place];
    if (isOver || file === undefined) return;
    fetchSoon([file], asked);
    whenIdle(() => fetchFrom(place + 1));
  };
  whenIdle(() => {
    // The menus that open from buttons of the page.
    import('antd/es/menu').catch(() => undefined);
    fetchFrom(0);
  });
  const reached = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/app/"]') : null;
    const found = link && screenAt(releases, link.pathname);
    if (found) fetchSoon(filesOf(found.release, found.screen), asked);
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, reached);
  return () => {
    isOver = true;
    for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, reached);
  };
}
