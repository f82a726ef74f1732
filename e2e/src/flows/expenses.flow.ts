import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { permissions } from '@daybook/contracts/permissions';
import { fill, pick, press } from '../installation/form.ts';
import { oneInCi } from '../installation/nightly.ts';
import { makeMasters, office } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { hire } from '../installation/people.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';
import { goByMenu } from '../installation/site-screens.ts';

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
});
after(() => installation.close());

// A picture of one pixel.
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function closeDrawer(page: Page): Promise<void> {
  await page.locator('.ant-drawer-close').click();
  await page.locator('.ant-drawer-content-wrapper').waitFor({ state: 'hidden' });
}

/** The approver adds the expense category. */
async function keepCategory({ page, words, go }: Walk, name: string): Promise<void> {
  await go('expenses');
  // An empty list shows the button a second time.
  await page
    .getByRole('button', { name: words('billing:expense.categories') })
    .first()
    .click();
  await press(page, words('billing:category.new'));
  const dialog = page.locator('.ant-modal');
  await fill(dialog, words('billing:category.name'), name);
  await pick(dialog, words('billing:category.account'), '5410', 'Travel');
  await press(dialog, words('shared:form.save'));
  await page.getByRole('button', { name: words('billing:category.editOne', { name }) }).waitFor();
  await closeDrawer(page);
}

/** Claims 1,180 including 180 of tax, paid privately and charged to the client at 1,500, with a photo of the receipt. */
async function claim({ page, words }: Walk, what: string, of: { client: string; category: string }) {
  await page
    .getByRole('button', { name: words('billing:expense.new'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: photo });
  await dialog.getByText('receipt.png').waitFor();
  await pick(dialog, words('billing:expense.category'), of.category, of.category);
  await fill(dialog, words('billing:expense.description'), what);
  // The firm has one billing entity, so it is chosen already.
  await dialog.getByText(office).waitFor();
  await fill(dialog, words('billing:expense.gross'), '1180');
  await fill(dialog, words('billing:expense.tax'), '180');
  await pick(dialog, words('billing:field.client'), of.client, of.client);
  await dialog.getByLabel(words('billing:expense.billable'), { exact: true }).click();
  await fill(dialog, words('billing:expense.charge'), '1500');
  await pick(dialog, words('billing:expense.chargeTax'), 'GST 18', 'GST18');
  await press(dialog, words('billing:invoice.saveDraft'));
  const drawer = page.locator('.ant-drawer');
  await drawer.getByRole('img', { name: words('billing:expense.fileOf', { name: 'receipt.png' }) }).waitFor();
  await press(drawer, words('billing:expenseStep.submit'));
  await drawer.getByText(words('billing:expenseStatus.submitted'), { exact: true }).first().waitFor();
  assert.equal(
    await drawer.getByRole('button', { name: words('billing:expenseStep.approve'), exact: true }).count(),
    0,
  );
}

/** Another person approves the expense, opens the voucher, and records the repayment. */
async function decide({ page, words, rupees }: Walk, what: string): Promise<void> {
  // The list was read before the claim was submitted.
  await page.reload();
  await page.getByRole('button', { name: what, exact: true }).click();
  const drawer = page.locator('.ant-drawer');
  await press(drawer, words('billing:expenseStep.approve'));
  const dialog = page.locator('.ant-modal');
  await dialog.getByText(rupees(1_180_00)).waitFor();
  await press(dialog, words('billing:expenseStep.approve'));
  await drawer.getByText(words('billing:expenseStatus.approved'), { exact: true }).first().waitFor();

  const answered = page.waitForResponse((answer) => answer.url().includes('/pdf'));
  const opened = page.waitForEvent('popup');
  await press(drawer, words('billing:pdf'));
  assert.equal((await answered).status(), 200);
  await (await opened).close();

  await press(drawer, words('billing:expenseStep.reimburse'));
  await press(page.locator('.ant-modal'), words('billing:expenseStep.reimburse'));
  await drawer.getByText(words('billing:expenseStatus.reimbursed'), { exact: true }).first().waitFor();
  await closeDrawer(page);
}

const walks: [client: string, appearance: Appearance][] = [
  ['Carfax Estates', { language: 'en', theme: 'light', width: 1440 }],
  ['東京商事株式会社', { language: 'ja', theme: 'dark', width: 390 }],
];

describe('an expense', () => {
  for (const [name, appearance] of oneInCi(walks, 0)) {
    it(`is claimed, approved and repaid in ${appearance.language}, ${appearance.theme}, at ${appearance.width} px`, async () => {
      const { language = 'en' } = appearance;
      const claimant = await hire(installation, 'admins', { name: `Eve of ${name}`, keys: permissions });
      await installation.api(clients.create, {
        name,
        kind: 'company',
        crmId: claimant.id,
        defaultEntityId: masters.entityId,
        taxTreatment: 'unregistered',
      });
      const approver = await startWalk(installation, appearance);
      const category = `Travel ${language}`;
      await keepCategory(approver, category);

      const visit = await installation.visit(appearance, claimant.token);
      await visit.page.goto(`${installation.url}/app`);
      const { words, rupees } = approver;
      const go = (screenId: string) => goByMenu(visit.page, screenId, language, words);
      await go('expenses');
      const what = `Taxi to ${name}`;
      await claim({ ...visit, words, rupees, go }, what, { client: name, category });

      await decide(approver, what);
      await approver.go('pending-invoices');
      const waiting = approver.page.locator('tr, li').filter({ hasText: what });
      await waiting.getByText(rupees(1_500_00)).first().waitFor();
      assert.deepEqual([...approver.complaints, ...visit.complaints], []);
    });
  }
});
