import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { permissions, presets, type Permission, type UserType } from '@daybook/contracts/permissions';
import type { Screen } from '@daybook/contracts/screens';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { managers, type StaffKind } from '@daybook/contracts/people/staff';
import { fill, pick, press } from '../installation/form.ts';
import { everyNth } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire, newPassword, setKeys } from '../installation/people.ts';
import { follow, siteScreens } from '../installation/site-screens.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

const mayOpen = ({ allow }: Screen, userType: UserType, keys: readonly Permission[]): boolean => {
  if (userType === 'super_admin' || allow === 'signedIn') return true;
  if (allow === 'admin') return userType === 'admin';
  return allow !== 'super_admin' && allow.some((key) => keys.includes(key));
};

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const linksIn = async (page: Page) =>
  (
    await menuOf(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  )
    .filter((path) => !path.startsWith('/app/dashboards/'))
    .toSorted();

const literal = siteScreens().filter(({ path }) => !path.includes(':'));

/** The menu lists exactly the screens that the person may open; every other screen refuses to open. */
async function seesJust(page: Page, userType: UserType, keys: readonly Permission[]): Promise<void> {
  await page.goto(`${installation.url}/app`);
  await page.locator('main h1').waitFor();
  const expected = literal
    .filter((screen) => screen.menu && mayOpen(screen, userType, keys))
    .map(({ path }) => `/app/${path}`);
  assert.deepEqual(await linksIn(page), expected.toSorted());
  for (const screen of literal.filter((one) => !mayOpen(one, userType, keys))) {
    // The heading of the screen before reads the same.
    await page.locator('main h1').evaluate((heading) => heading.setAttribute('data-before', ''));
    await follow(page, `/app/${screen.path}`);
    await page.locator('main h1:not([data-before])', { hasText: 'No access' }).waitFor();
  }
}

describe('the menu', () => {
  const kinds = [
    ['managers', 'manager'],
    ['executives', 'executive'],
    ['crms', 'crm'],
    ['admins', 'admin'],
  ] as const satisfies [StaffKind, UserType][];
  for (const [kind, userType] of everyNth(kinds, 2)) {
    it(`lists exactly the screens that a new ${userType} may open`, async () => {
      const { token } = await hire(installation, kind);
      const { page, context } = await installation.visit({}, token);
      await seesJust(page, userType, presets[userType].keys);
      await context.close();
    });
  }

  it('is complete for a super admin, and nearly empty without permissions', async () => {
    const { page } = await installation.visit();
    await seesJust(page, 'super_admin', []);
    const { token } = await hire(installation, 'managers', { keys: [] });
    const visit = await installation.visit({}, token);
    await seesJust(visit.page, 'manager', []);
  });

  it('follows a change of permissions at once in an open tab', async () => {
    const { id, token } = await hire(installation, 'managers', { keys: permissions });
    const { page } = await installation.visit({}, token);
    await page.goto(`${installation.url}/app/clients`);
    const button = page.getByRole('link', { name: 'New client' }).first();
    await button.waitFor();
    await setKeys(
      installation,
      id,
      permissions.filter((key) => key !== 'clients.add'),
    );
    await button.waitFor({ state: 'detached' });
    await setKeys(installation, id, []);
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    // One’s own ledger is for everybody.
    assert.deepEqual(await linksIn(page), ['/app/reports/user_ledger/own']);
  });
});

describe('a new colleague', () => {
  it('is invited on the screen and signs in by the link, which works only once', async () => {
    await installation.api(departments.create, { name: 'Payroll' });
    const { page, complaints } = await installation.visit();
    await page.goto(`${installation.url}/app/managers/add`);
    await fill(page, 'Name', 'Mina Harker');
    await fill(page, 'E-mail', 'mina@carfax.test');
    await pick(page, 'Departments', 'Payroll');
    await press(page, 'Invite');
    const link = await page.getByRole('dialog').getByRole('textbox').inputValue();
    assert.match(link, /\/auth\/link#[\w-]{43}$/);
    assert.deepEqual(complaints, []);

    const guest = await installation.visit({}, null);
    const address = `${installation.url}/auth/link${new URL(link).hash}`;
    await guest.page.goto(address);
    await guest.page.getByText('mina@carfax.test').waitFor();
    assert.equal(new URL(guest.page.url()).hash, '');
    await guest.page.getByLabel('New password').fill(newPassword);
    await guest.page.getByRole('button', { name: 'Set password' }).click();
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await guest.page.getByLabel('Password', { exact: true }).fill(newPassword);
    await press(guest.page, 'Sign in');
    await guest.page.getByText('Mina Harker').first().waitFor();
    assert.deepEqual(guest.complaints, []);
    assert.equal((await installation.api(managers.list, { q: 'mina' })).rows[0]?.status, 'active');

    const late = await installation.visit({}, null);
    await late.page.goto(address);
    await late.page.getByText('This link has expired or was already used.').waitFor();
  });
});
