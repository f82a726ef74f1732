import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clients } from '@daybook/contracts/crm/clients';
import { invoiceApprovals } from '@daybook/contracts/billing/invoice-approvals';
import { invoices } from '@daybook/contracts/billing/invoices';
import { session } from '@daybook/contracts/auth/session';
import { billingEntities } from '@daybook/contracts/settings/billing-entities';
import { today } from '../house/fill-house.ts';
import { fill, press } from '../house/form.ts';
import { makeMasters } from '../house/masters.ts';
import type { Masters } from '../house/masters.ts';
import { openHouse } from '../house/open-house.ts';
import type { House, Looks } from '../house/open-house.ts';
import { hire } from '../house/people.ts';
import { wordsOf } from '../house/words.ts';

let house: House;
let masters: Masters;
before(async () => {
  house = await openHouse();
  masters = await makeMasters(house.api);
});
after(() => house.close());

/** A draft of the owner's, of ₹1,000.00 and its tax, that waits for another person. */
async function askForApproval(name: string): Promise<string> {
  const { id: crmId } = await house.api(session.me, {});
  const client = await house.api(clients.create, {
    name,
    kind: 'company',
    crmId,
    defaultEntityId: masters.entityId,
    taxTreatment: 'unregistered',
    contacts: [{ name: 'Mina Harker', email: `${crypto.randomUUID()}@carfax.test` }],
    addresses: [],
  });
  const draft = await house.api(invoices.create, {
    entityId: masters.entityId,
    clientId: client.id,
    issueDate: today,
    dueDate: '2030-12-31',
    currency: 'INR',
    docLocale: 'en',
    lines: [
      {
        description: 'Advice',
        qty: '1',
        unitPrice: '1000',
        taxCodeId: masters.taxCodeId,
        sacHsn: '998221',
      },
    ],
  });
  await house.api(invoiceApprovals.ask, { id: draft.id }, draft.version);
  return draft.id;
}

const walks: [name: string, looks: Looks][] = [
  ['Carfax Estates', { language: 'en', theme: 'light', width: 1440 }],
  ['東京商事株式会社', { language: 'ja', theme: 'dark', width: 390 }],
];

describe('the life of an invoice that another person approves', () => {
  before(async () => {
    const {
      version,
      active: _active,
      hasLogo: _hasLogo,
      numberFormats: _formats,
      ...fields
    } = await house.api(billingEntities.open, { id: masters.entityId });
    await house.api(billingEntities.edit, { ...fields, invoiceApproval: true }, version);
  });

  for (const [name, looks] of walks) {
    it(`in ${looks.language}, ${looks.theme}, at ${looks.width} px`, async () => {
      const words = wordsOf(looks.language ?? 'en');
      const id = await askForApproval(name);
      const keys = ['invoices.add', 'invoices.edit', 'invoices.view', 'invoices.delete'] as const;
      const partner = await hire(house, 'admins', { name: 'Quincey Morris', keys });
      const { page, complaints } = await house.visit(looks, partner.token);
      await page.goto(`${house.url}/app/invoices/view-invoice/${id}`);

      await press(page, words('billing:approval.approve'));
      await page.getByText(words('billing:approval.noteApproved', { name: partner.name })).waitFor();
      await press(page, words('billing:issue.verb'));
      const dialog = page.getByRole('dialog');
      const number = await dialog.locator('strong').innerText();
      await press(dialog, words('billing:issue.verb'));
      const heading = words('billing:invoice.title', { number });
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();

      // No mail server is set up in this house, and the button says so.
      const send = page.getByRole('button', { name: words('billing:send.verb'), exact: true });
      await page.locator('button[aria-disabled="true"]').waitFor();
      await send.hover();
      await page.getByText(words('billing:send.notSetUp')).waitFor();

      await press(page, words('billing:writeOff.verb'));
      await fill(dialog, words('billing:writeOff.amount'), '500');
      await fill(dialog, words('billing:reason'), 'Insolvent');
      await press(dialog, words('billing:writeOff.verb'));
      await page.getByText(words('billing:writeOff.of', { reason: 'Insolvent' })).waitFor();
      await page.getByText(words('billing:status.part_paid'), { exact: true }).first().waitFor();
      await press(page, words('billing:writeOff.takeBack'));
      await press(dialog, words('billing:writeOff.takeBack'));
      await page.getByText(words('billing:status.issued'), { exact: true }).first().waitFor();
      assert.deepEqual(complaints, []);
    });
  }
});
