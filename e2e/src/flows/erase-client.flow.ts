import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { session } from '@daybook/contracts/auth/session';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { issueInvoice, today } from '../installation/fill-installation.ts';
import { fill, press } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { follow } from '../installation/site-screens.ts';
import { startWalk } from '../installation/walk.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

const name = 'Carfax Estates';
const email = 'mina@carfax.test';

/** A client who has paid its only invoice. */
async function settledClient() {
  const { api } = installation;
  const masters = await makeMasters(api);
  const { entityId } = masters;
  const client = await api(clients.create, {
    name,
    kind: 'company',
    crmId: (await api(session.me, {})).id,
    defaultEntityId: entityId,
    taxTreatment: 'unregistered',
    contacts: [{ name: 'Mina Harker', email }],
  });
  await api(clientNotes.add, { id: client.id, body: 'Mina prefers the telephone' });
  const invoice = await issueInvoice(api, masters, client.id, '10000');
  await api(receipts.create, {
    entityId,
    clientId: client.id,
    receiptDate: today,
    mode: 'bank',
    currency: 'INR',
    amount: 11_800_00,
    allocations: [{ invoiceId: invoice.id, amount: 11_800_00 }],
  });
  return { client, invoice };
}

it('a super admin exports the data of a client and erases it; its invoice stays, and no search finds it', async () => {
  const { client, invoice } = await settledClient();
  const { page, words, complaints } = await startWalk(installation, { language: 'en', width: 1440 });
  const choose = async (action: string) => {
    await press(page, words('shared:moreActions'));
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await follow(page, `/app/view-client/${client.id}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    choose(words('crm:clientData.download')),
  ]);
  const zip = readFileSync(await saved.path());
  // The names of the files in an archive are not compressed.
  for (const file of ['client.json', 'contact.json', 'client_note.json', 'invoice.json'])
    assert.ok(zip.includes(file), file);

  await choose(words('crm:erase.action'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words('crm:erase.part.notes_one', { count: 1 })).waitFor();
  await dialog.getByText(words('crm:erase.part.invoices_one', { count: 1 })).waitFor();
  await fill(dialog, words('crm:erase.reason'), 'Asked for by letter');
  await fill(dialog, words('shared:confirm.type', { word: client.code }), client.code);
  await press(dialog, words('crm:erase.verb'));
  await page.getByRole('heading', { name: client.code, level: 1 }).waitFor();
  await page.getByText(words('crm:clientStatus.erased'), { exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: words('crm:action.edit'), exact: true }).count(), 0);

  await page.getByRole('link', { name: words('crm:tab.notes'), exact: true }).click();
  await page.getByText(words('shared:note.none')).waitFor();
  assert.equal(await page.getByRole('textbox').count(), 0);
  await page.getByRole('link', { name: words('crm:tab.billing'), exact: true }).click();
  await page.getByRole('link', { name: invoice.number ?? '', exact: true }).click();
  await page
    .getByRole('heading', {
      name: words('billing:invoice.title', { number: invoice.number ?? '' }),
      level: 1,
    })
    .waitFor();
  await page.getByText(name).first().waitFor();

  for (const typed of [name, email]) {
    await page.keyboard.press('Control+k');
    await page.locator(':focus').and(page.getByRole('combobox')).waitFor();
    await page.keyboard.type(typed);
    await page.getByText(words('personal:search.nothing')).waitFor();
    assert.equal(await page.getByRole('option', { name }).count(), 0);
    await page.keyboard.press('Escape');
  }
  assert.deepEqual(complaints, []);
});
