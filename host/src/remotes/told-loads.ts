import type { RemoteLoad } from '@daybook/contracts/remote-loads';

const afterMs = 30_000;
const mostAtOnce = 20;

let waiting: RemoteLoad[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps what a tab has seen of a remote, to be told when the page has nothing better to do: after a while, or when it is left. */
export function tellLater(load: RemoteLoad): void {
  waiting.push(load);
  timer ??= setTimeout(tellNow, afterMs);
}

async function tellAll(loads: RemoteLoad[]): Promise<void> {
  const { tellLoads } = await import(/* webpackChunkName: "tell-loads" */ './tell-loads.ts');
  for (let first = 0; first < loads.length; first += mostAtOnce)
    await tellLoads(loads.slice(first, first + mostAtOnce));
}

function tellNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  const loads = waiting;
  waiting = [];
  // What could not be told is nobody's trouble.
  tellAll(loads).catch(() => undefined);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') tellNow();
});
