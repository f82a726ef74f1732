import { join } from 'node:path';
import { afterEach } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { session } from '@daybook/contracts/auth/session';
import type { Language } from '@daybook/contracts/fields';
import { siteFolder } from '@daybook/tooling/workspace';
import { chromiumFlags } from './chromium-flags.ts';
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

/** A browser window of one person. `complaints` collects the warnings and errors of its console. */
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
  /** Opens a window as the owner, as the person of the given token, or signed out (null). */
  visit(appearance?: Appearance, token?: string | null): Promise<Visit>;
  close(): Promise<void>;
}

/** Chromium says so of whatever a busy machine takes three seconds to use. That nothing is fetched in vain is a flow of its own. */
const tellsOfSpeed = /was preloaded using link preload but not used within a few seconds/;

/** The windows opened since the last test. */
const visits = new Set<Visit>();

/** What the windows show when a flow fails: its message names only what it waited for. */
async function tellShown({ page, complaints }: Visit): Promise<void> {
  const text = await page.locator('body').innerText({ timeout: 5_000 });
  console.error(`open at the failure: ${page.url()}\n${text.slice(0, 6000)}\n${complaints.join('\n')}\n`);
}

afterEach(async (test) => {
  const ofThisTest = [...visits].filter(({ page }) => !page.isClosed());
  visits.clear();
  if ('passed' in test && test.passed) return;
  for (const visit of ofThisTest) await tellShown(visit).catch(() => undefined);
});

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumFlags,
  });

/** With `E2E_SHOTS=<folder>`, takes a picture of each window that is still open at the end, as it is after a failed flow. */
async function keepLastPictures(browser: Browser): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder === undefined) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(folder, `last-${index}.png`) });
  }
}

/** The built site that the flows test: that of this workspace, unless `SITE_DIR` names another. */
export const builtSite = process.env.SITE_DIR ?? siteFolder;

/** Starts server and browser. If the browser cannot start, the server is stopped, so that the process can end. */
async function startAll(siteDir: string, migrated: boolean, mailUrl?: string) {
  const server = await startServer(siteDir, migrated, mailUrl);
  try {
    return { server, browser: await launch() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface How {
  siteDir?: string;
  /** False: there is no owner and the database is empty. */
  isSetUp?: boolean;
  /** The mail server; without one no mail is sent. */
  mailUrl?: string;
}

/** Starts Daybook with a browser, and creates its owner. */
export async function openInstallation({
  siteDir = builtSite,
  isSetUp = true,
  mailUrl,
}: How = {}): Promise<Installation> {
  const { server, browser } = await startAll(siteDir, isSetUp, mailUrl);
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
    // Long, because it only ends a step that hangs. How long a page takes depends on the machine.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    // Browsers report to the page also what the policies do not block.
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, sourceFile }) =>
        console.error('against the policies of the site:', effectiveDirective, sample, sourceFile),
      ),
    );
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !tellsOfSpeed.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    const visited = { page, context, complaints };
    visits.add(visited);
    return visited;
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
