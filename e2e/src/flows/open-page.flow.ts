import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { at } from '../installation/faults.ts';
import { today } from '../installation/fill-installation.ts';
import { firstSource } from '../installation/first-source.ts';
import { fill } from '../installation/form.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { ownSite } from '../installation/own-site.ts';
import type { OwnSite } from '../installation/own-site.ts';
import { hire } from '../installation/people.ts';

let installation: Installation;
let site: OwnSite;
let live: ReturnType<OwnSite['releases']>;
const settings = { updates: { everyMs: 500 } };

before(async () => {
  site = ownSite(settings);
  live = site.releases();
  installation = await openInstallation({ siteDir: site.folder });
});
after(async () => {
  await installation.close();
  site.remove();
});

/** Restores the site, while no page is open on it. */
beforeEach(() => site.change(({ name }) => ofLive(name)));

function ofLive(name: string) {
  const release = live.find((one) => one.name === name);
  assert.ok(release);
  return release;
}

/** Places another build of a remote beside the live one: the same files under another version. */
function placeBuild(name: string, version: string): string {
  const folder = join(site.folder, 'mf', name);
  cpSync(join(folder, ofLive(name).version), join(folder, version), { recursive: true });
  return `/mf/${name}/${version}/mf-manifest.json`;
}

function release(name: string, version: string): void {
  const entry = placeBuild(name, version);
  site.change((one) => (one.name === name ? { ...one, version, entry } : one));
}

const headed = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const offer = (page: Page) => page.getByText('A newer version of Daybook is available.');

async function open(address: string, heading: string, config: object = settings) {
  const { page } = await installation.visit();
  await page.route('**/config.json', (route) => route.fulfill({ json: config }));
  await page.goto(installation.url + address);
  await headed(page, heading).waitFor();
  await page.evaluate('globalThis.isOldPage = true');
  return page;
}

const isOldPage = (page: Page) => page.evaluate('globalThis.isOldPage === true');
const reload = async (page: Page) => {
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction('globalThis.isOldPage !== true');
};

describe('a page that is open while a remote is released', () => {
  it('keeps its own version, offers to reload, and then has the new one', async () => {
    const page = await open('/app/clients', 'Clients');
    release('crm', 'next-1');
    await offer(page).waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Enquiries', exact: true }).click();
    await headed(page, 'Enquiries').waitFor();
    assert.equal(await isOldPage(page), true);
    const fresh = page.waitForRequest((request) => request.url().includes('/mf/crm/next-1/'));
    await reload(page);
    await fresh;
    await headed(page, 'Enquiries').waitFor();
  });

  it('asks before unsaved input would be lost, and stays if the person chooses so', async () => {
    const { id } = await installation.api(enquiries.create, {
      enquiryDate: today,
      nextActionOn: today,
      name: 'Lucy',
      phone: '+442079460011',
      sourceId: await firstSource(installation.api),
    });
    const page = await open(`/app/enquiries/edit/${id}`, 'Lucy');
    await fill(page, 'Write a note', 'She walks at night');
    release('crm', 'next-2');
    await offer(page).waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Discard your entries?').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await page.getByLabel('Write a note').inputValue(), 'She walks at night');
    assert.equal(await isOldPage(page), true);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForFunction('globalThis.isOldPage !== true');
  });

  it('restores an unsaved form after the reload', async () => {
    const page = await open('/app/enquiries/add', 'New enquiry');
    await fill(page, 'Name', 'Arthur Holmwood');
    release('crm', 'next-3');
    await offer(page).waitFor();
    await reload(page);
    await page.getByText('Your unsaved entries have been restored.').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Arthur Holmwood');
  });
});

describe('a remote that is switched off', () => {
  it('has no menu entries, says so at its addresses, and does not affect the cards of the other remotes', async () => {
    site.change((one) => (one.name === 'tasks' ? { ...ofLive('tasks'), disabled: true } : one));
    const page = await open('/app/tasks', 'Switched off for now');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    assert.equal(await menu.getByRole('link', { name: 'Tasks' }).count(), 0);
    await page.goto(`${installation.url}/app/dashboards/firm`);
    await page.getByRole('region', { name: 'Enquiries' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});

/** Collects all requests to addresses outside the installation. */
function foreignRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(installation.url) && !/^(data|blob):/.test(request.url()))
      asked.push(request.url());
  });
  return asked;
}

const evil = 'https://evil.test';

