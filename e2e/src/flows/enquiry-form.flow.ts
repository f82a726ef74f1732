import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiryForm } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import { lookups } from '@daybook/contracts/lookups';
import { textsOf } from '@daybook/contracts/server-texts';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { fill, pick, press } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import { oneInCi } from '../installation/nightly.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';

const texts = textsOf('enquiryForm');
const task = 'Plan the audit';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
  const { api } = installation;
  const { entityId, serviceIds } = await makeMasters(api);
  const serviceId = serviceIds['Audit'] ?? '';
  await api(taskCategories.create, { name: task, serviceId, slaDays: 7 });
  const [person] = await api(lookups.find, { kind: 'person', q: owner.name });
  const { version } = await api(enquiryForm.open, {});
  await api(
    enquiryForm.save,
    {
      active: true,
      entityId,
      serviceIds: [serviceId],
      consent: { en: 'You may answer me.' },
      origins: [],
      ownerRule: 'fixed',
      ownerId: person?.id ?? '',
      ownerIds: [],
    },
    version,
  );
});
after(() => installation.close());

/** Sends an enquiry as a visitor whose browser runs no scripts, who forgets something at first. */
async function sendEnquiry(language: Language, company: string): Promise<void> {
  const t = texts[language];
  const { context: scripted } = await installation.visit({ language }, null);
  const context = await scripted.browser()?.newContext({ javaScriptEnabled: false, locale: language });
  assert.ok(context);
  const page = await context.newPage();
  await page.goto(`${installation.url}/enquire`);
  await page.getByRole('heading', { name: t.title }).waitFor();
  await fill(page, t.name, 'Mina Harker');
  await page.locator('#company').fill(company);
  await page.getByLabel('Audit').check();
  await fill(page, t.message, 'We need an audit.');
  await page.getByLabel('You may answer me.').check();
  const send = () => Promise.all([page.waitForEvent('load'), press(page, t.send)]);
  await send();
  await page.getByText(t.fault.EMAIL_OR_PHONE).waitFor();
  await fill(page, t.email, `${language}@carfax.test`);
  // Nobody fills in a form within three seconds, except a test; it presses again, as the page asks.
  do await send();
  while (!page.url().includes('/sent'));
  await page.getByText(t.sent).waitFor();
  assert.deepEqual(await context.cookies(), []);
  assert.deepEqual((await context.storageState()).origins, []);
  await context.close();
  await scripted.close();
}

/** Wins the enquiry of that language: it becomes a client, and the proposed task is made with it. */
async function winClient(language: Language, width: number): Promise<void> {
  const company = `Carfax ${language}`;
  const walk = await startWalk(installation, { language, width });
  const { page, words, go } = walk;
  await go('enquiries');
  await page
    .getByRole('link', { name: new RegExp(company) })
    .first()
    .click();
  await page.getByText('We need an audit.').waitFor();
  await press(page, words('crm:move.won'));
  const dialog = page.getByRole('dialog');
  // The next action of the enquiry comes first, then the task of its service.
  const titles = dialog.getByLabel(words('crm:convert.taskTitle'), { exact: true });
  await titles.nth(1).waitFor();
  assert.equal(await titles.nth(1).inputValue(), task);
  await pick(dialog, words('crm:client.crm'), owner.name);
  await pick(dialog, words('crm:client.taxTreatment'), words('crm:taxTreatment.unregistered'));
  await press(dialog, words('crm:move.won'));
  await page.getByRole('heading', { name: company, level: 1 }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: words('crm:tab.tasks'), exact: true })
    .click();
  await page
    .getByRole('link', { name: new RegExp(task) })
    .first()
    .waitFor();
  const [client] = (await installation.api(clients.list, { q: company })).rows;
  assert.equal(client?.contact?.email, `${language}@carfax.test`);
  assert.deepEqual(walk.complaints, []);
}

describe('an enquiry from the public form', () => {
  it('arrives in every language, from a browser without scripts', async () => {
    for (const language of languages) await sendEnquiry(language, `Carfax ${language}`);
  });

  for (const language of oneInCi(languages, languages.indexOf('fr')))
    it(`becomes a client with its first task, in ${language}`, () =>
      winClient(language, language === 'ja' || language === 'en' ? 1440 : 390));
});
