import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { lookups } from '@daybook/contracts/lookups';
import type { ApiClient } from '../installation/api-client.ts';
import { fillDataset, today } from '../installation/fill-installation.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Visit } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { follow, siteScreens } from '../installation/site-screens.ts';

/** The commonest widths of a notebook. */
const widths = [1366, 1440] as const;
const furthestTop = 300;

/** Reports that begin with a chart or a summary, and whose rows explain it; backups begin with whether the firm is safe. */
const beginWithChart = new Set([
  'enquiries/funnel',
  'reports/collection_report',
  'reports/realisation',
  'reports/recurring_revenue',
  'settings/backups',
]);

let installation: Installation;
let visit: Visit;
let quiet: () => Promise<void>;
let priceRise: string;
before(async () => {
  installation = await openInstallation();
  // The words of French are the longest.
  visit = await installation.visit({ width: widths[0], language: 'fr' });
  quiet = watchQuiet(visit.page);
  await Promise.all([
    fillDataset(installation.api).then((records) => {
      priceRise = `recurring_invoices/price_rises/${records['recurring_invoices/price_rises']}`;
      return addWideRows(installation.api, records);
    }),
    visit.page.goto(`${installation.url}/app`),
  ]);
  await visit.page.locator('main h1').waitFor();
});
after(() => installation.close());

const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** Rows with all that the lists of money show: long overdue, in large amounts and two currencies, with tax withheld. */
async function addWideRows(api: ApiClient, records: Record<string, string>): Promise<void> {
  const clientId = records['clients/edit'] ?? '';
  const taxCodeId = records['settings/services/tax_codes/edit'] ?? '';
  const entityId = records['settings/billing_entity/edit'] ?? '';
  const of = { entityId, clientId };
  for (const currency of ['INR', 'USD']) {
    const draft = await api(invoices.create, {
      ...of,
      issueDate: daysAgo(60),
      dueDate: daysAgo(45),
      currency,
      ...(currency === 'USD' && { fxRate: '89.87' }),
      docLocale: 'en',
      lines: [{ description: 'Advice', qty: '1', unitPrice: '1234567.80', taxCodeId, sacHsn: '998221' }],
    });
    const issued = await api(invoices.issue, { id: draft.id }, draft.version);
    if (currency === 'USD') continue;
    await api(receipts.create, {
      ...of,
      receiptDate: daysAgo(30),
      mode: 'bank',
      currency,
      amount: 4_567_890_12,
      withheld: 1_234_567_89,
      withholdingSection: '194J',
      allocations: [{ invoiceId: issued.id, amount: 580_245_79 }],
    });
  }
  const draft = await api(expenses.open, { id: records['a draft expense'] ?? '' });
  const [department] = await api(lookups.find, { kind: 'department' });
  await api(expenses.create, {
    ...of,
    categoryId: draft.category.id,
    expenseDate: today,
    description: 'Flight to Transylvania and back, with the night in Vienna',
    paidBy: 'person',
    gross: 1_234_567_80,
    departmentId: department?.id ?? null,
  });
}

/** These read a list and show it in their own form. */
const ofOwnForm = new Set(['settings/samples', 'settings/enquiry_choices']);

const lists = siteScreens().filter(
  ({ reads, path }) => reads !== undefined && !path.includes('/:') && !ofOwnForm.has(path),
);

/** The faults of a list: it begins too low, or its columns need more width than they have. Runs inside the page. */
function faultsOf(limit: number): string[] {
  const found: string[] = [];
  const first = document.querySelector('main tbody tr, main .ant-empty');
  const top = first === null ? Infinity : Math.round(first.getBoundingClientRect().top + scrollY);
  if (top > limit) found.push(`begins at ${top}`);
  for (const table of document.querySelectorAll('main table')) {
    const box = table.parentElement;
    if (box === null || box.scrollWidth <= box.clientWidth) continue;
    found.push(`is ${box.scrollWidth - box.clientWidth} px wider than its place`);
  }
  return found;
}

/** Where everything of the list stands, in the page. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h1, main fieldset, main th, main tbody tr')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].join();
    }),
  );

/** Whether something moves when the first row is ticked. */
async function moves(page: Page): Promise<string[]> {
  const tick = page.locator('main tbody input[type="checkbox"]:enabled').first();
  if ((await tick.count()) === 0) return [];
  const before = await places(page);
  await tick.check();
  await page.locator('main [inert]').waitFor({ state: 'attached' });
  const now = await places(page);
  await tick.uncheck();
  return now.join(' ') === before.join(' ') ? [] : ['moves when a row is ticked'];
}

/** Whether the rows of a list other than the one before it are there; runs inside the page. */
const hasCome = () =>
  document.querySelector('#list-title:not([data-left])') !== null &&
  document.querySelector('main :is(tbody tr, .ant-empty)') !== null;

/** Goes to a list and waits for its rows and its totals. The page looks for them at each frame, because a locator waits half a second. */
async function openList(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('#list-title')?.setAttribute('data-left', ''));
  await follow(page, `/app/${path}`);
  await page.waitForFunction(hasCome).catch((error: unknown) => {
    throw new Error(`no rows of ${path}, and not said so`, { cause: error });
  });
  await quiet();
}

describe('every list', () => {
  it('shows its rows near the top and all of their columns, and nothing moves when a row is ticked', async () => {
    const { page, complaints } = visit;
    const found: Record<string, string[]> = {};
    let width: number = widths[0];
    for (const path of [...lists.map((one) => one.path), priceRise]) {
      await openList(page, path);
      // The prices of a rise come after what the rise is.
      const limit = beginWithChart.has(path) || path === priceRise ? Infinity : furthestTop;
      const seen = await moves(page);
      // At the width of the list before it first, because a resize costs more than the rest.
      for (const next of [width, ...widths.filter((one) => one !== width)]) {
        if (next !== width) await page.setViewportSize({ width: next, height: 900 });
        width = next;
        seen.push(...(await page.evaluate(faultsOf, limit)).map((one) => `${one} at ${width} px`));
      }
      if (seen.length > 0) found[path] = seen;
    }
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
  });
});
