import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium } from '@daybook/tooling/verify/chromium';
import { watchQuiet } from '../house/quiet.ts';
import type { DemoHouse } from './demo-house.ts';
import { samplesOf } from './samples.ts';

export interface Load {
  milliseconds: number;
  requests: number;
  /** Of the requests, those that fetch data. */
  apiCalls: number;
  /** As they came over the wire, compressed; nothing for what the browser had. */
  kilobytes: number;
  scriptKilobytes: number;
}

export interface PageLoad {
  name: string;
  load: Load;
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

/** 10 Mbit/s and 60 ms: an office behind an ordinary line. */
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
}

const runs = 5;

const clientList = {
  path: '/app/clients',
  isUsable: (page: Page) => page.waitForSelector('tr.ant-table-row'),
};
const signIn = { path: '/', isUsable: (page: Page) => page.waitForSelector('input[name=email]') };

/** From navigation until the page can be used; what trickles in afterwards is counted too, but not waited for. */
async function visit(context: BrowserContext, url: string, { path, isSlow, isUsable }: Visit): Promise<Load> {
  const page = await context.newPage();
  const quiet = watchQuiet(page);
  const network = await context.newCDPSession(page);
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
  const startedAt = performance.now();
  await page.goto(url + path, { waitUntil: 'commit' });
  await isUsable(page);
  const milliseconds = performance.now() - startedAt;
  await quiet();
  await page.close();
  const fetched = [...addresses.values()].filter(({ url: of }) => of.startsWith(url));
  const kilobytesOf = (pattern: RegExp) =>
    fetched.filter((one) => pattern.test(one.url)).reduce((all, { bytes }) => all + bytes, 0) / 1024;
  return {
    milliseconds,
    requests: fetched.length,
    apiCalls: fetched.filter((one) => one.url.includes('/api/')).length,
    kilobytes: kilobytesOf(/./),
    scriptKilobytes: kilobytesOf(/\.js(\?|$)/),
  };
}

async function openContext(browser: Browser, token: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (token) await context.addInitScript((key) => localStorage.setItem('auth_token', key), token);
  return context;
}

/** Cold is a browser that was never here; warm the same one again. The middle one of several. */
async function loadsOf(browser: Browser, house: DemoHouse, isSlow: boolean): Promise<PageLoad[]> {
  const cold: Load[] = [];
  const warm: Load[] = [];
  const signIns: Load[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await openContext(browser, house.token);
    cold.push(await visit(context, house.url, { ...clientList, isSlow }));
    warm.push(await visit(context, house.url, { ...clientList, isSlow }));
    await context.close();
    const stranger = await openContext(browser, null);
    signIns.push(await visit(stranger, house.url, { ...signIn, isSlow }));
    await stranger.close();
  }
  const line = isSlow ? '10 Mbit/s, 60 ms' : 'this machine';
  return [
    { name: `sign-in, cold, ${line}`, load: middle(signIns) },
    { name: `client list, cold, ${line}`, load: middle(cold) },
    { name: `client list, warm, ${line}`, load: middle(warm) },
  ];
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

export async function loadPages(house: DemoHouse): Promise<PageLoad[]> {
  const found = await findChromium();
  if (found.path === undefined) throw new Error(found.output);
  const browser = await chromium.launch({ executablePath: found.path, args: flags });
  try {
    return [...(await loadsOf(browser, house, false)), ...(await loadsOf(browser, house, true))];
  } finally {
    await browser.close();
  }
}
