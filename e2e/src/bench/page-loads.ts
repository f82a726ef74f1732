import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium } from '@daybook/tooling/verify/chromium';
import { watchQuiet } from '../installation/quiet.ts';
import { follow } from '../installation/site-screens.ts';
import { samplesOf } from './samples.ts';

export interface Load {
  milliseconds: number;
  requests: number;
  /** How many of the requests fetch data. */
  apiCalls: number;
  /** Compressed, as transferred; files from the browser's cache do not count. */
  kilobytes: number;
  scriptKilobytes: number;
}

/** Opens the Chromium that pages are measured in; throws if there is none. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  if (found.path === undefined) throw new Error(found.output);
  return chromium.launch({ executablePath: found.path, args: flags });
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** 10 Mbit/s and 60 ms: an office with an ordinary connection. */
const ordinaryLine = {
  offline: false,
  latency: 60,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};

interface Visit {
  path: string;
  isSlow: boolean;
  isUsable: (page: Page) => Promise<unknown>;
  /** The page that is opened first and does not count. */
  after?: Pick<Visit, 'path' | 'isUsable'>;
}

const runs = 5;

const hasRows = (page: Page) => page.waitForSelector('tr[data-row-key]');
const clientList = { path: '/app/clients', isUsable: hasRows };
const signIn = { path: '/', isUsable: (page: Page) => page.waitForSelector('input[name=email]') };
const taskList = {
  path: '/app/tasks',
  isUsable: async (page: Page) => {
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await hasRows(page);
  },
};

/** Collects what the page fetches from now on, with its compressed size. */
async function countFetched(page: Page, isSlow: boolean) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  if (isSlow) await network.send('Network.emulateNetworkConditions', ordinaryLine);
  const addresses = new Map<string, { url: string; bytes: number }>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) =>
    addresses.set(requestId, { url: request.url, bytes: 0 }),
  );
  network.on('Network.requestServedFromCache', ({ requestId }) => addresses.delete(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) addresses.delete(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = addresses.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  return addresses;
}

/** Times a page until it can be used. Later requests count as requests, but not in the time. */
async function visit(
  context: BrowserContext,
  url: string,
  { path, isSlow, isUsable, after }: Visit,
): Promise<Load> {
  const page = await context.newPage();
  const quiet = watchQuiet(page);
  const fetched = await countFetched(page, isSlow);
  if (after) {
    await page.goto(url + after.path);
    await after.isUsable(page);
    await quiet();
    fetched.clear();
  }
  const startedAt = performance.now();
  if (after) await follow(page, path);
  else await page.goto(url + path, { waitUntil: 'commit' });
  await isUsable(page);
  const milliseconds = performance.now() - startedAt;
  await quiet();
  await page.close();
  const own = [...fetched.values()].filter(({ url: of }) => of.startsWith(url));
  const kilobytesOf = (pattern: RegExp) =>
    own.filter((one) => pattern.test(one.url)).reduce((all, { bytes }) => all + bytes, 0) / 1024;
  return {
    milliseconds,
    requests: own.length,
    apiCalls: own.filter((one) => one.url.includes('/api/')).length,
    kilobytes: kilobytesOf(/./),
    scriptKilobytes: kilobytesOf(/\.js(\?|$)/),
  };
}

export async function openContext(
  browser: Browser,
  token: string | null,
  width = 1440,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  if (token) await context.addInitScript((key) => localStorage.setItem('auth_token', key), token);
  return context;
}

const pages = ['sign-in, cold', 'client list, cold', 'client list, warm', 'task list after it'] as const;
export type PageName = (typeof pages)[number];

/** Cold means a browser that has never opened the site; warm means the same browser again. */
async function loadEach(
  browser: Browser,
  url: string,
  token: string,
  isSlow: boolean,
): Promise<Record<PageName, Load>> {
  const context = await openContext(browser, token);
  const cold = await visit(context, url, { ...clientList, isSlow });
  const warm = await visit(context, url, { ...clientList, isSlow });
  await context.close();
  const newcomer = await openContext(browser, token);
  const another = await visit(newcomer, url, { ...taskList, isSlow, after: clientList });
  await newcomer.close();
  const stranger = await openContext(browser, null);
  const signedOut = await visit(stranger, url, { ...signIn, isSlow });
  await stranger.close();
  return {
    'sign-in, cold': signedOut,
    'client list, cold': cold,
    'client list, warm': warm,
    'task list after it': another,
  };
}

function middle(loads: readonly Load[]): Load {
  const of = (field: keyof Load) => samplesOf(loads.map((load) => load[field])).p50;
  return {
    milliseconds: of('milliseconds'),
    requests: of('requests'),
    apiCalls: of('apiCalls'),
    kilobytes: of('kilobytes'),
    scriptKilobytes: of('scriptKilobytes'),
  };
}

/** Loads the same pages of several sites in turn, so that other work of the machine affects all of them. Returns the median of five. */
export async function loadPages<Site extends string>(
  sites: Readonly<Record<Site, string>>,
  token: string,
): Promise<{ page: PageName; line: string; of: Record<Site, Load> }[]> {
  const browser = await openBrowser();
  const names = Object.keys(sites) as Site[];
  const rows: { page: PageName; line: string; of: Record<Site, Load> }[] = [];
  try {
    for (const isSlow of [false, true]) {
      const seen: { site: Site; loads: Record<PageName, Load> }[] = [];
      for (let run = 0; run < runs; run += 1) {
        for (const site of names) {
          seen.push({ site, loads: await loadEach(browser, sites[site], token, isSlow) });
        }
      }
      const of = (page: PageName, name: Site) =>
        middle(seen.filter(({ site }) => site === name).map(({ loads }) => loads[page]));
      for (const page of pages) {
        rows.push({
          page,
          line: isSlow ? '10 Mbit/s, 60 ms' : 'this machine',
          of: Object.fromEntries(names.map((name) => [name, of(page, name)])) as Record<Site, Load>,
        });
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}
