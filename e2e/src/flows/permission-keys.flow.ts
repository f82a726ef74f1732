import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { permissions, type Permission } from '@daybook/contracts/permissions';
import { fillDataset } from '../installation/fill-installation.ts';
import { press } from '../installation/form.ts';
import { shownByPermission, type ShownPart } from '../installation/shown-by-permission.ts';
import { everyNth } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire, setKeys } from '../installation/people.ts';
import { follow, siteScreens } from '../installation/site-screens.ts';
import { wordsOf } from '../installation/words.ts';

const words = wordsOf('en');

let installation: Installation;
/** The record to open at a path, by the part of the path before its parameter. */
let records: Readonly<Record<string, string>>;
/** A person whose scope is the whole firm, so that only the permissions decide. */
let personId: string;
let page: Page;
before(async () => {
  installation = await openInstallation();
  records = await fillDataset(installation.api);
  const { id, token } = await hire(installation, 'admins', { keys: permissions });
  personId = id;
  ({ page } = await installation.visit({}, token));
  await page.goto(`${installation.url}/app/profile`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});
after(() => installation.close());

/** Gives the person all permissions except these. */
const giveAllBut = (...keys: Permission[]) =>
  setKeys(
    installation,
    personId,
    permissions.filter((other) => !keys.includes(other)),
  );

const noAccess = () => page.getByRole('heading', { name: words('host:noAccess.title'), level: 1 });

/** The screens that only this permission opens. */
const screensOf = (key: Permission) =>
  siteScreens().filter(({ allow }) => Array.isArray(allow) && allow.length === 1 && allow[0] === key);

const addressOf = (path: string, record = path.split('/:')[0] ?? '') => {
  const [place = ''] = path.split('/:');
  const id = records[record];
  if (id === undefined) return `/app/${place}`;
  return place.endsWith('=') ? `/app/${place}${id}` : `/app/${place}/${id}`;
};

async function seesScreenBy(key: Permission, id: string): Promise<void> {
  const screen = siteScreens().find((one) => one.id === id);
  assert.ok(screen, `there is a screen ${id}`);
  const entry = page
    .getByRole('navigation', { name: words('host:nav.label') })
    .getByRole('link', { name: screen.label.en, exact: true });
  await follow(page, `/app/${screen.path}`);
  await page.getByRole('heading', { name: screen.label.en, level: 1 }).waitFor();
  await entry.waitFor();
  await giveAllBut(key);
  await noAccess().waitFor();
  await entry.waitFor({ state: 'detached' });
}

/** The next screen has a heading of its own, though its text may be the same. */
async function goTo(address: string): Promise<void> {
  const isSame = new URL(page.url()).pathname === new URL(address, page.url()).pathname;
  if (!isSame) await page.locator('main h1').evaluate((heading) => heading.setAttribute('data-before', ''));
  await follow(page, address);
  await page.locator('main h1:not([data-before])').waitFor();
}

async function seesPartBy(key: Permission, { at, role, name, record, otherwise }: ShownPart): Promise<void> {
  const others = otherwise === undefined ? [] : [otherwise];
  const text = name.includes(':') ? words(name) : name;
  const places = page.locator('main, [role="dialog"], .ant-dropdown');
  const thing = places.getByRole(role, { name: text, exact: true }).first();
  await giveAllBut(...others);
  await goTo(addressOf(at, record));
  if (role === 'menuitem') await press(page, words('shared:moreActions'));
  await thing.waitFor();
  await giveAllBut(key, ...others);
  await thing.waitFor({ state: 'detached' });
  await page.locator('main h1').waitFor();
  assert.equal(await noAccess().count(), 0);
}

async function isRefused(address: string): Promise<void> {
  await goTo(address);
  await noAccess().waitFor();
}

// What a permission allows is decided by the server, which is asked for each (permission-matrix).
const tried = everyNth(permissions, 12);

describe('on the screens of the site,', () => {
  for (const key of tried) {
    const shown = shownByPermission[key];
    it(`a person with all permissions except ${key} sees nothing that it opens`, async () => {
      await giveAllBut();
      await ('screen' in shown ? seesScreenBy(key, shown.screen) : seesPartBy(key, shown));
      for (const { path } of screensOf(key)) await isRefused(addressOf(path));
    });
  }
});

describe('a browser in which someone has stored all permissions by hand', () => {
  it('receives only refusals, and shows no record', async () => {
    const { token } = await hire(installation, 'executives', { keys: [] });
    const visit = await installation.visit({}, token);
    const { promise: isTold, resolve: tell } = Promise.withResolvers<void>();
    // Until the server has answered who this is, the shell trusts the permissions stored in the browser.
    await visit.page.route('**/auth/me', async (route) => {
      await isTold;
      await route.continue();
    });
    await visit.page.addInitScript(
      (roles) => {
        localStorage.setItem('roles', roles);
        localStorage.setItem('user_type', 'super_admin');
      },
      JSON.stringify([...permissions, ...permissions.map((key) => key.split('.')[0])]),
    );
    const answered: string[] = [];
    visit.page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      // Anyone signed in may call the excluded endpoints: lookups are limited by scope, saved views and columns of lists are the person’s own, and a browser reports how remotes load.
      const isData =
        /^\/api\/v1\/(?!auth|events|notifications|lookups|saved-views|list-columns|remote-loads)/.test(
          pathname,
        );
      if (isData && answer.status() !== 403) answered.push(`${answer.status()} ${pathname}`);
    });

    await visit.page.goto(`${installation.url}/app/dashboards/system`);
    const lists = siteScreens().filter(({ menu }) => menu);
    const entries = visit.page.getByRole('navigation', { name: words('host:nav.label') }).getByRole('link');
    await entries.nth(lists.length).waitFor();
    // Everybody may open what is only their own.
    const guarded = lists.filter(({ allow }) => allow !== 'signedIn');
    for (const { id, path, label } of everyNth(guarded, 3)) {
      await follow(visit.page, `/app/${path}`);
      await visit.page.getByRole('heading', { name: label.en, level: 1 }).waitFor();
      // The page that leads to all settings asks the server for nothing.
      if (id !== 'settings-home') await visit.page.locator('main').getByRole('alert').first().waitFor();
      assert.equal(await visit.page.getByText(/Carfax/).count(), 0);
      assert.equal(await visit.page.locator('main [data-row-key]').count(), 0);
    }
    assert.deepEqual(answered, []);

    tell();
    await visit.page.getByRole('heading', { name: words('host:noAccess.title') }).waitFor();
    assert.equal(await visit.page.evaluate(() => localStorage.getItem('user_type')), 'executive');
  });
});
