import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startMailServer, type MailServer } from '@daybook/api/test/mail-server';
import { session } from '@daybook/contracts/auth/session';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays } from '@daybook/contracts/plain-date';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { askAxe } from '../installation/axe.ts';
import { today } from '../installation/fill-installation.ts';
import { fill, press } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { oneInCi } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Appearance, Installation } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

let mails: MailServer;
let installation: Installation;
let masters: Masters;
before(async () => {
  mails = await startMailServer();
  installation = await openInstallation({ mailUrl: mails.url });
  masters = await makeMasters(installation.api);
  await attachStatements();
});
after(async () => {
  await installation.close();
  await mails.stop();
});

/** Every reminder carries the statement of account. */
async function attachStatements(): Promise<void> {
  const { version, levels, mode, hour } = await installation.api(reminderLevels.open, {
    id: masters.entityId,
  });
  const withStatement = levels.map(({ no: _no, usualTemplates: _usual, ...level }) => ({
    ...level,
    attachStatement: true,
  }));
  const settings = { id: masters.entityId, mode, hour, levels: withStatement };
  await installation.api(reminderLevels.edit, settings, version);
}

/** A client whose invoice of 11,800 was due a month ago. Reminders go to the given address. */
async function owesSinceLastMonth(name: string, email: string): Promise<string> {
  const { entityId, taxCodeId } = masters;
  const { id: crmId } = await installation.api(session.me, {});
  const client = await installation.api(clients.create, {
    name,
    kind: 'company',
    crmId,
    defaultEntityId: entityId,
    taxTreatment: 'unregistered',
    contacts: [{ name: 'Mina Harker', email, phone: '+919820098200' }],
    addresses: [],
  });
  const draft = await installation.api(invoices.create, {
    entityId,
    clientId: client.id,
    issueDate: addDays(today, -60),
    dueDate: addDays(today, -30),
    currency: 'INR',
    docLocale: 'en',
    lines: [{ description: 'Advice', qty: '1', unitPrice: '10000', taxCodeId, sacHsn: '998221' }],
  });
  await installation.api(invoices.issue, { id: draft.id }, draft.version);
  return client.id;
}

