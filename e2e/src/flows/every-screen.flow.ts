import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Screen } from '@daybook/contracts/screens';
import { askAxe } from '../installation/axe.ts';
import { fillDataset } from '../installation/fill-installation.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { show, siteScreens } from '../installation/site-screens.ts';

let installation: Installation;
/** By the words of a path before its parameter: the record that is opened there. */
let records: Readonly<Record<string, string>>;
before(async () => {
  installation = await openInstallation();
  records = await fillDataset(installation.api);
});
after(() => installation.close());

/** The host's own, which no remote declares. */
const hostScreens = ['dashboards/default', 'dashboards/personal', 'dashboards/system', 'profile'].map(
  (path) => ({
    id: path.replace('/', '-'),
    path,
  }),
);

function addressOf({ path }: Pick<Screen, 'path'>): string {
  const [place = '', parameter] = path.split('/:');
  if (parameter === undefined) return `/app/${path}`;
  assert.ok(records[place], `a record to open at ${path}`);
  return `/app/${place}/${records[place]}`;
}

const widths = [360, 768, 992, 1600];

/** What stands out of the page, from the outside in. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .slice(0, 4)
      .map((one) => `${one.tagName} ${one.className}`)
      .join(', '),
  );

/** Asked inside the page. */
const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

/** At which of the widths the page scrolls sideways, and because of what. */
async function overflows(page: Page, width: number): Promise<string[]> {
  const found: string[] = [];
  for (const one of widths) {
    await page.setViewportSize({ width: one, height: 900 });
    // A page that is being drawn anew for the width may be too wide for a moment; one that stays so is.
    const settled = page.waitForFunction(fits, undefined, { timeout: 10_000 });
    await settled.catch(async () => found.push(`too wide at ${one}: ${await beyondTheEdge(page)}`));
  }
  await page.setViewportSize({ width, height: 900 });
  return found;
}

/** What a person must never see: the name of a text instead of the text, a failure. */
const blemishes = (page: Page) =>
  page.evaluate(() => {
    const named = document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, button, a, label, th, dt, [role="tab"], [aria-label]',
    );
    // What is written as code is meant to be: the key of a permission beside its name.
    const codes = new Set([...document.querySelectorAll('code')].map((code) => code.innerText));
    const words = [...named].flatMap((one) => [
      ...one.innerText.split('\n').filter((line) => !codes.has(line.trim())),
      one.ariaLabel ?? '',
    ]);
    const rawKeys = words.filter((text) => /(^|\s)[a-z]+(\.[a-zA-Z_]+)+(\s|$)/.test(text));
    const alerts = document.querySelectorAll<HTMLElement>(
      'main [role="alert"]:not(.ant-alert-warning, .ant-alert-info)',
    );
    const failures = [...alerts].map((one) => one.innerText);
    return [...rawKeys, ...failures];
  });

/** What axe finds serious. The window is as tall as the page, so that nothing sticky lies over what is measured. */
async function grave(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 4_000 });
  const found = await askAxe(page, (impact) => ['serious', 'critical'].includes(impact));
  await page.setViewportSize({ width, height: 900 });
  return found;
}

/** With `E2E_SHOTS=<folder>`, a picture of each screen in each appearance. */
async function keepPicture(
  page: Page,
  { language, theme, width }: Appearance,
  { id }: Pick<Screen, 'id'>,
): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder, `${id}-${language}-${theme}-${width}.png`), fullPage: true });
}

const desktop = { theme: 'light', direction: 'ltr', width: 1440 } as const;
const phone = { theme: 'dark', direction: 'rtl', width: 390 } as const;

// Each language is read once, each appearance by two of them: by the shorter words what axe asks, by the longest ones, and by
// those without blanks between them, whether a screen fits.
const appearances = [
  { appearance: { ...desktop, language: 'en' }, asks: grave },
  { appearance: { ...desktop, language: 'fr' }, asks: overflows },
  { appearance: { ...phone, language: 'zh' }, asks: grave },
  { appearance: { ...phone, language: 'ja' }, asks: overflows },
] as const;

describe('every screen', { concurrency: 2 }, () => {
  for (const { appearance, asks } of appearances) {
    const { language, theme, direction, width } = appearance;
    it(`in ${language}, ${theme}, ${direction}, at ${width} px`, async () => {
      const { page, context, complaints } = await installation.visit(appearance);
      const quiet = watchQuiet(page);
      await page.goto(`${installation.url}/app`);
      await page.locator('main h1').waitFor();
      const found: Record<string, string[]> = {};
      for (const screen of [...siteScreens(), ...hostScreens]) {
        await show(page, addressOf(screen), quiet);
        await keepPicture(page, appearance, screen);
        const seen = [...(await blemishes(page)), ...(await asks(page, width)), ...complaints.splice(0)];
        if (seen.length > 0) found[screen.id] = seen;
      }
      assert.deepEqual(found, {});
      await context.close();
    });
  }
});
