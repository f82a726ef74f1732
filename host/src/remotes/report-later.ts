import type { RemoteLoad } from '@daybook/contracts/remote-loads';

const afterMs = 30_000;
const mostAtOnce = 20;

let waiting: RemoteLoad[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps what a tab has seen of a remote, to be told when the page has nothing better to do: after a while, or when it is left. */
export function reportLater(load: RemoteLoad): void {
  waiting.push(load);
  timer ??= setTimeout(reportNow, afterMs);
}

async function reportAll(loads: RemoteLoad[]): Promise<void> {
  const { reportLoads } = await import(/* webpackChunkName: "report-loads" */ './report-loads.ts');
  for (let first = 0; first < loads.length; first += mostAtOnce)
    await reportLoads(loads.slice(first, first + mostAtOnce));
}

function reportNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  const loads = waiting;
  waiting = [];
  // What could not be told is nobody's trouble.
  reportAll(loads).catch(() => undefined);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') reportNow();
});
