import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openInstallation } from '../installation/open-installation.ts';
import type { Installation } from '../installation/open-installation.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
  const client = new pg.Client({ connectionString: installation.ownerUrl });
  await client.connect();
  await client.query('update installation set held_since = now()');
  await client.end();
});
after(() => installation.close());

describe('a restored firm', () => {
  it('is let go kind by kind, on a telephone too, until the banner goes', async () => {
    const { page } = await installation.visit();
    await page.goto(`${installation.url}/app`);
    await page.getByRole('link', { name: 'See what waits' }).click();
    const held = page.getByRole('region', { name: 'What waits after the restore' });
    await held.waitFor();
    await page.setViewportSize({ width: 375, height: 740 });
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(isWider, false);
    for (let left = await held.getByRole('listitem').count(); left > 0; left -= 1) {
      await held.getByRole('button').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Let go', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await held
        .getByRole('listitem')
        .nth(left - 1)
        .waitFor({ state: 'detached' });
    }
    await held.waitFor({ state: 'detached' });
    await page.getByText('Nothing has been sent or created automatically').waitFor({ state: 'detached' });
  });
});
