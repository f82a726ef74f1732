import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { notifications } from '@daybook/contracts/notifications';
import { apiClient } from '../installation/api-client.ts';
import { fill, pick, press } from '../installation/form.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire } from '../installation/people.ts';
import { oldSite } from '../installation/old-site.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

const signInAgain = async (): Promise<string> => {
  const { email, password } = owner;
  return (await apiClient(installation.url, '')(session.login, { email, password })).token;
};

const asksToSignIn = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).waitFor();

/** Everything that the browser stores, except the display options. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => !key.startsWith('theme')),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }));
const nothing = { local: [], session: [], databases: 0, caches: 0 };

describe('a session', () => {
  for (const [how, hears] of [
    ['at once', true],
    ['from a refused save', false],
  ] as const)
    it(`that ends under a form loses no input when the tab learns of it ${how}`, async () => {
      const token = await signInAgain();
      const { page } = await installation.visit({}, token);
      if (!hears) await page.route(`**${notifications.stream.path}`, (route) => route.abort());
      await page.goto(`${installation.url}/app/enquiries/add`);
      await fill(page, 'Name', 'Mina Harker');
      const looked = page.waitForResponse(`**${enquiries.duplicates.path}?*`);
      await fill(page, 'E-mail', `mina@${hears ? 'carfax' : 'whitby'}.test`);
      await pick(page, 'Source', 'Referral');
      // Otherwise the check for duplicates could learn of the end of the session before the save does.
      await looked;
      await apiClient(installation.url, token)(session.logout, {});
      const above = page.getByRole('dialog', { name: 'Sign in again' });
      if (!hears) await press(page, 'Save');
      await above.waitFor();
      assert.equal(await above.getByLabel('E-mail').inputValue(), owner.email);
      await fill(above, 'Password', owner.password);
      await press(above, 'Sign in');
      await above.waitFor({ state: 'detached' });
      // A refused save is sent again by itself.
      if (hears) await press(page, 'Save');
      await page.getByRole('heading', { name: /Mina Harker/ }).waitFor();
      const q = hears ? 'carfax' : 'whitby';
      assert.equal((await installation.api(enquiries.list, { q })).rows.length, 1);
    });

  it('that continues as another person sends none of the first one’s input, and opens that person’s own page', async () => {
    const token = await signInAgain();
    const another = await hire(installation, 'admins');
    const { page, context } = await installation.visit({}, token);
    await page.goto(`${installation.url}/app/enquiries/add`);
    await fill(page, 'Name', 'Jonathan Harker');
    await apiClient(installation.url, token)(session.logout, {});
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const elsewhere = await context.newPage();
    await elsewhere.goto(installation.url);
    await asksToSignIn(elsewhere);
    await elsewhere.evaluate((theirs) => localStorage.setItem('auth_token', theirs), another.token);
    await page.waitForURL('**/app/dashboards/default');
    await page.getByRole('button', { name: another.name }).waitFor();
    assert.equal((await installation.api(enquiries.list, { q: 'Jonathan' })).rows.length, 0);
  });

  it('ends in three tabs at once, and leaves nothing of the person in the browser', async () => {
    const { page, context } = await installation.visit({ theme: 'dark' }, await signInAgain());
    const pages = [page, await context.newPage(), await context.newPage()];
    for (const [index, one] of pages.entries()) {
      await one.goto(`${installation.url}/app/${['enquiries/add', 'clients', 'tasks'][index]}`);
      await one.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.bringToFront();
    await fill(page, 'Name', 'Mina Harker');
    await page.getByRole('button', { name: owner.name }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    await signOut.hover();
    const answered = page.waitForResponse(/auth\/logout/);
    const asked = performance.now();
    await signOut.click();
    await Promise.all(pages.map(asksToSignIn));
    assert.ok(performance.now() - asked < 2_000, 'all tabs within two seconds');
    await (await answered).finished();
    for (const one of pages) assert.deepEqual(await keptIn(one), nothing);
    await page.reload();
    await asksToSignIn(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  });

  it('ends in this browser even when the server cannot be reached', async () => {
    const { page } = await installation.visit({}, await signInAgain());
    await page.goto(`${installation.url}/app/clients`);
    await page.route('**/auth/logout', (route) => route.abort());
    await page.getByRole('button', { name: owner.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await asksToSignIn(page);
    assert.deepEqual(await keptIn(page), nothing);
  });

  it('does not begin before a service worker of an older site has been removed', async () => {
    const site = oldSite(installation.url);
    const { page } = await installation.visit({}, null);
    await page.goto(site.url);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js');
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.getByRole('heading', { name: 'The old site' }).waitFor();
    site.moveIn();
    // A browser checks for a newer service worker shortly after a page is opened.
    await page.goto(`${site.url}/app/clients`);
    await asksToSignIn(page);
    const left = await page.evaluate(async () => [
      await navigator.serviceWorker.getRegistrations(),
      await caches.keys(),
    ]);
    assert.deepEqual(left, [[], []]);
    site.close();
  });

  it('is not hindered for good by a service worker that answers the main script', async () => {
    const site = oldSite(installation.url, 'ofScripts');
    const { page } = await installation.visit({}, null);
    await page.goto(site.url);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js');
      await navigator.serviceWorker.ready;
    });
    site.moveIn();
    await page.goto(`${site.url}/app/clients`);
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    await page.goto(`${site.url}/app/clients`);
    await asksToSignIn(page);
    site.close();
  });

  it('cannot be shown in a frame, neither by this site nor by another one', async () => {
    const frame = `<iframe src="${installation.url}/app/clients"></iframe>`;
    const elsewhere = createServer((_request, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(frame);
    }).listen(0);
    const { page } = await installation.visit();
    const { port } = elsewhere.address() as AddressInfo;
    await page.route(`${installation.url}/frame`, (route) =>
      route.fulfill({ contentType: 'text/html', body: frame }),
    );
    for (const address of [`http://127.0.0.1:${port}/`, `${installation.url}/frame`]) {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(address);
      await refused;
      assert.equal(await page.frames().at(1)?.getByRole('heading').count(), 0);
    }
    elsewhere.close();
  });
});
