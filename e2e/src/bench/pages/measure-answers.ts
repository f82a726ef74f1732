import type { BrowserContext, Page } from 'playwright-core';
import { openTab, type Profile } from './measure-visit.ts';

/** Remembers how long the longest answer to an input took, from the key to the next frame. The browser tells of those above 16 ms. */
function rememberSlowest(): void {
  const page = window as unknown as { slowest: number };
  page.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) page.slowest = Math.max(page.slowest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
}

/** Types as a quick typist does, and returns the milliseconds of the slowest key. */
async function typeInto(page: Page, field: string): Promise<number> {
  await page.locator(field).first().click();
  await page.evaluate(rememberSlowest);
  await page.keyboard.type('Annual accounts', { delay: 90 });
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { slowest: number }).slowest);
}

/** Presses a choice of the display options, and returns the milliseconds until the page looks different. */
const choose = (page: Page, label: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const choice = [...document.querySelectorAll<HTMLElement>('.ant-drawer label')].find(
          ({ textContent }) => textContent === wanted,
        );
        const title = document.querySelector('main h1');
        const look = () =>
          title ? `${getComputedStyle(title).color} ${title.getBoundingClientRect().left}` : '';
        const before = look();
        const from = performance.now();
        if (!choice) return reject(new Error(`there is no choice ${wanted}`));
        choice.click();
        const watch = () => {
          if (performance.now() - from > 10_000) reject(new Error(`${wanted} changed nothing`));
          else if (look() === before) requestAnimationFrame(watch);
          else requestAnimationFrame(() => resolve(performance.now() - from));
        };
        requestAnimationFrame(watch);
        return undefined;
      }),
    label,
  );

const places = {
  'typing in the search of a list': { path: '/app/invoices', field: 'main input[type=search]' },
  'typing in a line of the invoice form': { path: '/app/invoices/add', field: 'main textarea' },
} as const;

/** How many milliseconds the page takes to answer typing, a change of the theme and one of the direction. */
export async function measureAnswers(
  context: BrowserContext,
  url: string,
  profile: Profile,
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const [name, { path, field }] of Object.entries(places)) {
    const { page, quiet } = await openTab(context, profile);
    await page.goto(url + path);
    await page.locator(field).first().waitFor();
    await quiet();
    answers[name] = await typeInto(page, field);
    await page.close();
  }
  const { page, quiet } = await openTab(context, profile);
  await page.goto(`${url}/app/invoices`);
  await page.locator('main tbody a').first().waitFor();
  await quiet();
  await page.getByRole('button', { name: 'Appearance', exact: true }).click();
  await page.locator('.ant-drawer label').first().waitFor();
  for (const label of ['Dark', 'Light', 'Right to left', 'Left to right']) {
    answers[`appearance: ${label}`] = await choose(page, label);
    // A choice is sent to the server a second later. Without the last one, the person's next page would begin from right to left.
    await page.waitForTimeout(2_500);
  }
  await page.close();
  return answers;
}
