import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openHouse, owner } from '../house/open-house.ts';
import type { House } from '../house/open-house.ts';

let house: House;
before(async () => {
  house = await openHouse({ isSetUp: false });
});
after(() => house.close());

describe('the first day', () => {
  it('begins with the code of the console, and ends signed out in every tab', async () => {
    const { page, context, complaints } = await house.visit({}, null);
    await page.goto(`${house.url}/app/clients`);
    await page.getByLabel('One-time code').fill(house.setupCode);
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/app\//);

    const other = await context.newPage();
    await other.goto(`${house.url}/app/clients`);
    await other.getByRole('heading', { level: 1, name: /Clients/ }).waitFor();

    await page.getByRole('button', { name: owner.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await other.evaluate(() => localStorage.getItem('auth_token')), null);
    assert.deepEqual(complaints, []);
  });

  it('goes on where the person was when they sign in again', async () => {
    const { page } = await house.visit({}, null);
    await page.goto(`${house.url}/app/enquiries?q=tokyo`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('E-mail or password is wrong.').waitFor();
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${house.url}/app/enquiries?q=tokyo`);
  });

  it('honours no address of another house', async () => {
    for (const asked of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '%2f%2fevil.test',
    ]) {
      const { page, context } = await house.visit({}, null);
      await page.goto(`${house.url}/auth/login?redirect=${encodeURIComponent(asked)}`);
      await page.getByLabel('E-mail').fill(owner.email);
      await page.getByLabel('Password').fill(owner.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${house.url}/app/dashboards/default`);
      await context.close();
    }
  });
});
