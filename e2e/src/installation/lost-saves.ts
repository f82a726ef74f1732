import { equal } from 'node:assert/strict';
import type { Page, Request, Route } from 'playwright-core';

/** How a save is lost: before it reaches the server, after it, at a gateway without a server, and offline. */
const losses: ((route: Route) => Promise<void>)[] = [
  (route) => route.abort('connectionrefused'),
  async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' }),
  async (route) => {
    await route.request().frame().page().context().setOffline(true);
    await route.abort('internetdisconnected');
  },
];

/**
 * Saves ten times while the connection is lost, in four ways in turn, and once over a working one. `check` checks the form after each
 * loss. Returns the distinct idempotency keys of all eleven attempts.
 */
export async function saveThroughLosses(
  page: Page,
  address: string,
  save: () => Promise<void>,
  check: () => Promise<void>,
): Promise<string[]> {
  const box = page.getByRole('alert').filter({ hasText: /cannot be reached|not available right now/ });
  const saving = page.locator('button.ant-btn-loading');
  const keys: string[] = [];
  const keepKey = (request: Request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === address)
      keys.push(request.headers()['idempotency-key'] ?? '');
  };
  page.on('request', keepKey);
  for (let round = 0; round < 10; round += 1) {
    const lose = losses[round % losses.length];
    const isPost = (url: URL) => url.pathname === address;
    await page.route(
      isPost,
      async (route) => {
        // The message of the last loss is gone and the page is saving, so the next message belongs to this loss.
        await box.waitFor({ state: 'hidden' });
        await saving.first().waitFor();
        await lose?.(route);
      },
      { times: 1 },
    );
    await save();
    await box.waitFor();
    await saving.first().waitFor({ state: 'hidden' });
    await page.context().setOffline(false);
    await check();
  }
  await save();
  await box.waitFor({ state: 'hidden' });
  await page.waitForURL((url) => !url.pathname.endsWith('/add'));
  page.off('request', keepKey);
  equal(keys.length, 11);
  return [...new Set(keys)];
}
