import { drawable, type RemoteRelease } from '@daybook/contracts/remotes';

interface Watched {
  everyMs: number;
  /** What was live when the page was opened. */
  releases: readonly RemoteRelease[];
  /** Of a remote that has not run yet the page takes what it found then: it is kept for that. */
  isLoaded: (remote: string) => boolean;
  /** Called once for each state of the site that is another than this page's. */
  tell: () => void;
}

async function read(address: string): Promise<string> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

const stateOf = ({ name, version, disabled = false }: RemoteRelease) => `${name} ${version} ${disabled}`;

/** Those of the loaded remotes that are another version now, or switched off. */
function changedRemotes({ releases, isLoaded }: Watched, list: string): string[] {
  const then = new Set(releases.map(stateOf));
  // One that this page cannot draw was told when it was opened, or is of a host to come.
  return drawable(JSON.parse(list), () => undefined)
    .filter(({ name }) => isLoaded(name))
    .map(stateOf)
    .filter((state) => !then.has(state));
}

/** The scripts and sheets that the page of the host names now, and this page did not come with. Their names are their content. */
const changedHost = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/host\/[\w.-]+)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => document.querySelector(`[src="${address}"], [href="${address}"]`) === null);

/** Looks at the site now and then while somebody looks at the page. It is asked for files alone, so no session lives longer by it. */
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
    // A site that cannot be asked just now is asked the next time.
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
