import type { RemoteLoad } from '@daybook/contracts/remote-loads';

const afterMs = 30_000;
const mostAtOnce = 20;

let waiting: RemoteLoad[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Collects what a tab has seen of its remotes, and reports it after a while or when the tab is hidden. */
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
  // Telemetry that cannot be sent is dropped.
  reportAll(loads).catch(() => undefined);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') reportNow();
});
