import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { askAxe } from '../installation/axe.ts';
import { issueInvoice } from '../installation/fill-installation.ts';
import { pick, press } from '../installation/form.ts';
import { oneInCi } from '../installation/nightly.ts';
import { makeMasters } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { follow } from '../installation/site-screens.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
});
after(() => installation.close());

/** A client who owes 11,800 on one invoice and 5,900 on another. */
async function owes(name: string) {
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
  const high = await issueInvoice(installation.api, masters, client.id, '10000');
  const other = await issueInvoice(installation.api, masters, client.id, '5000');
  return { high, other };
}

/** Opens an invoice and drafts a credit note for all of it. */
async function draftFrom({ page, words }: Walk, { id, number }: { id: string; number: string }) {
  await follow(page, `/app/invoices/view-invoice/${id}`);
  await page.getByRole('link', { name: words('billing:creditIt'), exact: true }).click();
  await pick(page, words('billing:reason'), words('billing:creditReason.correction'));
  await press(page, words('billing:credit.whole', { number }));
  await press(page, words('billing:invoice.saveDraft'));
  await page.getByRole('heading', { name: words('billing:credit.draft'), level: 1 }).waitFor();
}

/** Issues the credit note: part of it is allocated by hand to the first invoice, and the remainder becomes an advance. */
async function issue({ page, words, rupees }: Walk, number: string): Promise<void> {
  await press(page, words('billing:issue.verb'));
  const dialog = page.getByRole('dialog');
  const box = dialog.getByLabel(words('billing:allocation.of', { number }), { exact: true });
  await box.fill('6000');
  await box.blur();
  const kept = { allocated: rupees(6_000_00), rest: rupees(5_800_00) };
  await dialog.getByText(words('billing:allocation.rest', kept)).waitFor();
  await press(dialog, words('billing:issue.verb'));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(words('billing:creditStatus.part_applied')).first().waitFor();
}

/** Allocates the remainder to the other invoice, unapplies that allocation, and refunds all of it. */
async function useRest({ page, words }: Walk, other: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await press(page, words('billing:allocateCredit.verb'));
  await dialog.getByLabel(words('billing:allocation.of', { number: other }), { exact: true }).fill('5800');
  const own = dialog.getByRole('textbox').nth(1);
  await own.fill('');
  await own.blur();
  await press(dialog, words('billing:allocateCredit.verb'));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(words('billing:creditStatus.applied')).first().waitFor();
  await page
    .getByRole('button', { name: words('billing:unallocate.of', { number: other }), exact: true })
    .click();
  await press(dialog, words('billing:unallocate.verb'));
  await dialog.waitFor({ state: 'detached' });
  await press(page, words('billing:refund.verb'));
  await press(dialog, words('billing:refund.verb'));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(words('billing:creditStatus.applied')).first().waitFor();
}

async function openPdf({ page, words }: Walk): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes('/pdf'));
  const opened = page.waitForEvent('popup');
  await press(page, words('billing:pdf'));
  const answer = await answered;
  assert.equal(answer.headers()['content-type'], 'application/pdf');
  await (await opened).close();
}

describe('a credit note', () => {
  const appearances: Appearance[] = [
    { language: 'en', width: 390 },
    { language: 'ja', width: 390 },
  ];
  for (const appearance of oneInCi(appearances, 0)) {
    it(`credits an invoice, settles another one and is refunded, in ${appearance.language} at ${appearance.width} px`, async () => {
      const name = `Carfax ${appearance.language}`;
      const { high, other } = await owes(name);
      const walk = await startWalk(installation, appearance);
      await draftFrom(walk, high);
      await issue(walk, high.number);
      await openPdf(walk);
      await useRest(walk, other.number);
      assert.deepEqual(await askAxe(walk.page), []);
      await walk.go('credit-notes');
      await walk.page.getByText(walk.words('billing:creditStatus.applied')).first().waitFor();
      // The correct spelling of the address leads to the same list.
      await walk.page.goto(`${installation.url}/app/credit_notes`);
      await walk.page.waitForURL('**/app/credit_nots');
      assert.deepEqual(walk.complaints, []);
    });
  }
});
