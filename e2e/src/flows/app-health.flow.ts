import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { remoteLoads } from '@daybook/contracts/remote-loads';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
});
after(() => installation.close());

describe('the loading of remotes in browsers', () => {
  it('is reported by the tabs that load them, and shown to an admin', async () => {
    const { page } = await installation.visit();
    await page.route('**/mf/billing/**', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${installation.url}/app/clients`);
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    await page.goto(`${installation.url}/app/invoices`);
    await page.getByText('REMOTE_LOAD_FAILED').waitFor();
    const told = page.waitForResponse((answer) => answer.url().endsWith(remoteLoads.tell.path));
    // The person switches to another tab.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    assert.equal((await told).status(), 200);

    const { page: admins } = await installation.visit();
    await admins.goto(`${installation.url}/app/settings/app_health`);
    const row = admins.getByRole('row', { name: /Billing/ });
    await row.getByText('REMOTE_LOAD_FAILED × 1').waitFor();
  });
});
