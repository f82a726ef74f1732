import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { fill, pick, press } from '../house/form.ts';
import { builtSite, openHouse } from '../house/open-house.ts';
import type { House } from '../house/open-house.ts';

// Whole budgets of a deployment, short enough to be waited for.
const config = { timeouts: { manifestMs: 1_500, entryMs: 1_500, chunkMs: 2_000 } };

let house: House;
let siteDir: string;
/** What the list of clients fetches of its remote, by kind of file. */
let files: Record<'manifest' | 'entry' | 'chunk' | 'stylesheet', string>;

before(async () => {
  siteDir = mkdtempSync(join(tmpdir(), 'daybook-site-'));
  cpSync(builtSite, siteDir, { recursive: true });
  writeFileSync(join(siteDir, 'config.json'), JSON.stringify(config));
  house = await openHouse({ siteDir });
  files = await filesOfClients();
});
after(async () => {
  await house.close();
  rmSync(siteDir, { recursive: true });
});

const clients = (page: Page) => page.getByRole('heading', { name: 'Clients', level: 1 });

async function filesOfClients() {
  const { page, context } = await house.visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${house.url}/app/clients`);
  await clients(page).waitFor();
  await context.close();
  const one = (pattern: RegExp) => {
    const found = asked.findLast((path) => path.startsWith('/mf/crm/') && pattern.test(path));
    assert.ok(found, `the screen of clients fetches ${pattern.source}`);
    return found;
  };
  return {
    manifest: one(/mf-manifest\.json$/),
    entry: one(/remoteEntry.*\.js$/),
    chunk: one(/\/(?!remoteEntry)[^/]+\.js$/),
    stylesheet: one(/\.css$/),
  };
}

/** The look follows the person, so it begins as the window before left it. */
async function turnTheTheme(page: Page): Promise<void> {
  const isDark = (await page.getByRole('button', { name: 'Light theme' }).count()) > 0;
  const [asked, then] = isDark ? ['Light theme', 'Dark theme'] : ['Dark theme', 'Light theme'];
  await page.getByRole('button', { name: asked }).click();
  await page.getByRole('button', { name: then }).waitFor();
}

const answers: Record<string, (route: Route) => Promise<void>> = {
  'is answered 404': (route) => route.fulfill({ status: 404, body: '{}' }),
  'is answered 503': (route) => route.fulfill({ status: 503, body: 'upstream connect error' }),
  'is a page of HTML': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello' }),
  hangs: () => Promise.resolve(),
};

const faults = [
  ['manifest', 'is answered 503', /MANIFEST_LOAD_FAILED · error/],
  ['manifest', 'is a page of HTML', /MANIFEST_LOAD_FAILED · error/],
  ['manifest', 'hangs', /MANIFEST_LOAD_FAILED · timeout/],
  ['entry', 'is answered 404', /REMOTE_LOAD_FAILED · error/],
  ['entry', 'hangs', /REMOTE_LOAD_FAILED · timeout/],
  ['chunk', 'is answered 404', /CHUNK_LOAD_FAILED · error/],
  ['chunk', 'hangs', /CHUNK_LOAD_FAILED · timeout/],
  ['stylesheet', 'is answered 404', /CSS_CHUNK_LOAD_FAILED · error/],
  ['stylesheet', 'hangs', /CSS_CHUNK_LOAD_FAILED · timeout/],
] as const;

// Most of their time they wait.
describe('a remote that cannot be loaded', { concurrency: 3 }, () => {
  for (const [file, fault, said] of faults) {
    it(`because its ${file} ${fault}: says so in its place, leaves the rest alone, recovers`, async () => {
      const { page, context } = await house.visit();
      const pattern = new RegExp(`${files[file].replaceAll('.', '\\.')}(\\?|$)`);
      await page.route(pattern, (route) => answers[fault]?.(route));
      await page.goto(`${house.url}/app/clients`, { waitUntil: 'commit' });
      const alert = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });
      await alert.getByText(said).waitFor();
      assert.ok((await alert.innerText()).includes(files[file]), 'names the address');

      const menu = page.getByRole('navigation', { name: 'Menu' });
      await menu.getByRole('link', { name: 'Tasks' }).click();
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      await turnTheTheme(page);

      await menu.getByRole('link', { name: 'Clients' }).click();
      await alert.waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('button', { name: 'Retry' }).click();
      await clients(page).waitFor();
      await context.close();
    });
  }
});

describe('an API that is down', () => {
  it('is told as such where its data would be, and Try again works when it is back', async () => {
    const { page } = await house.visit();
    await page.goto(`${house.url}/app/tasks`);
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'Daybook is not available right now' });
    await failure.waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor();
    await failure.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('What the firm sells belongs here').waitFor();
  });

  it('keeps what is typed into a form, which is saved when it is back', async () => {
    const { page } = await house.visit();
    await page.goto(`${house.url}/app/enquiries/add`);
    await fill(page, 'Name', 'Jonathan Harker');
    await fill(page, 'E-mail', 'jonathan@harker.test');
    await pick(page, 'Source', 'Referral');
    await page.route('**/api/v1/enquiries', (route) => route.fulfill({ status: 503, body: '' }));
    await press(page, 'Save');
    await page.getByText(/Daybook is not available right now/).waitFor();
    await page.unrouteAll();
    await press(page, 'Save');
    await page.getByRole('heading', { name: /Jonathan Harker/ }).waitFor();
  });
});