describe('code of another origin', () => {
  it('is not run if remotes.json names it: without a valid list there are no remotes', async () => {
    const { page } = await installation.visit();
    const foreign = foreignRequests(page);
    const entry = `${evil}/mf/crm/1/mf-manifest.json`;
    await page.route('**/remotes.json', (route) =>
      route.fulfill({ json: { remotes: live.map((one) => (one.name === 'crm' ? { ...one, entry } : one)) } }),
    );
    await page.goto(`${installation.url}/app/clients`);
    await page.getByText('There is no page at /app/clients').waitFor();
    assert.deepEqual(foreign, []);
  });

  it('is not run if a manifest names it, and the failure is shown with its address', async () => {
    // A manifest is read only for a remote whose files the list does not name.
    site.change(({ files, ...one }) => (one.name === 'crm' ? one : { ...one, files }));
    const { page } = await installation.visit();
    const foreign = foreignRequests(page);
    await page.route(at(ofLive('crm').entry), async (route) => {
      const manifest = await route.fetch();
      const { metaData, ...rest } = (await manifest.json()) as { metaData: object };
      await route.fulfill({ json: { ...rest, metaData: { ...metaData, publicPath: `${evil}/` } } });
    });
    await page.goto(`${installation.url}/app/clients`);
    await page.getByRole('alert').getByText(evil).waitFor();
    assert.deepEqual(foreign, []);
  });

  it('is not run if the address or the browser’s storage names it', async () => {
    const { page } = await installation.visit();
    const foreign = foreignRequests(page);
    await page.addInitScript((entry) => {
      for (const storage of [localStorage, sessionStorage])
        for (const key of ['mf:overrides', 'remotes', 'crm', '__federation_override__'])
          storage.setItem(key, JSON.stringify({ crm: entry }));
    }, `${evil}/mf-manifest.json`);
    const query = `remote=${evil}/r.js&crm=${evil}/mf-manifest.json&remotes=${evil}/remotes.json`;
    await page.goto(`${installation.url}/app/clients?${query}`);
    await headed(page, 'Clients').waitFor();
    assert.deepEqual(foreign, []);
  });
});

const allowed = { ...settings, allowOverrides: true };
const banner = (page: Page) => page.getByRole('complementary', { name: 'Overridden remotes' });

async function openWith(entry: string, config: object, token?: string) {
  const { page } = await installation.visit({}, token);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const foreign = foreignRequests(page);
  await page.goto(`${installation.url}/home`);
  await page.evaluate(
    (value) => sessionStorage.setItem('mf:overrides', JSON.stringify({ crm: value })),
    entry,
  );
  await page.route('**/config.json', (route) => route.fulfill({ json: config }));
  await page.goto(`${installation.url}/app/clients`);
  await headed(page, 'Clients').waitFor();
  const hasRun = () => asked.some((path) => path.startsWith('/mf/crm/pr-1/'));
  return { page, asked, foreign, hasRun };
}

describe('an override of a remote in one tab', () => {
  it('is run for a super admin if the deployment allows it, under a banner that can remove it', async () => {
    const { page, hasRun } = await openWith(placeBuild('crm', 'pr-1'), allowed);
    await banner(page).getByText('Overridden in this tab: crm').waitFor();
    assert.equal(hasRun(), true);
    await banner(page).getByRole('button', { name: 'Reset' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await headed(page, 'Clients').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.getItem('mf:overrides')), null);
  });

  it('is not even read if the deployment does not allow it', async () => {
    const { page, asked, hasRun } = await openWith(placeBuild('crm', 'pr-1'), settings);
    assert.equal(hasRun(), false);
    assert.equal(
      asked.some((path) => path.includes('overrides')),
      false,
    );
    assert.equal(await banner(page).count(), 0);
  });

  it('is not run for anyone else', async () => {
    const { token } = await hire(installation, 'admins');
    const { page, hasRun } = await openWith(placeBuild('crm', 'pr-1'), allowed, token);
    assert.equal(hasRun(), false);
    assert.equal(await banner(page).count(), 0);
  });

  it('is not run from another origin', async () => {
    const { page, foreign } = await openWith(`${evil}/mf/crm/1/mf-manifest.json`, allowed);
    assert.deepEqual(foreign, []);
    assert.equal(await banner(page).count(), 0);
  });

  it('is dropped for the live build if it cannot be loaded', async () => {
    const entry = placeBuild('crm', 'pr-1');
    writeFileSync(join(site.folder, entry), '{"message":"no route matched"}');
    const { page } = await openWith(entry, allowed);
    await banner(page).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => sessionStorage.getItem('mf:overrides')), null);
  });
});
