import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Language } from '@daybook/contracts/fields';
import { drawable, type RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { builtSite } from './open-installation.ts';
import type { Words } from './words.ts';

/** The live releases of a site; throws if the host would ignore one of them. */
export const releasesIn = (site: string): RemoteRelease[] =>
  drawable(JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')), (error) => {
    throw error;
  });

const releases = () => releasesIn(builtSite);

/** The screens of every remote, as the host reads them. */
export const siteScreens = (): Screen[] => releases().flatMap(({ screens }) => screens);

/** The host's own screens, which no remote declares. */
const hostScreens = [
  'dashboards/default',
  'dashboards/personal',
  'dashboards/system',
  'profile',
  'profile/notifications',
].map((path) => ({ id: path.replace('/', '-'), path }));

/** Every screen with its address. `records` has the id of the record to open at each path, by the part of the path before its parameter. */
export const everyScreen = (records: Readonly<Record<string, string>>): { id: string; address: string }[] =>
  [...siteScreens(), ...hostScreens].map(({ id, path }) => {
    const [place = '', parameter] = path.split('/:');
    if (parameter === undefined) return { id, address: `/app/${path}` };
    const record = records[place];
    if (record === undefined) throw new Error(`no record to open at ${path}`);
    return { id, address: `/app/${place}/${record}` };
  });

/** Follows an address inside the running page, as a link does. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

/** Whether a screen is drawn; runs inside the page. */
export function isDrawn(): boolean {
  const [hasTitle, isBusy] = ['main h1', 'main [aria-busy="true"]'].map((selector) =>
    [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0),
  );
  return hasTitle === true && isBusy === false;
}

/**
 * Follows an address inside the running page, and waits until the screen is complete. The page looks at each frame, because a locator
 * waits up to half a second.
 */
export async function show(page: Page, address: string, quiet: () => Promise<void>): Promise<void> {
  await follow(page, address);
  // The first round may still find the previous screen; the second one waits for the requests of the new screen.
  for (const settled of [quiet, quiet]) {
    await page.waitForFunction(isDrawn);
    await settled();
  }
}

/** Goes to a screen through the menu, which is a drawer on a phone. */
export async function goByMenu(page: Page, id: string, language: Language, words: Words): Promise<void> {
  const label = siteScreens().find((screen) => screen.id === id)?.label[language];
  if (label === undefined) throw new Error(`no screen ${id}`);
  const menu = page.getByRole('navigation', { name: words('host:nav.label'), exact: true });
  if (!(await menu.isVisible())) {
    await page.getByRole('button', { name: words('host:nav.toggle'), exact: true }).click();
  }
  await menu.getByRole('link', { name: label, exact: true }).click();
  await page.getByRole('heading', { name: new RegExp(`^${label}`), level: 1 }).waitFor();
}
