import { chromium } from 'playwright-core';
import type { Browser, BrowserContext } from 'playwright-core';
import { findChromium } from '@daybook/tooling/verify/chromium';
import { chromiumFlags } from '../installation/chromium-flags.ts';

/** Opens the Chromium that pages are measured in; throws if there is none. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  if (found.path === undefined) throw new Error(found.output);
  return chromium.launch({ executablePath: found.path, args: chromiumFlags });
}

/** A browser window that has never opened a site; signed in, if there is a token. */
export async function openContext(
  browser: Browser,
  token: string | null,
  width = 1440,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  if (token) await context.addInitScript((key) => localStorage.setItem('auth_token', key), token);
  return context;
}
