import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { builtCommit, previousRelease } from '@daybook/tooling/previous-release';
import { packageOf, remoteNames, workspaceRoot, type RemoteName } from '@daybook/tooling/workspace';
import { isNightly } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { releasesIn, show } from '../installation/site-screens.ts';

const runFile = promisify(execFile);

let folder: string;
let earlier: string;
before(() => {
  if (!isNightly) return;
  folder = mkdtempSync(join(tmpdir(), 'daybook-earlier-'));
  earlier = builtCommit(previousRelease());
});
after(() => {
  if (isNightly) rmSync(folder, { recursive: true });
});

/**
 * A copy of the site of one workspace, with the remotes of the other. Its own release decides, by its own budgets; a remote that it
 * refuses stays as it is, and cannot meet this host in production either. Returns the remotes of the other workspace in it.
 */
async function mixed(name: string, ofHost: string, ofRemotes: string) {
  const site = join(folder, name);
  cpSync(join(ofHost, 'dist/site'), site, { recursive: true, verbatimSymlinks: true });
  const taken: RemoteName[] = [];
  for (const remote of remoteNames) {
    const build = join(ofRemotes, packageOf(remote), 'dist');
    const release = [join(ofHost, 'tooling/src/release.ts'), remote, '--from', build, '--to', site];
    try {
      await runFile(process.execPath, release, { cwd: ofHost });
      taken.push(remote);
    } catch (error) {
      if (!String((error as { stderr?: unknown }).stderr).includes('refused')) throw error;
    }
  }
  return { site, taken };
}

/** What is wrong with the screen that is shown: a failure in its place, or buttons without their rules. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('main [role="alert"]:has(code)')].map(
      (box) => `fails: ${box.textContent}`,
    ),
    ...[...document.querySelectorAll('main .ant-btn')]
      .filter((button) => getComputedStyle(button).cursor === 'default')
      .map((button) => `has no style: ${button.textContent}`),
  ]);

async function walk(site: string, remotes: readonly RemoteName[]): Promise<string[]> {
  const installation = await openInstallation({ siteDir: site });
  // The earlier release answers for its own complaints in the console.
  const { page } = await installation.visit({});
  const quiet = watchQuiet(page);
  await page.goto(`${installation.url}/app/profile`);
  const screens = releasesIn(site)
    .filter(({ name }) => remotes.some((one) => one === name))
    .flatMap((release) => release.screens);
  const found: string[] = [];
  for (const { path } of screens.filter((screen) => !screen.path.includes(':'))) {
    await show(page, `/app/${path}`, quiet);
    found.push(...(await faultsOf(page)).map((fault) => `${path} ${fault}`));
  }
  await installation.close();
  return found;
}

describe(
  'the releases of two days',
  { skip: !isNightly && 'builds an earlier commit: only in pnpm nightly' },
  () => {
    it('show every screen of the earlier remotes in the new host', async () => {
      const { site, taken } = await mixed('new-host', workspaceRoot, earlier);
      assert.deepEqual(await walk(site, taken), []);
    });

    it('show every screen of the new remotes in the earlier host', async () => {
      const { site, taken } = await mixed('earlier-host', earlier, workspaceRoot);
      assert.deepEqual(await walk(site, taken), []);
    });
  },
);
