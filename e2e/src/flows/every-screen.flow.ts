import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { askAxe, severeImpacts } from '../installation/axe.ts';
import { fillDataset } from '../installation/fill-installation.ts';
import { isNightly } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation, Appearance } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { everyScreen, show } from '../installation/site-screens.ts';

let installation: Installation;
/** The id of the record to open at each path, by the part of the path before its parameter. */
let records: Readonly<Record<string, string>>;
before(async () => {
  installation = await openInstallation();
  records = await fillDataset(installation.api);
});
after(() => installation.close());

const phoneWidth = 360;
const widerWidths = [768, 992, 1600];
/** In CI a screen is shown on a phone and at one other width, the next screen at the next one. */
const widthsOf = (place: number): number[] => [
  phoneWidth,
  ...widerWidths.filter((_width, nth) => isNightly || nth === place % widerWidths.length),
];

/** The elements that reach beyond the edge of the page, outermost first. */
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

/** Whether the page fits its width; runs inside the page. */
const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

/** The widths at which the page scrolls sideways, with the elements that cause it. */
async function overflows(page: Page, width: number, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const one of widths) {
    await page.setViewportSize({ width: one, height: 900 });
    if (await page.evaluate(fits)) continue;
    // While it is redrawn, a page may be too wide for a moment. Only a page that stays too wide counts.
    const settled = page.waitForFunction(fits, undefined, { timeout: 10_000 });
    await settled.catch(async () => found.push(`too wide at ${one}: ${await beyondTheEdge(page)}`));
  }
  await page.setViewportSize({ width, height: 900 });
  return found;
}

/** Finds what a person must never see: the key of a text instead of the text, or a failure. */
const blemishes = (page: Page) =>
  page.evaluate(() => {
    const named = document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, button, a, label, th, dt, [role="tab"], [aria-label]',
    );
    // Keys in `code` elements are intended, such as the key of a permission beside its name.
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

/** The serious findings of axe. The window is as tall as the page, so that no sticky element covers what axe measures. */
async function barriers(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 4_000 });
  const found = await askAxe(page, severeImpacts);
  await page.setViewportSize({ width, height: 900 });
  return found;
}

/** With `E2E_SHOTS=<folder>`, stores a picture of the screen in this appearance. */
async function keepPicture(page: Page, { language, theme, width }: Appearance, id: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder, `${id}-${language}-${theme}-${width}.png`), fullPage: true });
}

/** Refuses to wait for a page that computes for ever: such a page answers no question, and no question to it has a limit. */
async function within<T>(milliseconds: number, what: string, answer: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const tooLong = setTimeout(milliseconds, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what} takes more than ${milliseconds} ms`);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    limit.abort();
    tooLong.catch(() => undefined);
  }
}

const desktop = { theme: 'light', direction: 'ltr', width: 1440 } as const;
const phone = { theme: 'dark', direction: 'rtl', width: 390 } as const;

const appearances = [
  { ...desktop, language: 'en' },
  { ...phone, language: 'zh' },
  { ...desktop, language: 'fr' },
  { ...phone, language: 'ja' },
] as const;

/** In CI each screen is seen in one appearance, by its place; `pnpm nightly` sees each in all of them. */
const isSeen = (place: number, nth: number): boolean => isNightly || place % appearances.length === nth;

describe('every screen', { concurrency: 2 }, () => {
  for (const [nth, appearance] of appearances.entries()) {
    const { language, theme, direction, width } = appearance;
    it(`in ${language}, ${theme}, ${direction}, at ${width} px`, async () => {
      const { page, context, complaints } = await installation.visit(appearance);
      const quiet = watchQuiet(page);
      await page.goto(`${installation.url}/app`);
      await page.locator('main h1').waitFor();
      const found: Record<string, string[]> = {};
      const look = async ({ id, address }: (typeof screens)[number], place: number) => {
        await show(page, address, quiet);
        await keepPicture(page, appearance, id);
        const seen = [
          await blemishes(page),
          await barriers(page, width),
          await overflows(page, width, widthsOf(place)),
        ];
        return [...seen.flat(), ...complaints.splice(0)];
      };
      const screens = everyScreen(records).filter((_screen, place) => isSeen(place, nth));
      for (const [place, screen] of screens.entries()) {
        const seen = await within(180_000, screen.id, look(screen, place));
        if (seen.length > 0) found[screen.id] = seen;
      }
      assert.deepEqual(found, {});
      await context.close();
    });
  }
});