/** The call of a clerk: the client promises to pay tomorrow, when it is a later day than today in Mumbai too. */
async function logPromise({ page, words, rupees, go }: Walk, client: string): Promise<void> {
  await go('follow-up');
  await press(page, words('billing:followUp.logFor', { client }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words('billing:followUp.outcome.promised'), { exact: true }).click();
  const amount = dialog.getByLabel(words('billing:followUp.amount'), { exact: true });
  await amount.waitFor();
  // The overdue amount is proposed.
  assert.match(await amount.inputValue(), /11.?800/u);
  await fill(dialog, words('billing:followUp.payBy'), addDays(today, 1));
  await fill(dialog, words('billing:followUp.note'), 'Pays tomorrow');
  await press(dialog, words('billing:followUp.log'));
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('tr, li').filter({ hasText: client }).first();
  await row.getByText(words('billing:followUp.promiseState.open'), { exact: true }).waitFor();
  assert.equal((await row.getByText(rupees(11_800_00)).count()) > 0, true);
}

/** As if the contact and its promise were five days old: the server finds the promise broken by itself. */
async function fiveDaysLater(clientId: string): Promise<void> {
  const url = new URL(process.env.TEST_ADMIN_URL ?? '');
  url.pathname = new URL(installation.ownerUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // No trigger acts, because contacts and promises never change otherwise.
  await client.query(`set session_replication_role = replica`);
  const of = 'promise_id in (select id from promise where client_id = $1)';
  for (const change of [
    `update promise_instalment set due_on = due_on - 5 where ${of}`,
    `update promise_change set changed_on = changed_on - 5 where ${of}`,
    `update promise set promised_on = promised_on - 5, since = since - 5, due_on = due_on - 5,
       created_at = created_at - interval '5 days' where client_id = $1`,
    `update follow_up set happened_at = happened_at - interval '5 days', created_at = created_at - interval '5 days'
       where client_id = $1`,
  ])
    await client.query(change, [clientId]);
  for (let state = 'open'; state !== 'broken';) {
    const { rows } = await client.query<{ state: string }>('select state from promise where client_id = $1', [
      clientId,
    ]);
    state = rows[0]?.state ?? 'open';
  }
  await client.end();
}

/** The worklist shows the broken promise; from the history the clerk sends the reminder that is due. */
async function remind({ page, words }: Walk, client: string, one: 'send_one' | 'send_other'): Promise<void> {
  await page.goto(`${installation.url}/app/followup`);
  await page.getByText(words('billing:followUp.tab.broken'), { exact: true }).click();
  await page.getByRole('link', { name: client, exact: true }).click();
  await page
    .getByRole('heading', { name: words('billing:followUp.historyOf', { client }), level: 1 })
    .waitFor();
  await press(page, words('billing:more', { what: client }));
  await page.getByRole('menuitem', { name: words('billing:reminding.open'), exact: true }).click();
  await press(page, `${words('billing:reminding.read')}: ${words('billing:reminding.readOf', { client })}`);
  await page.getByRole('dialog').getByText(client).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press(page, words(`billing:reminding.${one}`, { count: 1 }));
  // The reminder goes out in the background, and the clerk is back at the client.
  await page
    .getByRole('heading', { name: words('billing:followUp.historyOf', { client }), level: 1 })
    .waitFor();
}

/** 5,000 come in by bank. */
async function receivePart({ page, words }: Walk, client: string): Promise<void> {
  await press(page, words('billing:more', { what: client }));
  await page.getByRole('menuitem', { name: words('billing:receipt.new'), exact: true }).click();
  await fill(page, words('billing:receipt.amount'), '5000');
  await page.getByLabel(words('billing:receipt.narration'), { exact: true }).focus();
  await press(page, words('billing:receipt.post'));
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /RCT|\d{4}/ })
    .waitFor();
}

const appearances: Appearance[] = [
  { language: 'zh', width: 390 },
  { language: 'fr', width: 1440, theme: 'dark' },
  { language: 'en', width: 1440 },
  { language: 'ja', width: 390 },
];

describe('an overdue invoice', () => {
  for (const appearance of oneInCi(appearances, 0)) {
    const { language, width } = appearance;
    it(`is asked for by call and by mail, and the history shows what came of it, in ${language} at ${width} px`, async () => {
      const client = `Carfax ${language}`;
      const email = `mina-${language}@carfax.test`;
      const clientId = await owesSinceLastMonth(client, email);
      const walk = await startWalk(installation, appearance);
      const { page, words, rupees } = walk;
      await logPromise(walk, client);
      await fiveDaysLater(clientId);
      await remind(walk, client, language === 'en' || language === 'fr' ? 'send_one' : 'send_other');
      const sent = () => mails.received.find(({ to }) => to.includes(email));
      for (let waited = 0; sent() === undefined && waited < 600; waited += 1) await page.waitForTimeout(100);
      assert.match(sent()?.text ?? '', /application\/pdf/u);
      await page.goto(`${installation.url}/app/followup/history/${clientId}`);
      await receivePart(walk, client);
      await page.goto(`${installation.url}/app/followup/history/${clientId}`);
      const events = page.getByRole('list', { name: words('billing:followUp.timeline') });
      for (const kind of ['follow_up', 'promise', 'reminder', 'receipt'])
        await events
          .getByText(words(`billing:followUp.kind.${kind}`), { exact: true })
          .first()
          .waitFor();
      await events.getByText(words('billing:followUp.promiseState.broken'), { exact: true }).waitFor();
      // 6,800 remain.
      await page.getByText(rupees(6_800_00)).first().waitFor();
      assert.deepEqual(await askAxe(page), []);
      assert.deepEqual(walk.complaints, []);
    });
  }
});
