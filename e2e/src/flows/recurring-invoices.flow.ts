import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { session } from '@daybook/contracts/auth/session';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { askAxe } from '../installation/axe.ts';
import { fill, pick, press } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import type { Masters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { follow } from '../installation/site-screens.ts';
import { startWalk } from '../installation/walk.ts';

let installation: Installation;
let masters: Masters;
before(async () => {
  installation = await openInstallation();
  masters = await makeMasters(installation.api);
});
after(() => installation.close());

/** A year before the first period that is invoiced. */
const yearBefore = firstOfMonth(monthNumber(new Date().toISOString().slice(0, 10)) + 1 - 12);

async function makeClient(): Promise<string> {
  const { id: crmId } = await installation.api(session.me, {});
  const { id } = await installation.api(clients.create, {
    name: 'Carfax Estates',
    kind: 'company',
    crmId,
    defaultEntityId: masters.entityId,
    taxTreatment: 'unregistered',
    contacts: [],
    addresses: [],
  });
  return id;
}

it('a retainer with a yearly increase is previewed, run before its day, shown in its log, and paused', async () => {
  const clientId = await makeClient();
  const { page, words, rupees, complaints } = await startWalk(installation, { language: 'en', width: 390 });
  await follow(page, `/app/recurring_invoices/add?clientId=${clientId}`);
  await fill(page, words('billing:recurring.name'), 'Retainer {year}');
  const line = page.getByRole('group', { name: words('billing:lines.line', { no: 1 }) });
  await fill(line, words('billing:line.description'), 'Retainer {period}');
  await pick(line, words('billing:line.service'), 'Bookkeeping');
  await fill(line, words('billing:line.unitPrice'), '1000');
  await fill(line, words('billing:recurring.uplift'), '10');
  await fill(line, words('billing:recurring.priceFrom'), yearBefore);
  await line.getByLabel(words('billing:recurring.priceFrom'), { exact: true }).blur();
  const preview = page.getByRole('table', { name: words('billing:recurring.preview') });
  await preview.getByRole('row').nth(12).waitFor();
  // 1,000 increased by a tenth, plus 18 % GST.
  await preview.getByText(rupees(1_298_00)).first().waitFor();
  await press(page, words('shared:form.save'));
  await page.getByRole('heading', { name: /^Retainer\b/, level: 1 }).waitFor();
  await press(page, words('billing:recurring.runNow'));
  const dialog = page.getByRole('dialog');
  await press(dialog, words('billing:recurring.runNow'));
  await dialog.waitFor({ state: 'detached' });
  const log = page.getByRole('table', { name: words('series:runs') });
  await log.getByText(words('series:run.created'), { exact: true }).waitFor();
  await log.getByText(rupees(1_298_00)).waitFor();
  await press(page, words('series:pause'));
  await fill(dialog, words('billing:reason'), 'They change hands');
  await press(dialog, words('series:pause'));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(words('series:rests.person')).first().waitFor();
  assert.deepEqual(await askAxe(page), []);
  assert.deepEqual(complaints, []);
});
