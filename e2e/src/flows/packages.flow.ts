import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { today } from '../installation/fill-installation.ts';
import { makeCategories } from '../installation/fill-series.ts';
import { fill, pick } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { follow } from '../installation/site-screens.ts';
import { startWalk } from '../installation/walk.ts';

let installation: Installation;
const names = ['Carfax Estates', 'Hillingham House', 'Seward Clinic'] as const;
let packageId: string;
before(async () => {
  installation = await openInstallation();
  const { api } = installation;
  const { entityId, serviceIds } = await makeMasters(api);
  const { id: crmId } = await api(session.me, {});
  packageId = (await makeCategories(api, serviceIds['Bookkeeping'] ?? '', entityId))[
    'settings/packages/edit'
  ];
  const made = names.map((name) =>
    api(clients.create, {
      name,
      kind: 'company',
      crmId,
      defaultEntityId: entityId,
      taxTreatment: 'unregistered',
      contacts: [],
      addresses: [],
    }),
  );
  await Promise.all(made);
});
after(() => installation.close());

/** The next invoices of the preview: the day on which each comes, and its amount. */
async function shownIn(list: Locator): Promise<[string, string][]> {
  const rows = await list.getByRole('listitem').allInnerTexts();
  return rows.map((row) => [row.split(' · ')[0] ?? '', /₹[\d,.]+/.exec(row)?.[0] ?? '']);
}

it('a package is applied to three clients at once, and each gets what the preview showed', async () => {
  const { page, words, rupees, complaints } = await startWalk(installation, { language: 'en' });
  await follow(page, `/app/subscriptions/add?packageId=${packageId}`);
  for (const name of names) await pick(page, words('crm:subscription.clients'), name, name);
  // The invoice of the last month comes at once.
  await fill(page, words('crm:subscription.startsOn'), firstOfMonth(monthNumber(today) - 1));
  await page.getByLabel(words('crm:subscription.startsOn'), { exact: true }).blur();
  const preview = page.getByRole('region', { name: words('crm:subscription.preview') });
  const first = preview.getByRole('list', { name: words('crm:subscription.firstInvoice') });
  const total = rupees(14_750_00);
  await first.getByText(total).waitFor();
  const next = await shownIn(preview.getByRole('list', { name: words('crm:subscription.nextInvoices') }));
  const firstLine = (await first.getByRole('listitem').first().innerText()).split('\n')[0] ?? '';
  await page.getByRole('button', { name: /^Apply and create \d past invoices? for each client$/ }).click();
  await page.getByText(words('settings:job.progress', { done: 3, refused: 0, all: 3 })).waitFor();

  // The preview was that of the first client; the last one has the same.
  await page.getByRole('link', { name: names[2], exact: true }).click();
  await page.getByRole('link', { name: words('crm:tab.series'), exact: true }).click();
  const packages = page.getByRole('list', { name: words('crm:subscription.title') });
  await packages.getByText('Small company').waitFor();
  await page.getByRole('link', { name: 'Small company', exact: true }).click();
  const upcoming = page.getByRole('table', { name: words('series:upcoming') });
  await upcoming.getByRole('row').nth(next.length).waitFor();
  const days = await upcoming.getByRole('row').allInnerTexts();
  assert.equal(next.length, 4);
  for (const [index, [day, amount]] of next.entries()) {
    assert.equal(amount, total);
    assert.ok(days[index + 1]?.includes(day), `${days[index + 1]} is not on ${day}`);
    assert.ok(days[index + 1]?.includes(amount), `${days[index + 1]} is not ${amount}`);
  }
  const log = page.getByRole('table', { name: words('series:runs') });
  await log.getByRole('row').last().getByRole('link').first().click();
  await page.getByText(firstLine).first().waitFor();
  await page.getByText(total).first().waitFor();
  assert.deepEqual(complaints, []);
});
