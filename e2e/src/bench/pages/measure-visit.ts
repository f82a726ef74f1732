import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { shiftsOf, watchShifts } from '../../installation/layout-shifts.ts';
import { watchQuiet } from '../../installation/quiet.ts';
import type { PageToOpen } from './pages.ts';

export interface Profile {
  name: string;
  /** Milliseconds and bytes a second; null for no limit. */
  line: { latency: number; downloadThroughput: number; uploadThroughput: number } | null;
  cpuDividedBy: number;
}

export const profiles: readonly Profile[] = [
  { name: 'this machine', line: null, cpuDividedBy: 1 },
  {
    name: '9 Mbit/s, 85 ms, CPU ÷ 4',
    line: { latency: 85, downloadThroughput: 1_125_000, uploadThroughput: 1_125_000 },
    cpuDividedBy: 4,
  },
];

/** Times in milliseconds; sizes in KB as transferred. */
export interface Measured {
  usable: number;
  firstPaint: number;
  /** How long the main thread ran script, and was busy at all, until the page was usable. */
  script: number;
  task: number;
  /** Everything the page fetched until it was quiet, what it fetched ahead for other pages included. */
  requests: number;
  scriptKilobytes: number;
  layoutShift: number;
}

/** Tells Node the time at which `selector` first names something that can be used: visible, enabled, on top, and a frame has passed. */
function tellWhenUsable(selector: string): void {
  const page = window as unknown as { measuredFrom?: number; tellUsable: (at: number) => void };
  const from = (page.measuredFrom ??= 0);
  const look = () => {
    const element = document.querySelector(`${selector}:not(:disabled)`);
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    const onTop = width * height > 0 ? document.elementFromPoint(left + width / 2, top + height / 2) : null;
    if (onTop && (element?.contains(onTop) || onTop.contains(element)))
      requestAnimationFrame(() => page.tellUsable(performance.now() - from));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Fetched {
  requests: number;
  scriptKilobytes: number;
}

/** Counts what the page fetches from the network from now on. */
async function countFetched(cdp: CDPSession): Promise<() => Fetched> {
  await cdp.send('Network.enable');
  const kinds = new Map<string, { isScript: boolean; bytes: number }>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
    kinds.set(requestId, { isScript: /\.js(\?|$)/.test(request.url), bytes: 0 }),
  );
  cdp.on('Network.requestServedFromCache', ({ requestId }) => kinds.delete(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) kinds.delete(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = kinds.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  return () => ({
    requests: kinds.size,
    scriptKilobytes:
      [...kinds.values()].filter((one) => one.isScript).reduce((all, one) => all + one.bytes, 0) / 1024,
  });
}

const seconds = ['ScriptDuration', 'TaskDuration'] as const;

async function busy(cdp: CDPSession): Promise<readonly number[]> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return seconds.map((name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000);
}

/** Only ends a wait for what never comes. */
const LONGEST_MS = 90_000;

/** A tab that measures itself under a profile. */
export async function openTab(context: BrowserContext, profile: Profile) {
  const page = await context.newPage();
  const quiet = watchQuiet(page);
  const cdp = await context.newCDPSession(page);
  const fetched = await countFetched(cdp);
  await cdp.send('Performance.enable');
  if (profile.line) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...profile.line });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: profile.cpuDividedBy });
  let told: ((at: number) => void) | undefined;
  await page.exposeFunction('tellUsable', (at: number) => told?.(at));
  const becomesUsable = (wanted: string) =>
    new Promise<number>((resolve, reject) => {
      const never = setTimeout(() => reject(new Error(`${page.url()} never had ${wanted}`)), LONGEST_MS);
      told = (at) => {
        clearTimeout(never);
        resolve(at);
      };
    });
  await watchShifts(page);
  return { page, quiet, cdp, fetched, becomesUsable };
}

/** Opens a page in a new tab and measures it. */
export async function measureVisit(
  context: BrowserContext,
  url: string,
  { path, wanted }: PageToOpen,
  profile: Profile,
): Promise<Measured> {
  const { page, quiet, cdp, fetched, becomesUsable } = await openTab(context, profile);
  await page.addInitScript(tellWhenUsable, wanted);
  const usableAt = becomesUsable(wanted);
  await page.goto(url + path, { waitUntil: 'commit' });
  const usable = await usableAt;
  const [script = 0, task = 0] = await busy(cdp);
  await quiet();
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const layoutShift = await shiftsOf(page);
  await page.close();
  return { usable, script, task, firstPaint, layoutShift, ...fetched() };
}

/** Presses a link of the menu, and returns the milliseconds until what is wanted there can be used. */
async function press(page: Page, to: PageToOpen, usableAt: Promise<number>): Promise<number> {
  await page.evaluate(
    ({ address }) => {
      const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${address}"]`);
      if (link === null) throw new Error(`the menu has no link to ${address}`);
      (window as unknown as { measuredFrom: number }).measuredFrom = performance.now();
      link.click();
    },
    { address: to.path },
  );
  await page.evaluate(tellWhenUsable, to.wanted);
  return usableAt;
}

export interface Switches {
  first: number;
  again: number;
}

/** Goes from one page to another of another remote by the menu, back, and there again. */
export async function measureSwitches(
  context: BrowserContext,
  url: string,
  [from, to]: readonly [PageToOpen, PageToOpen],
  profile: Profile,
): Promise<Switches> {
  const { page, quiet, becomesUsable } = await openTab(context, profile);
  const opened = becomesUsable(from.wanted);
  await page.goto(url + from.path, { waitUntil: 'commit' });
  await page.evaluate(tellWhenUsable, from.wanted);
  await opened;
  await quiet();
  const first = await press(page, to, becomesUsable(to.wanted));
  await quiet();
  await press(page, from, becomesUsable(from.wanted));
  await quiet();
  const again = await press(page, to, becomesUsable(to.wanted));
  await page.close();
  return { first, again };
}
