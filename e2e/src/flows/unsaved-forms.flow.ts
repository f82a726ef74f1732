import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { apiBase } from '@daybook/contracts/endpoint';
import { enquiries } from '@daybook/contracts/crm/enquiries';
import { fill, pick, press } from '../house/form.ts';
import { openHouse } from '../house/open-house.ts';
import type { House } from '../house/open-house.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const restored = 'What you typed here before has been restored.';
const enquiriesOf = async (name: string) => (await house.api(enquiries.list, { q: name })).rows.length;
const nameIn = (page: Page) => page.getByLabel('Name', { exact: true }).inputValue();
const savedAs = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) }).waitFor();

let people = 0;
async function typeEnquiry(page: Page, name: string): Promise<void> {
  people += 1;
  await page.goto(`${house.url}/app/enquiries/add`);
  await fill(page, 'Name', name);
  await fill(page, 'Phone', `+4420794600${10 + people}`);
  await pick(page, 'Source', 'Referral');
}

describe('a form that is not saved yet', () => {
  it('survives a reload, and asks before it is left', async () => {
    const { page, complaints } = await house.visit();
    await typeEnquiry(page, 'Lucy Westenra');
    await page.reload();
    await page.getByText(restored).waitFor();
    assert.equal(await nameIn(page), 'Lucy Westenra');
    await page.getByText('Referral', { exact: true }).waitFor();

    await press(page, 'Cancel');
    await page.getByText('Discard what you typed?').waitFor();
    await press(page, 'Keep editing');
    await press(page, 'Save');
    await savedAs(page, 'Lucy Westenra');
    await page.goto(`${house.url}/app/enquiries/add`);
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await nameIn(page), '');
    assert.deepEqual(complaints, []);
  });

  it('makes one document when the page is reloaded between sending and the answer', async () => {
    const { page } = await house.visit();
    await typeEnquiry(page, 'Arthur Holmwood');
    const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
    const onceUnheard = async (route: Route) => {
      await route.fetch();
      isDone();
    };
    await page.route(`**${apiBase}/enquiries`, onceUnheard, { times: 1 });
    await press(page, 'Save');
    await done;
    await page.reload();
    await page.getByText(restored).waitFor();
    await press(page, 'Save');
    await savedAs(page, 'Arthur Holmwood');
    assert.equal(await enquiriesOf('Holmwood'), 1);
  });

  it('makes one document when what is sent again has been changed meanwhile', async () => {
    const { page } = await house.visit();
    await typeEnquiry(page, 'Quincey Morris');
    await page.route(`**${apiBase}/enquiries`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'Save');
    await page.getByText(/Daybook cannot be reached/).waitFor();
    await page.unrouteAll();
    await fill(page, 'Company', 'Morris Ranch');
    await press(page, 'Save');
    await page.getByText(/Another record already uses this/).waitFor();
    assert.equal(await nameIn(page), 'Quincey Morris');
    assert.equal(await enquiriesOf('Quincey'), 1);
  });

  it('is kept while there is no connection, and saved once when there is', async () => {
    const { page, context } = await house.visit();
    await typeEnquiry(page, 'John Seward');
    await context.setOffline(true);
    await press(page, 'Save');
    await page.getByText(/Daybook cannot be reached/).waitFor();
    assert.equal(await nameIn(page), 'John Seward');
    assert.equal(await enquiriesOf('Seward'), 0);
    await context.setOffline(false);
    await press(page, 'Save');
    await savedAs(page, 'John Seward');
    assert.equal(await enquiriesOf('Seward'), 1);
  });
});
