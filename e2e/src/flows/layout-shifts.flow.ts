import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillDataset } from '../installation/fill-installation.ts';
import { shiftsOf, watchShifts } from '../installation/layout-shifts.ts';
import { everyNth } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';
import { watchQuiet } from '../installation/quiet.ts';
import { everyScreen, isDrawn } from '../installation/site-screens.ts';

let installation: Installation;
let screens: ReturnType<typeof everyScreen>;
before(async () => {
  installation = await openInstallation();
  screens = everyScreen(await fillDataset(installation.api));
});
after(() => installation.close());

/** The layout shift, as browsers compute it, that nobody notices. */
const most = 0.02;

/** What comes from the server comes apart, and what is drawn is drawn in steps, as on a slow phone. */
async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 85,
    downloadThroughput: 1_125_000,
    uploadThroughput: 1_125_000,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

describe('the layout of a screen that is opened on a slow machine', { concurrency: 2 }, () => {
  for (const width of [1440, 390]) {
    it(`stays where it is at ${width} px`, async () => {
      const { page, context } = await installation.visit({ width });
      const quiet = watchQuiet(page);
      await watchShifts(page);
      await slowDown(page);
      const found: Record<string, number> = {};
      for (const { id, address } of everyNth(screens, 20)) {
        await page.goto(installation.url + address);
        await page.waitForFunction(isDrawn);
        await quiet();
        // What is drawn last is drawn after the last answer.
        await page.waitForTimeout(500);
        const shift = await shiftsOf(page);
        if (shift > most) found[id] = shift;
      }
      assert.deepEqual(found, {});
      await context.close();
    });
  }
});
