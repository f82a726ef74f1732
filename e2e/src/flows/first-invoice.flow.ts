import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fill, pick, press } from '../installation/form.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

/** What a person enters or chooses on the way; a link or a button is not counted. */
let entries = 0;
const enter = (page: Page, label: string, text: string) => {
  entries += 1;
  return fill(page, label, text);
};
const choose = (page: Page, label: string, choice: string, typed = '') => {
  entries += 1;
  return pick(page, label, choice, typed);
};
const guide = (page: Page) => page.getByRole('region', { name: 'Set up your firm' });
const follow = (page: Page, name: string) => guide(page).getByRole('link', { name, exact: true }).click();

describe('an empty firm', () => {
  it('is led by the guide to its first issued invoice, with few entries', async () => {
    const { page, complaints } = await installation.visit();
    await page.goto(`${installation.url}/app/dashboards/default`);
    await guide(page).getByText('0 of 5 required steps done').waitFor();

    await follow(page, 'Billing entity');
    await enter(page, 'Name', 'Rao & Partners');
    await choose(page, 'Country', 'India', 'India');
    await enter(page, 'Street and number', '12 MG Road');
    await enter(page, 'City', 'Mumbai');
    await enter(page, 'Postal code', '400001');
    await choose(page, 'State', 'Maharashtra', 'Mahar');
    await enter(page, 'Number', '27AAPFU0939F1ZV');
    await press(page, 'Save');

    await follow(page, 'Services');
    const work = page.getByRole('region', { name: 'Services' });
    await work.getByRole('checkbox', { name: 'Select all' }).check();
    const recurring = page.getByRole('region', { name: 'Recurring work' });
    await recurring.getByRole('checkbox', { name: /GSTR-3B/ }).check();
    entries += 2;
    // The departments of the services are ticked with them.
    await press(page, 'Add 14 samples');

    await follow(page, 'Add a client');
    await enter(page, 'Name', 'Acme Private Limited');
    await choose(page, 'Kind', 'Company');
    await choose(page, 'Tax treatment', 'Not registered');
    await press(page, 'Add an address');
    await enter(page, 'Street', '1 Hill Road');
    await enter(page, 'City', 'Mumbai');
    // The country is that of the firm.
    await choose(page, 'State or region', 'Maharashtra', 'Mahar');
    await press(page, 'Save');

    await follow(page, 'New invoice');
    await choose(page, 'Client', 'Acme Private Limited', 'Acme');
    await choose(page, 'Service', 'GST returns', 'GST');
    await enter(page, 'Unit price', '5000');
    await press(page, 'Save and issue');
    await press(page.getByRole('dialog'), 'Issue');
    await page.getByRole('heading', { level: 1, name: /INV/ }).waitFor();
    await page.getByText('₹5,900.00').first().waitFor();

    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await guide(page)
      .getByText(/of 5 required steps done/)
      .waitFor();
    await guide(page)
      .getByRole('link', { name: /New invoice/ })
      .getByRole('img', { name: 'Done' })
      .waitFor();
    assert.ok(entries <= 18, `${entries} entries`);
    assert.deepEqual(complaints, []);
  });
});
