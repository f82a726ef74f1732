import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Screen } from '@daybook/contracts/screens';
import { fillDataset } from '../installation/fill-installation.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { show, siteScreens } from '../installation/site-screens.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
  await fillDataset(installation.api);
});
after(() => installation.close());

/** The commonest widths of a notebook. */
const widths = [1366, 1440];
const furthestTop = 300;

/** Reports that begin with a chart or a summary, and whose rows explain it. */
const beginWithChart = new Set([
  'enquiries/funnel',
  'reports/collection_report',
  'reports/realisation',
  'reports/recurring_revenue',
]);

const lists = siteScreens().filter(({ reads, path }) => reads !== undefined && !path.includes('/:'));

/** What of a list is not in sight; runs inside the page. */
function hidden(limit: number): string[] {
  const found: string[] = [];
  const first = document.querySelector('main tbody tr, main .ant-empty');
  const top = first === null ? undefined : Math.round(first.getBoundingClientRect().top + scrollY);
  if (top === undefined) found.push('has no rows and does not say so');
  else if (top > limit) found.push(`begins at ${top}`);
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

describe('every list', () => {
  it('shows its rows near the top and all of their columns, and nothing moves when a row is ticked', async () => {
    const { page, complaints } = await installation.visit({ width: widths[0] });
    const quiet = watchQuiet(page);
    await page.goto(`${installation.url}/app`);
    await page.locator('main h1').waitFor();
    const found: Record<string, string[]> = {};
    const look = async ({ path }: Screen, width: number) => {
      await page.setViewportSize({ width, height: 900 });
      const limit = beginWithChart.has(path) ? Infinity : furthestTop;
      const seen = await page.evaluate(hidden, limit);
      if (width === widths[0]) seen.push(...(await moves(page)));
      if (seen.length > 0) found[`${path} at ${width} px`] = seen;
    };
    for (const screen of lists) {
      await show(page, `/app/${screen.path}`, quiet);
      // Some screens read a list and show it in their own form.
      if ((await page.locator('#list-title').count()) === 0) continue;
      for (const width of widths) await look(screen, width);
    }
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
  });
});
