import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import type { Language } from '@daybook/contracts/fields';
import { siteFolder } from '@daybook/tooling/workspace';
import { apiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { startServer } from './server.ts';

export const owner = { name: 'Ada Partner', email: 'ada@firm.test', password: 'a long walk by the canal' };

const browserLocales = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR', ja: 'ja-JP' };

export interface Appearance {
  language?: Language;
  theme?: 'light' | 'dark';
  direction?: 'ltr' | 'rtl';
  width?: number;
}

/** A browser window of one person; what it complained of on the console is kept. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

export interface Installation {
  url: string;
  ownerUrl: string;
  setupCode: string;
  api: ApiClient;
  /** A fresh window of the owner, of whoever holds the given token, or of nobody (null). */
  visit(appearance?: Appearance, token?: string | null): Promise<Visit>;
  close(): Promise<void>;
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** With `E2E_SHOTS=<folder>`, what each window that is still open shows at the end: a failed flow leaves its own. */
async function keepLastPictures(browser: Browser): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(folder, `last-${index}.png`) });
  }
}

/** Flows try this built site; `SITE_DIR` names another than the one of this workspace. */
export const builtSite = process.env.SITE_DIR ?? siteFolder;

/** What was started is ended again when the rest cannot be: a flow that never began must not keep its process. */
async function startAll(siteDir: string, migrated: boolean) {
  const server = await startServer(siteDir, migrated);
  try {
    return { server, browser: await launch() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A whole running product with its owner, and a browser to walk through it. One that nobody has set up begins with an empty database. */
export async function openInstallation({ siteDir = builtSite, isSetUp = true } = {}): Promise<Installation> {
  const { server, browser } = await startAll(siteDir, isSetUp);
  const setUp = () => apiClient(server.url, '')(session.setup, { ...owner, code: server.setupCode });
  const token = isSetUp ? (await setUp()).token : '';
  const visit: Installation['visit'] = async (
    { language = 'en', theme = 'light', direction = 'ltr', width = 1440 } = {},
    holding = token,
  ) => {
    const appearance = JSON.stringify({ locale: language, currentTheme: theme, direction });
    const kept = [{ name: 'theme', value: appearance }];
    if (holding) {
      const { id } = await apiClient(server.url, holding)(session.me, {});
      kept.push({ name: `theme:${id}`, value: appearance }, { name: 'auth_token', value: holding });
    }
    const context = await browser.newContext({
      // Without a setting, numbers are written as the browser's language does.
      locale: browserLocales[language],
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      colorScheme: theme,
      storageState: {
        cookies: [],
        origins: [{ origin: server.url, localStorage: kept }],
      },
    });
    // Only to end what hangs: how long a page takes is the machine's business.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    return { page, context, complaints };
  };
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    setupCode: server.setupCode,
    api: apiClient(server.url, token),
    visit,
    async close() {
      await keepLastPictures(browser);
      await browser.close();
      await server.stop();
    },
  };
}
