import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { shiftsOf, watchShifts } from '../installation/layout-shifts.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Appearance, Installation } from '../installation/open-installation.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

interface Case {
  title: string;
  look: Appearance;
  /** Display options that have no place in `look`. */
  more?: { navCollapsed?: boolean; navType?: 'top' };
  path?: string;
  isSignedOut?: boolean;
  /** Parts of the outline, and the parts of the page that take their place. */
  parts: Record<string, string>;
}

const header = { '.skeleton-header': '#root header' };
const menu = { '.skeleton-menu': '#root aside' };

const cases: Case[] = [
  { title: 'a menu at the side', look: {}, parts: { ...header, ...menu } },
  {
    title: 'a collapsed menu, dark, from right to left',
    look: { theme: 'dark', direction: 'rtl', language: 'ja' },
    more: { navCollapsed: true },
    parts: { ...header, ...menu },
  },
  {
    title: 'a menu on top',
    look: {},
    more: { navType: 'top' },
    parts: { ...header, '.skeleton-menu': '#root header + nav' },
  },
  { title: 'a phone', look: { width: 390 }, parts: header },
  { title: 'the sign-in page', look: {}, isSignedOut: true, path: '/', parts: {} },
];

/** Keeps the script of the page back until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/host\/main\.\w+\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

/** Adds display options to those stored. */
function prepare(more: object): void {
  for (const key of Object.keys(localStorage).filter((name) => /^theme(:|$)/.test(name)))
    localStorage.setItem(
      key,
      JSON.stringify({ ...(JSON.parse(localStorage.getItem(key) ?? '{}') as object), ...more }),
    );
}

const boxOf = async (part: Locator) => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 };
  return [x, y, width, height].map(Math.round);
};

/** Every request of the page, as `GET /api/v1/clients`. */
function listRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    seen.push(`${request.method()} ${pathname}${search}`);
  });
  return seen;
}

const isCode = (request: string) => request.startsWith('GET /mf/crm/');

describe('a page that is opened at a list', () => {
  it('asks for its code, its rows and its person before its script has come, and for each only once', async () => {
    const { page, context, complaints } = await installation.visit({});
    const first = ['GET /api/v1/auth/me', 'GET /api/v1/clients'];
    for (const visit of ['first', 'second']) {
      const seen = listRequests(page);
      const release = await holdScript(page);
      await page.goto(`${installation.url}/app/clients`, { waitUntil: 'commit' });
      await page.waitForRequest(/\/mf\/crm\/.*client-list/);
      await page.waitForFunction(() => document.querySelectorAll('link[href^="/mf/crm/"]').length > 3);
      assert.deepEqual(
        first.filter((one) => !seen.includes(one)),
        [],
        `${visit} visit`,
      );
      const code = seen.filter(isCode);
      // The list counts its rows when it is drawn.
      const isDrawn = page.waitForResponse(/\/clients\/total/);
      release();
      await isDrawn;
      const again = [...first, ...code, 'GET /remotes.json'].filter(
        (one) => seen.filter((request) => request === one).length !== 1,
      );
      assert.deepEqual(again, [], `${visit} visit`);
      // Columns and views come with the person.
      assert.deepEqual(
        seen.filter((one) => (isCode(one) && !code.includes(one)) || /list-columns|saved-views/.test(one)),
        [],
        `${visit} visit`,
      );
      await page.unrouteAll();
      page.removeAllListeners('request');
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('asks for its rows only once if its script is there before the list of remotes', async () => {
    const { page, context, complaints } = await installation.visit({});
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/remotes.json', async (route) => {
      await isReleased;
      await route.continue();
    });
    const seen = listRequests(page);
    const hasScript = page.waitForResponse(/\/assets\/host\/shell\./);
    await page.goto(`${installation.url}/app/clients`);
    await hasScript;
    const isDrawn = page.waitForResponse(/\/clients\/total/);
    release();
    await isDrawn;
    for (const wanted of ['GET /api/v1/clients', 'GET /remotes.json'])
      assert.equal(seen.filter((one) => one === wanted).length, 1, wanted);
    // The browser compiles them while they arrive.
    for (const script of seen.filter((one) => /(?<!boot\.\w+)\.js$/.test(one))) {
      const code = await page.request.get(installation.url + script.replace('GET ', ''));
      assert.match(await code.text(), /^\/\/# allFunctionsCalledOnLoad\n/, script);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('asks for the code and the figures of the first two cards of a dashboard before its script has come, and for each only once', async () => {
    const { page, context } = await installation.visit({});
    const seen = listRequests(page);
    const release = await holdScript(page);
    const files = [
      /\/assets\/host\/dashboards\./,
      /\/assets\/host\/chart\./,
      /\/mf\/tasks\/.*work/,
      /\/mf\/crm\/.*enquiries/,
      /\/api\/v1\/dashboards\/work/,
      /\/api\/v1\/dashboards\/enquiries/,
    ];
    const areAsked = Promise.all(files.map((file) => page.waitForRequest(file)));
    await page.goto(`${installation.url}/app/dashboards/default`, { waitUntil: 'commit' });
    await areAsked;
    const early = seen.filter((one) => /\.(js|json|css)$|\/dashboards\//.test(one));
    release();
    await page.locator('main a[href*="/app/tasks?"]').first().waitFor();
    await page.locator('main a[href*="/app/enquiries?"]').first().waitFor();
    assert.deepEqual(
      early.filter((one) => seen.filter((request) => request === one).length !== 1),
      [],
    );
    await context.close();
  });

  it('asks for no rows that the person may not see', async () => {
    const { page, context } = await installation.visit({});
    await page.addInitScript(() => {
      localStorage.setItem('roles', '["tasks.view"]');
      localStorage.setItem('user_type', 'executive');
    });
    const seen = listRequests(page);
    const release = await holdScript(page);
    await page.goto(`${installation.url}/app/clients`, { waitUntil: 'commit' });
    await page.waitForRequest(/\/mf\/crm\/.*client-list/);
    assert.deepEqual(
      seen.filter((one) => one.startsWith('GET /api/v1/clients')),
      [],
    );
    release();
    await context.close();
  });
});

describe('the outline of a page', { concurrency: 2 }, () => {
  for (const { title, look, more = {}, path = '/app/clients', isSignedOut, parts } of cases) {
    it(`stands before the script has come, where the page will be: ${title}`, async () => {
      const { page, context, complaints } = await installation.visit(look, isSignedOut ? null : undefined);
      await page.addInitScript(prepare, more);
      await watchShifts(page);
      const release = await holdScript(page);
      await page.goto(installation.url + path, { waitUntil: 'commit' });
      await page.locator('.skeleton').waitFor();
      assert.equal(await page.locator('html').getAttribute('data-theme'), look.theme ?? 'light');
      const outline = new Map<string, number[]>();
      for (const part of Object.keys(parts)) outline.set(part, await boxOf(page.locator(part)));
      release();
      await page.locator('#root h1').waitFor();
      await page.locator('.skeleton').waitFor({ state: 'hidden' });
      for (const [part, taker] of Object.entries(parts))
        assert.deepEqual(await boxOf(page.locator(taker).first()), outline.get(part), part);
      const shift = await shiftsOf(page);
      assert.ok(shift <= 0.02, `parts moved: ${shift}`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});
