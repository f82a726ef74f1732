import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { build } from '@daybook/tooling/build';
import { buildOneBundle } from '@daybook/tooling/webpack/one-bundle';
import { buildYardstick } from '@daybook/tooling/webpack/yardstick';
import { siteFolder } from '@daybook/tooling/workspace';
import { apiClient } from '../../installation/api-client.ts';
import { openDemoInstallation } from '../demo-installation.ts';
import { openBrowser, openContext } from '../browser.ts';
import { builtCommit } from '@daybook/tooling/previous-release';
import { measureAnswers } from './measure-answers.ts';
import { measureSwitches, measureVisit, profiles, type Profile } from './measure-visit.ts';
import { clientList, invoiceList, pagesOf, yardstickList, type PageToOpen } from './pages.ts';
import { Results } from './results.ts';

// pnpm bench:pages: our pages, the same screens as one bundle, those of an earlier commit and a yardstick page, in turn, so that other
// work of the machine affects all of them. Ratios count, not milliseconds.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    baseline: { type: 'string', default: '970c594' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});

interface Site {
  name: string;
  url: string;
  token: string;
  pages: PageToOpen[];
  hasSwitch: boolean;
}

const isWanted = ({ name }: PageToOpen) => values.only === undefined || name === values.only;

async function siteOf(name: string, url: string, token: string): Promise<Site> {
  const pages = (await pagesOf(apiClient(url, token))).filter(isWanted);
  return { name, url, token, pages, hasSwitch: values.only === undefined || values.only === 'switch' };
}

/** Opens each page of a site cold, in a browser that never saw the site, and warm, in the same browser again. */
async function measureSite(browser: Browser, site: Site, profile: Profile, results: Results) {
  for (const page of site.pages) {
    const context = await openContext(browser, page.isSignedOut ? null : site.token);
    for (const state of ['cold', 'warm']) {
      const what = { profile: profile.name, page: page.name, state, site: site.name };
      await measureVisit(context, site.url, page, profile).then(
        (measured) => results.add(what, measured),
        // Said, so that a figure that rests on fewer visits is seen; the others are kept.
        (error: unknown) => console.error('not measured:', what, error),
      );
    }
    await context.close();
  }
  if (!site.hasSwitch) return;
  const context = await openContext(browser, site.token);
  const { first, again } = await measureSwitches(context, site.url, [clientList, invoiceList], profile);
  for (const [state, usable] of Object.entries({ first, again }))
    results.add({ profile: profile.name, page: 'clients to invoices', state, site: site.name }, { usable });
  await context.close();
  if (site.name === 'now') await measureOwnAnswers(browser, site, profile, results);
}

/** Only of the present pages: the goals are milliseconds, because an answer is felt. */
async function measureOwnAnswers(
  browser: Browser,
  { name, url, token }: Site,
  profile: Profile,
  results: Results,
) {
  const context = await openContext(browser, token);
  try {
    const answers = await measureAnswers(context, url, profile);
    for (const [page, usable] of Object.entries(answers))
      results.add({ profile: profile.name, page, state: 'answer', site: name }, { usable });
  } catch (error) {
    console.error('not measured: answers', profile.name, error);
  }
  await context.close();
}

if (!process.env.SITE_DIR) await build();
const siteDir = process.env.SITE_DIR ?? siteFolder;
const baseline = builtCommit(values.baseline);
const made = [await buildOneBundle(siteDir), await buildYardstick()] as const;
const now = await openDemoInstallation(siteDir);
const before = await openDemoInstallation(join(baseline, 'dist', 'site'), baseline);
const browser = await openBrowser();
try {
  const [oneBundle, yardstick] = [await now.serve(made[0]), await now.serve(made[1])];
  const sites: Site[] = [
    await siteOf('now', now.url, now.token),
    await siteOf('one bundle', oneBundle, now.token),
    await siteOf(values.baseline, before.url, before.token),
    { name: 'yardstick', url: yardstick, token: now.token, pages: [yardstickList], hasSwitch: false },
  ];
  const results = new Results(values.baseline);
  const chosen = profiles.filter(
    ({ name }) => values.profile === undefined || name.startsWith(values.profile),
  );
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const profile of chosen)
      for (const site of sites) await measureSite(browser, site, profile, results);
    console.log(`round ${round + 1} of ${values.rounds}, load ${loadavg()[0]?.toFixed(1)}`);
  }
  results.print();
} finally {
  await browser.close();
  await now.close();
  await before.close();
  for (const folder of made) rmSync(folder, { recursive: true });
}
