import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { apiBase } from '@daybook/contracts/endpoint';
import { session } from '@daybook/contracts/auth/session';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { issueInvoice } from '../installation/fill-installation.ts';
import { fill, pick, press, takeChoice } from '../installation/form.ts';
import { saveThroughLosses } from '../installation/lost-saves.ts';
import { makeMasters, office } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { hire } from '../installation/people.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { wordsOf } from '../installation/words.ts';
import type { Words } from '../installation/words.ts';

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
  await installation.api(departments.create, { name: 'Payroll' });
});
after(() => installation.close());

const restored = 'Your unsaved entries have been restored.';
const enquiriesOf = async (name: string) => (await installation.api(enquiries.list, { q: name })).rows.length;
const nameIn = (page: Page) => page.getByLabel('Name', { exact: true }).inputValue();
const savedAs = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) }).waitFor();

let people = 0;
async function typeEnquiry(page: Page, name: string): Promise<void> {
  people += 1;
  await page.goto(`${installation.url}/app/enquiries/add`);
  await fill(page, 'Name', name);
  await fill(page, 'Phone', `+4420794600${10 + people}`);
  await pick(page, 'Source', 'Referral');
}

describe('a form that is not saved yet', () => {
  it('survives a reload, and asks before it is left', async () => {
    const { page, complaints } = await installation.visit();
    await typeEnquiry(page, 'Lucy Westenra');
    await page.reload();
    await page.getByText(restored).waitFor();
    assert.equal(await nameIn(page), 'Lucy Westenra');
    await page.getByText('Referral', { exact: true }).waitFor();

    await press(page, 'Cancel');
    await page.getByText('Discard your entries?').waitFor();
    await press(page, 'Keep editing');
    await press(page, 'Save');
    await savedAs(page, 'Lucy Westenra');
    await page.goto(`${installation.url}/app/enquiries/add`);
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await nameIn(page), '');
    assert.deepEqual(complaints, []);
  });

  it('creates one document when the page is reloaded between the request and the answer', async () => {
    const { page } = await installation.visit();
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

  it('creates one document when the form is changed before it is sent again', async () => {
    const { page } = await installation.visit();
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

  it('survives a lost connection, and is saved once when the connection is back', async () => {
    const { page, context } = await installation.visit();
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

const english = wordsOf('en');
const french = wordsOf('fr');
const japanese = wordsOf('ja');

/** The input for three long forms. A text field is found by its label; a select is operated, and the choice is shown. */
const longForms: [
  title: string,
  address: string,
  typed: Record<string, string>,
  picked: string,
  choice: string,
][] = [
  [
    'crm:client.add',
    'clients/add',
    {
      'crm:client.name': 'Carfax Estates',
      'crm:client.withholdingRate': '7.5',
      'crm:client.notes': 'Two words\nand two',
    },
    'crm:client.defaultEntity',
    office,
  ],
  [
    'billing:invoice.new',
    'invoices/add',
    {
      'billing:line.description': 'Advice',
      'billing:line.unitPrice': '1234.5',
      'billing:field.notes': 'By post',
    },
    'billing:field.entity',
    office,
  ],
  [
    'settings:staff.executives.add',
    'executives/add',
    {
      'settings:person.name': 'Mina Harker',
      'settings:person.email': 'mina@carfax.test',
      'settings:person.joinedOn': '2026-01-05',
    },
    'settings:person.departments',
    'Payroll',
  ],
];

interface Remembering {
  typedInto?: Map<HTMLInputElement, string>;
}

/** Stores the field elements of the page with their values; after a reload they would be gone. */
const remember = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('main form :is(input, textarea)')];
    (window as Remembering).typedInto = new Map(
      fields.map((field) => [field, `${field.value} ${field.checked}`]),
    );
  });

/** Names of the fields that are gone or have another value. */
const lost = (page: Page) =>
  page.evaluate(() =>
    [...((window as Remembering).typedInto ?? [[document.createElement('input'), 'another document']])]
      .filter(([field, text]) => !field.isConnected || `${field.value} ${field.checked}` !== text)
      .map(([field, text]) => `${field.id}: ${text}`),
  );

const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('dialog').getByLabel(group, { exact: true }).getByText(choice, { exact: true }).click();

async function speak(page: Page, words: Words, language: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(words('personal:appearance.language'), { exact: true }).click();
  await takeChoice(page, language);
}

describe('a form that is being typed into', { concurrency: 2 }, () => {
  for (const [title, address, typed, picked, choice] of longForms) {
    it(`keeps its input when language, theme and direction change: ${address}`, async () => {
      // Display options are stored for each person, so each case has a person of its own.
      const { token } = await hire(installation, 'admins');
      const { page, complaints } = await installation.visit({}, token);
      const quiet = watchQuiet(page);
      await page.goto(`${installation.url}/app/${address}`);
      for (const [label, text] of Object.entries(typed)) await fill(page, english(label), text);
      await pick(page, english(picked), choice);
      await quiet();
      await remember(page);

      await press(page, english('host:theme.toDark'));
      await page.locator('html[data-theme=dark]').waitFor();
      await press(page, english('host:language'));
      await page.getByRole('menuitem', { name: '日本語' }).click();
      await page.getByRole('heading', { name: japanese(title), level: 1 }).waitFor();
      await press(page, japanese('host:appearance'));
      await choose(
        page,
        japanese('personal:appearance.direction'),
        japanese('personal:appearance.directions.rtl'),
      );
      await page.locator('html[dir=rtl]').waitFor();
      await speak(page, japanese, 'Français');
      await page.getByRole('heading', { name: french(title), level: 1 }).waitFor();
      // The language decides how dates are written, so they are compared in the first language again.
      await speak(page, french, 'English');
      await page.getByRole('heading', { name: english(title), level: 1 }).waitFor();

      assert.deepEqual(await lost(page), []);
      await page.locator('main form').getByText(choice, { exact: true }).waitFor();
      assert.deepEqual(complaints, []);
    });
  }
});

describe('a form whose save is lost ten times', () => {
  // docs/rules.md#unsaved-work: no input is lost, every attempt carries the same key, and one document is created.
  const typedInto: Record<'invoices' | 'receipts', (page: Page) => Promise<void>> = {
    invoices: async (page) => {
      await page.getByRole('region', { name: 'Totals' }).waitFor();
      await fill(page, 'Description', 'Advice');
      await fill(page, 'Unit price', '1234.5');
      await pick(page, 'Service', 'Audit', 'Aud');
      await fill(page, 'Notes', 'By post');
    },
    receipts: async (page) => {
      await fill(page, 'Amount received', '5000');
      await fill(page, 'Note', 'By wire, in part');
    },
  };
  const saveVerbs = { invoices: 'Save draft', receipts: 'Post receipt' };
  let client: { id: string };
  let owed: Invoice;
  before(async () => {
    const { id: crmId } = await installation.api(session.me, {});
    client = await installation.api(clients.create, {
      name: 'Westenra Estate',
      kind: 'company',
      crmId,
      defaultEntityId: masters.entityId,
      taxTreatment: 'unregistered',
      contacts: [],
      addresses: [],
    });
    owed = await issueInvoice(installation.api, masters, client.id, '10000');
  });
  const madeOf = {
    invoices: async () => [(await installation.api(invoices.list, { q: 'Westenra Estate' })).rows.length - 1],
    receipts: async () => [
      (await installation.api(receipts.list, { q: 'Westenra Estate' })).rows.length,
      (await installation.api(invoices.open, { id: owed.id })).paid,
    ],
  };

  for (const kind of ['invoices', 'receipts'] as const) {
    it(`keeps its input and creates one document of the ${kind}`, async () => {
      const { page } = await installation.visit();
      const quiet = watchQuiet(page);
      const from = kind === 'invoices' ? `clientId=${client.id}` : `invoiceId=${owed.id}`;
      await page.goto(`${installation.url}/app/${kind}/add?${from}`);
      await typedInto[kind](page);
      await quiet();
      await remember(page);
      const keys = await saveThroughLosses(
        page,
        `${apiBase}/${kind}`,
        () => press(page, saveVerbs[kind]),
        async () => assert.deepEqual(await lost(page), []),
      );
      assert.equal(keys.length, 1);
      assert.deepEqual(await madeOf[kind](), kind === 'invoices' ? [1] : [1, 5_000_00]);
    });
  }
});
