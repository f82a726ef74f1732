import { drawable, type RemoteRelease } from '@daybook/contracts/remotes';

interface Watched {
  everyMs: number;
  /** The releases that were live when the page was opened. */
  releases: readonly RemoteRelease[];
  /** Whether a remote has run. A remote that has not runs the version listed when the page opened, which the server still offers. */
  isLoaded: (remote: string) => boolean;
  /** Called once for each state of the site that differs from this page's. */
  tell: () => void;
}

async function read(address: string): Promise<string> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

const stateOf = ({ name, version, disabled = false }: RemoteRelease) => `${name} ${version} ${disabled}`;

/** The loaded remotes whose version has changed, or that have been switched off. */
function changedRemotes({ releases, isLoaded }: Watched, list: string): string[] {
  const then = new Set(releases.map(stateOf));
  // An entry that this page cannot draw was reported when the page opened, or is for a newer host.
  return drawable(JSON.parse(list), () => undefined)
    .filter(({ name }) => isLoaded(name))
    .map(stateOf)
    .filter((state) => !then.has(state));
}

/** Scripts and stylesheets that the host's page names now and this page did not load. Their names contain their content hash. */
const changedHost = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/host\/[\w.-]+)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => document.querySelector(`[src="${address}"], [href="${address}"]`) === null);

/** Polls the site while the page is visible. It requests only static files, so it does not extend any session. */
export function watchReleases(watched: Watched): () => void {
  const { everyMs, tell } = watched;
  let lookedAt = -Infinity;
  let told = '';
  const look = async () => {
    lookedAt = performance.now();
    const [list, page] = await Promise.all([read('/remotes.json'), read('/index.html')]);
    const state = [...changedRemotes(watched, list), ...changedHost(page)].join();
    if (state === told) return;
    told = state;
    if (state !== '') tell();
  };
  const lookAfter = (pauseMs: number) => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < pauseMs) return;
    // A failed poll is repeated at the next one.
    look().catch(() => undefined);
  };
  const comeBack = () => lookAfter(everyMs / 5);
  const timer = setInterval(() => lookAfter(0), everyMs);
  addEventListener('focus', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  lookAfter(0);
  return () => {
    clearInterval(timer);
    removeEventListener('focus', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
  };
}
