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

function tellNow(): void {
  clearTimeout(timer);
  timer = undefined;
  const loads = waiting.slice(0, mostAtOnce);
  waiting = [];
  if (loads.length === 0) return;
  // What could not be told is nobody's trouble.
  void import(/* webpackChunkName: "tell-loads" */ './tell-loads.ts').then(
    ({ tellLoads }) => tellLoads(loads),
    () => undefined,
  );
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') tellNow();
});
