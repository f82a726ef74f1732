import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ListedRemotes } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { builtSite, openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire } from '../installation/people.ts';
import { buildWithScreen, releaseInto, rollBackIn } from '../installation/remote-variant.ts';
import { follow } from '../installation/site-screens.ts';

const visits: Screen = {
  id: 'client-visits',
  path: 'client_visits',
  label: { en: 'Client visits', zh: '客户拜访', fr: 'Visites aux clients', ja: '顧客訪問' },
  allow: ['clients.view'],
  menu: { group: 'clients', order: 90, icon: 'clients' },
};

let installation: Installation;
let folder: string;
let siteDir: string;
let build: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  siteDir = join(folder, 'site');
  cpSync(builtSite, siteDir, { recursive: true, verbatimSymlinks: true });
  build = await buildWithScreen('crm', join(folder, 'remote'), visits);
  installation = await openInstallation({ siteDir });
});
after(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});

const menu = (page: Page, name = 'Menu') => page.getByRole('navigation', { name, exact: true });
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function go(page: Page, name: string): Promise<void> {
  await link(page, name).click();
  await heading(page, name).waitFor();
}

/** Opens a window, and collects the versions of the remote of which it fetches files. */
async function open(token?: string, path = 'clients') {
  const { page, complaints } = await installation.visit({}, token);
  const versions = new Set<string>();
  page.on('request', (request) => {
    const version = /\/mf\/crm\/([^/]+)\//.exec(request.url())?.[1];
    if (version !== undefined) versions.add(version);
  });
  await page.goto(`${installation.url}/app/${path}`);
  await menu(page).waitFor();
  return { page, complaints, versions };
}

const liveVersion = () => {
  const { remotes } = ListedRemotes.parse(JSON.parse(readFileSync(join(siteDir, 'remotes.json'), 'utf8')));
  return remotes.find(({ name }) => name === 'crm')?.version ?? '';
};

/** All files of the site that do not belong to this remote. */
const restOfSite = () =>
  Object.fromEntries(
    readdirSync(siteDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/(mf\/crm\/|\.live|\.states)|\/(remotes\.json(\.\w+)?|history\.json)$/.test(path))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

describe('a remote that is released while people work', () => {
  it('shows its new screen to those who may open it, is rolled back, and leaves open tabs unchanged', async () => {
    const [entitled, other] = await Promise.all([
      hire(installation, 'executives', { keys: ['clients.view'] }),
      hire(installation, 'executives', { keys: ['enquiries.add'] }),
    ]);
    const early = await open();
    await heading(early.page, 'Clients').waitFor();
    const [oldVersion, rest] = [liveVersion(), restOfSite()];

    await releaseInto(siteDir, 'crm', build);
    const newVersion = liveVersion();
    assert.notEqual(newVersion, oldVersion);
    assert.deepEqual(restOfSite(), rest, 'the host and the other remotes are untouched');

    const late = await open();
    await go(late.page, 'Client visits');
    const chinese = await installation.visit({ language: 'zh' });
    await chinese.page.goto(`${installation.url}/app`);
    await chinese.page.getByRole('link', { name: '客户拜访', exact: true }).waitFor();
    const served = await open(entitled.token);
    await go(served.page, 'Client visits');
    const refused = await open(other.token, 'enquiries');
    await heading(refused.page, 'Enquiries').waitFor();
    assert.equal(await link(refused.page, 'Client visits').count(), 0);
    await refused.page.goto(`${installation.url}/app/${visits.path}`);
    await heading(refused.page, 'No access').waitFor();

    // This screen was not loaded before; it still comes from the version that this tab began with.
    await go(early.page, 'Enquiries');
    assert.equal(await link(early.page, 'Client visits').count(), 0);

    await rollBackIn(siteDir, 'crm');
    assert.equal(liveVersion(), oldVersion);
    assert.deepEqual(restOfSite(), rest);
    const last = await open();
    await go(last.page, 'Enquiries');
    assert.equal(await link(last.page, 'Client visits').count(), 0);

    await follow(early.page, '/app/clients/add');
    await heading(early.page, 'New client').waitFor();
    await go(late.page, 'Enquiries');
    await go(late.page, 'Client visits');
    assert.deepEqual([...early.versions], [oldVersion]);
    assert.deepEqual([...late.versions], [newVersion]);
    assert.deepEqual([...last.versions], [oldVersion]);
    for (const { complaints } of [early, late, served, last]) assert.deepEqual(complaints, []);
  });
});
