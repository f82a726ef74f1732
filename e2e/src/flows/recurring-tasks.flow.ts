import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { session } from '@daybook/contracts/auth/session';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { askAxe } from '../installation/axe.ts';
import { makeClient, today } from '../installation/fill-installation.ts';
import { monthlyFiling } from '../installation/fill-series.ts';
import { fill, pick, press } from '../installation/form.ts';
import { makeMasters } from '../installation/masters.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { follow } from '../installation/site-screens.ts';
import { startWalk } from '../installation/walk.ts';

let installation: Installation;
let clientId: string;
before(async () => {
  installation = await openInstallation();
  const { entityId } = await makeMasters(installation.api);
  const { id: crmId } = await installation.api(session.me, {});
  clientId = (await makeClient(installation.api, crmId, entityId)).id;
  await monthlyFiling(installation.api);
});
after(() => installation.close());

/** The month on whose 20th a task was due that was not created. */
const lastMonth = firstOfMonth(monthNumber(today) - 1);

it('a series creates a missed period, skips a day, is paused and is resumed', async () => {
  const { page, words, complaints } = await startWalk(installation, { language: 'en', width: 390 });
  const dialog = page.getByRole('dialog');
  await follow(page, `/app/recurring_tasks/add?clientId=${clientId}`);
  await pick(page, words('tasks:field.category'), 'GSTR-3B');
  await fill(page, words('series:startsOn'), lastMonth);
  await page.getByLabel(words('series:startsOn'), { exact: true }).blur();
  await page
    .getByRole('table', { name: words('tasks:series.preview') })
    .getByRole('row')
    .nth(12)
    .waitFor();
  await page
    .getByRole('checkbox', { name: /^GSTR-3B/ })
    .last()
    .check();
  await press(page, words('shared:form.save'));
  await page.getByRole('heading', { name: /^GSTR-3B\b/, level: 1 }).waitFor();
  const log = page.getByRole('table', { name: words('series:runs') });
  await log.getByText(words('series:run.created'), { exact: true }).waitFor();

  const days = page.getByRole('table', { name: words('series:upcoming') });
  await days.getByRole('row').nth(2).getByRole('button').click();
  await page.getByRole('menuitem', { name: words('series:skip') }).click();
  await fill(dialog, words('series:reasonOf'), 'Filed by the group');
  await press(dialog, words('series:skip'));
  await days.getByText('Filed by the group').waitFor();

  await press(page, words('series:pause'));
  await fill(dialog, words('series:reasonOf'), 'They change hands');
  await press(dialog, words('series:pause'));
  await page.getByText('They change hands').first().waitFor();
  assert.deepEqual(await askAxe(page), []);
  await press(page, words('series:resume'));
  await press(dialog, words('series:resume'));
  await page.getByRole('button', { name: words('series:pause'), exact: true }).waitFor();

  await log.getByRole('link').click();
  await page.getByRole('heading', { name: /GSTR-3B/, level: 1 }).waitFor();
  await page.getByText('Reconcile with GSTR-2B').waitFor();
  await page.getByRole('link', { name: 'GSTR-3B', exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});
