import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { finishedTask, issueInvoice } from '../installation/fill-installation.ts';
import { fill, pick, press } from '../installation/form.ts';
import { makeMasters, office } from '../installation/masters.ts';
import type { Locator, Page } from 'playwright-core';
import type { Masters } from '../installation/masters.ts';
import { oneInCi } from '../installation/nightly.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
});
after(() => installation.close());

/** Adds an enquiry and converts it into a client. */
async function winClient({ page, words, go }: Walk, name: string): Promise<void> {
  await go('enquiries');
  await page
    .getByRole('link', { name: words('crm:enquiry.add') })
    .first()
    .click();
  await fill(page, words('crm:enquiry.name'), 'Mina Harker');
  await fill(page, words('crm:enquiry.company'), name);
  await fill(page, words('crm:contact.email'), `${crypto.randomUUID()}@carfax.test`);
  await pick(page, words('crm:enquiry.source'), words('shared:enquirySource.referral'));
  await press(page, words('shared:form.save'));
  await noticeLiesInHeader(page);
  for (const step of ['contacted', 'qualified', 'proposal_sent']) {
    await press(page, words(`crm:move.${step}`));
    await page
      .getByRole('complementary')
      .getByText(words(`crm:enquiryStatus.${step}`))
      .first()
      .waitFor();
  }
  await press(page, words('crm:move.won'));
  const dialog = page.getByRole('dialog');
  await pick(dialog, words('crm:client.defaultEntity'), office);
  await pick(dialog, words('crm:client.crm'), owner.name);
  await pick(dialog, words('crm:client.taxTreatment'), words('crm:taxTreatment.unregistered'));
  await press(dialog, words('crm:move.won'));
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** A notice must lie within the header, so that it never covers a button of the page. */
async function noticeLiesInHeader(page: Page): Promise<void> {
  const notice = page.locator('.ant-notification-notice').first();
  await notice.waitFor();
  // The notice slides into its place.
  const [header, box] = await Promise.all([page.getByRole('banner').boundingBox(), restingPlace(notice)]);
  assert.ok(header);
  assert.ok(box.y >= header.y && box.y + box.height <= header.y + header.height, JSON.stringify(box));
}

async function restingPlace(one: Locator) {
  let before = await one.boundingBox();
  for (;;) {
    await one.page().waitForTimeout(50);
    const now = await one.boundingBox();
    if (now !== null && before?.y === now.y) return now;
    before = now;
  }
}

/** Adds a task with a checklist and completes it. */
async function finishTask({ page, words }: Walk, title: string): Promise<void> {
  await page.getByRole('link', { name: words('crm:action.newTask') }).click();
  await fill(page, words('tasks:field.title'), title);
  await pick(page, words('tasks:field.service'), 'Audit', 'Aud');
  await pick(page, words('tasks:field.assignees'), owner.name);
  await fill(page, words('tasks:field.dueOn'), '2030-12-31');
  await page.getByLabel(words('tasks:checklist.add')).fill('Confirm balances');
  await page.getByLabel(words('tasks:checklist.add')).press('Enter');
  assert.equal(await page.getByLabel(words('tasks:field.billable'), { exact: true }).isChecked(), true);
  await press(page, words('shared:form.save'));
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await press(page, words('tasks:move.start'));
  await page.getByRole('checkbox', { name: 'Confirm balances' }).check();
  await page.getByText(words('tasks:checklist.progress', { done: 1, total: 1 })).waitFor();
  await press(page, words('tasks:move.complete'));
  await page.getByText(words('tasks:billingStatus.pending')).first().waitFor();
}

/** The work of others meanwhile: the client's bookkeeping is finished, and an earlier invoice is outstanding. */
async function othersWork(name: string): Promise<string> {
  const [client] = (await installation.api(clients.list, { q: name })).rows;
  assert.ok(client);
  await finishedTask(installation.api, masters, client.id, 'Bookkeeping');
  return (await issueInvoice(installation.api, masters, client.id, '10000')).number ?? '';
}

/** Issues one invoice for two finished tasks and a line typed by keyboard. */
async function billWork({ page, words, go, rupees }: Walk, name: string, title: string): Promise<string> {
  await go('pending-invoices');
  for (const work of [title, 'Bookkeeping']) {
    await page
      .locator('tr, li')
      .filter({ hasText: name })
      .filter({ has: page.getByRole('link', { name: work, exact: true }) })
      .getByRole('checkbox')
      .check();
  }
  await press(page, words('billing:pending.draft_other', { count: 2, amount: rupees(62_000_00) }));
  await page.getByRole('heading', { name: words('billing:invoice.editTitle', { client: name }) }).waitFor();
  const line = (no: number) =>
    page.getByRole('group', { name: words('billing:lines.line', { no }), exact: true });
  await line(2).getByLabel(words('billing:line.description'), { exact: true }).press('Enter');
  await page.keyboard.type('Filing fee');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Filing');
  await page.locator('.ant-select-item-option-active:visible').filter({ hasText: 'Filing' }).waitFor();
  await page.keyboard.press('Enter');
  await line(3).getByText(rupees(500_00, 'none')).waitFor();
  const totals = page.getByRole('region', { name: words('billing:totals.title') });
  await totals.getByText(rupees(73_750_00)).waitFor();

  await press(page, words('billing:invoice.saveAndIssue'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(rupees(73_750_00)).waitFor();
  const number = await dialog.locator('strong').innerText();
  await press(dialog, words('billing:issue.verb'));
  await page.getByRole('heading', { name: words('billing:invoice.title', { number }), level: 1 }).waitFor();
  return number;
}

async function openPdf({ page, words }: Walk): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes('/pdf'));
  const opened = page.waitForEvent('popup');
  await press(page, words('billing:pdf'));
  const answer = await answered;
  assert.equal(answer.headers()['content-type'], 'application/pdf');
  assert.equal(answer.status(), 200);
  await (await opened).close();
}

/** Records a receipt of 80,000 with 6,250 withheld: both invoices are settled, and 700 remain as the client's advance. */
async function receive({ page, words, rupees }: Walk, numbers: readonly [string, string]): Promise<string> {
  await page.getByRole('link', { name: words('billing:invoice.receive') }).click();
  await fill(page, words('billing:receipt.amount'), '80000');
  await fill(page, words('billing:receipt.withheld'), '6250');
  await page.getByLabel(words('billing:receipt.narration'), { exact: true }).focus();
  for (const [index, owed] of [11_800_00, 73_750_00].entries()) {
    const box = page.getByLabel(words('billing:allocation.of', { number: numbers[index] ?? '' }), {
      exact: true,
    });
    await box.fill(String(owed / 100));
  }
  await page.getByLabel(words('billing:receipt.narration'), { exact: true }).focus();
  const settled = { allocated: rupees(85_550_00), rest: rupees(700_00) };
  await page.getByText(words('billing:allocation.rest', settled)).waitFor();
  await press(page, words('billing:receipt.post'));
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasText: /RCT|\d{4}/ });
  await heading.waitFor();
  await page.getByText(rupees(700_00)).first().waitFor();
  return heading.innerText();
}

