import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { everyNth } from '../installation/nightly.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation({ isSetUp: false });
});
after(() => installation.close());

describe('the first day', () => {
  it('begins with the code on the console, and ends signed out in every tab', async () => {
    const { page, context, complaints } = await installation.visit({}, null);
    await page.goto(`${installation.url}/app/clients`);
    await page.getByLabel('One-time code').fill(installation.setupCode);
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/app\//);

    const other = await context.newPage();
    await other.goto(`${installation.url}/app/clients`);
    await other.getByRole('heading', { level: 1, name: /Clients/ }).waitFor();

    await page.getByRole('button', { name: owner.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await other.evaluate(() => localStorage.getItem('auth_token')), null);
    assert.deepEqual(complaints, []);
  });

  it('continues on the same page when the person signs in again', async () => {
    const { page } = await installation.visit({}, null);
    await page.goto(`${installation.url}/app/enquiries?q=tokyo`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${installation.url}/app/enquiries?q=tokyo`);
  });

  it('never redirects to another site after sign-in', async () => {
    for (const asked of everyNth(
      ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '%2f%2fevil.test'],
      3,
    )) {
      const { page, context } = await installation.visit({}, null);
      await page.goto(`${installation.url}/auth/login?redirect=${encodeURIComponent(asked)}`);
      await page.getByLabel('E-mail').fill(owner.email);
      await page.getByLabel('Password').fill(owner.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${installation.url}/app/dashboards/default`);
      await context.close();
    }
  });
});
