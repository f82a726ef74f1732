import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { session } from '@daybook/contracts/auth/session';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { today } from '../installation/fill-installation.ts';
import { fill, press } from '../installation/form.ts';
import { oneInCi } from '../installation/nightly.ts';
import { makeMasters } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { hire } from '../installation/people.ts';
import { wordsOf } from '../installation/words.ts';

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
});
after(() => installation.close());

/** A draft of the owner, for ₹1,000.00 plus tax. */
async function draftFor(name: string): Promise<Invoice> {
  const { id: crmId } = await installation.api(session.me, {});
  const client = await installation.api(clients.create, {
    name,
    kind: 'company',
    crmId,
    defaultEntityId: masters.entityId,
    taxTreatment: 'unregistered',
    contacts: [{ name: 'Mina Harker', email: `${crypto.randomUUID()}@carfax.test` }],
    addresses: [],
  });
  return installation.api(invoices.create, {
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
}

/** Such a draft that waits for the approval of another person. */
async function askForApproval(name: string): Promise<string> {
  const { id, version } = await draftFor(name);
  await installation.api(invoiceApprovals.ask, { id }, version);
  return id;
}

const walks: [name: string, appearance: Appearance][] = [
  ['Carfax Estates', { language: 'en', theme: 'light', width: 1440 }],
  ['東京商事株式会社', { language: 'ja', theme: 'dark', width: 390 }],
];

describe('an invoice', () => {
  before(async () => {
    const {
      version,
      active: _active,
      hasLogo: _hasLogo,
      numberFormats: _formats,
      ...fields
    } = await installation.api(billingEntities.open, { id: masters.entityId });
    await installation.api(billingEntities.edit, { ...fields, invoiceApproval: true }, version);
  });

  for (const [name, appearance] of oneInCi(walks, 1)) {
    it(`is approved by another person, issued and partly written off in ${appearance.language}, ${appearance.theme}, at ${appearance.width} px`, async () => {
      const words = wordsOf(appearance.language ?? 'en');
      const id = await askForApproval(name);
      const keys = ['invoices.add', 'invoices.edit', 'invoices.view', 'invoices.delete'] as const;
      const partner = await hire(installation, 'admins', { name: 'Quincey Morris', keys });
      const { page, complaints } = await installation.visit(appearance, partner.token);
      await page.goto(`${installation.url}/app/invoices/view-invoice/${id}`);

      await press(page, words('billing:approval.approve'));
      await page.getByText(words('billing:approval.noteApproved', { name: partner.name })).waitFor();
      await press(page, words('billing:issue.verb'));
      const dialog = page.getByRole('dialog');
      const number = await dialog.locator('strong').innerText();
      await press(dialog, words('billing:issue.verb'));
      const heading = words('billing:invoice.title', { number });
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();

      // This installation has no mail server, and the button says so.
      const send = page.getByRole('button', { name: words('billing:send.verb'), exact: true });
      await page.locator('button[aria-disabled="true"]').waitFor();
      await send.hover();
      await page.getByText(words('billing:send.notSetUp')).waitFor();

      await press(page, words('shared:moreActions'));
      await page.getByRole('menuitem', { name: words('billing:writeOff.verb'), exact: true }).click();
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

/** Works with the keyboard only, and counts the keys pressed. */
function keysOf(page: Page) {
  let pressed = 0;
  const focused = () => page.evaluate(() => document.activeElement?.id);
  const keys = {
    type: async (text: string) => {
      pressed += text.length;
      await page.keyboard.type(text);
    },
    press: async (key: string) => {
      pressed += 1;
      await page.keyboard.press(key);
    },
    /** Types into a select until the wanted choice is active, and presses Enter. */
    choose: async (text: string, choice: string) => {
      await keys.type(text);
      await page.locator('.ant-select-item-option-active:visible').filter({ hasText: choice }).waitFor();
      await keys.press('Enter');
    },
    /** Presses Tab until the field has the focus, at most fifteen times. */
    tabTo: async (id: string) => {
      for (let steps = 0; steps < 15; steps += 1) {
        if ((await focused()) === id) return;
        await keys.press('Tab');
      }
      throw new Error(`Tab does not lead to ${id}`);
    },
    /** Waits until the page itself has put the focus on the field. */
    isOn: async (id: string) => {
      await page.locator(`#${id}:focus`).waitFor({ state: 'attached' });
    },
    pressed: () => pressed,
  };
  return keys;
}

describe('a draft that two people edit', () => {
  it('has what both entered, and asks the second about the field that both changed', async () => {
    const { id } = await draftFor('Westenra Holdings');
    const partner = await hire(installation, 'admins', { name: 'Arthur Holmwood' });
    const pages: Page[] = [];
    for (const token of [undefined, partner.token]) {
      const { page } = await installation.visit({}, token);
      await page.goto(`${installation.url}/app/invoices/edit/${id}`);
      await page.getByLabel('Notes', { exact: true }).waitFor();
      pages.push(page);
    }
    const [first, second] = pages as [Page, Page];
    await fill(first, 'Purchase order', 'PO 7');
    await fill(first, 'Notes', 'Thank you.');
    await fill(second, 'Notes', 'Please pay by transfer.');
    await fill(second, 'Terms', '14 days');
    await press(first, 'Save draft');
    await first.waitForURL(/view-invoice/);

    await press(second, 'Save draft');
    const clash = second.getByRole('group', { name: 'Someone else entered:' });
    await clash.waitFor();
    assert.equal(await clash.locator('input, textarea').inputValue(), 'Thank you.');
    // What only the other changed is in the form, and nothing of the own is lost.
    assert.equal(await second.getByLabel('Purchase order', { exact: true }).inputValue(), 'PO 7');
    assert.equal(await second.getByLabel('Terms', { exact: true }).inputValue(), '14 days');
    await press(second, 'Save draft');
    await second.waitForURL(/view-invoice/);
    const saved = await installation.api(invoices.open, { id });
    assert.deepEqual(
      [saved.poNo, saved.terms, saved.notes, saved.lines.length],
      ['PO 7', '14 days', 'Please pay by transfer.', 1],
    );
    for (const page of pages) await page.context().close();
  });
});

describe('an invoice of three lines, typed without a mouse,', () => {
  it('takes fewer than 80 keys, which are 20 seconds at four keys a second', async () => {
    const { id: crmId } = await installation.api(session.me, {});
    await installation.api(clients.create, {
      name: 'Seward Asylum',
      kind: 'company',
      crmId,
      defaultEntityId: masters.entityId,
      taxTreatment: 'unregistered',
      contacts: [],
      addresses: [],
    });
    const { page, complaints } = await installation.visit();
    const { type, press: key, choose, tabTo, isOn, pressed } = keysOf(page);
    await page.goto(`${installation.url}/app/invoices/add`);
    await isOn('clientId');
    await choose('seward', 'Seward Asylum');
    // The tax codes are offered once billing entity and client are known.
    await page.getByRole('region', { name: 'Totals' }).waitFor();
    await tabTo('lines_0_description');
    await key('Tab');
    await choose('aud', 'Audit');
    await page.getByRole('group', { name: 'Line 1', exact: true }).getByText('50,000.00').waitFor();
    await key('Enter');
    await isOn('lines_1_description');
    await key('Tab');
    await choose('fil', 'Filing');
    await tabTo('lines_1_qty');
    await type('2');
    await key('Enter');
    await isOn('lines_2_description');
    await type('Copies');
    await tabTo('lines_2_unitPrice');
    await type('150');
    await tabTo('lines_2_taxCodeId');
    await choose('5', 'GST 5');
    await tabTo('lines_2_sacHsn');
    await type('998599');
    await key('Control+Enter');
    await page.waitForURL(/view-invoice/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { lines, net, tax, payable } = await installation.api(invoices.open, { id });
    assert.deepEqual(
      lines.map(({ description, qty, unitPrice, sacHsn, tax: taxOf }) => [
        description,
        qty,
        unitPrice,
        sacHsn,
        taxOf,
      ]),
      [
        ['Audit', '1', '50000', '998221', 9_000_00],
        ['Filing', '2', '500', '998221', 180_00],
        ['Copies', '1', '150', '998599', 7_50],
      ],
    );
    assert.deepEqual([net, tax, payable], [51_150_00, 9_187_50, 60_337_50]);
    assert.ok(pressed() < 80, `${pressed()} keys`);
    assert.deepEqual(complaints, []);
  });
});