async function readLedger(walk: Walk, name: string, numbers: readonly string[]): Promise<void> {
  const { page, words, go, rupees } = walk;
  await go('client-ledgers');
  await page.getByRole('link', { name, exact: true }).click();
  const table = page.getByRole('table');
  for (const number of numbers)
    await table.getByRole('link', { name: number, exact: true }).first().waitFor();
  const rows = (await table.getByRole('row').allInnerTexts()).map(plain);
  const amountOf = (amount: number) => plain(rupees(amount, 'none'));
  assert.ok(rows.some((row) => row.includes(amountOf(73_750_00)) && row.includes(amountOf(85_550_00))));
  assert.ok(
    rows.some(
      (row) => row.includes(words('billing:ledgerKind.withheld')) && row.includes(amountOf(6_250_00)),
    ),
  );
  assert.ok(rows.at(-1)?.endsWith(amountOf(-700_00)), `closes at ${rows.at(-1)}`);
}

const walks: [name: string, appearance: Appearance][] = [
  ['Carfax Estates', { language: 'en', theme: 'light', width: 1440 }],
  ['東京商事株式会社', { language: 'ja', theme: 'dark', width: 390 }],
  ['Société Génération', { language: 'fr', theme: 'dark', width: 1440 }],
  ['上海贸易有限公司', { language: 'zh', theme: 'light', width: 390 }],
];

describe('the main path, from enquiry to ledger,', () => {
  for (const [name, appearance] of oneInCi(walks, 1)) {
    it(`works in ${appearance.language}, ${appearance.theme}, at ${appearance.width} px`, async () => {
      const walk = await startWalk(installation, appearance);
      const title = `Audit ${name}`;
      await winClient(walk, name);
      await finishTask(walk, title);
      const earlier = await othersWork(name);
      const number = await billWork(walk, name, title);
      await openPdf(walk);
      await receive(walk, [earlier, number]);
      await readLedger(walk, name, [earlier, number]);
      assert.deepEqual(walk.complaints, []);
    });
  }
});
