import type { Page, Request } from 'playwright-core';
import { apiBase } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';

// It stays open as long as its tab.
const isStream = (request: Request) =>
  new URL(request.url()).pathname === apiBase + notifications.stream.path;

const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/**
 * From now on tells when the page waits for no request any more, and none follows from what was drawn. (Of a page that
 * keeps a stream open the browser itself never says so.)
 */
export function watchQuiet(page: Page): () => Promise<void> {
  const unanswered = new Set<Request>();
  let wake: (() => void) | undefined;
  page.on('request', (request) => {
    if (!isStream(request)) unanswered.add(request);
  });
  const ended = (request: Request) => {
    unanswered.delete(request);
    wake?.();
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  return async function quiet(): Promise<void> {
    while (unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await page.evaluate(twoFrames);
    if (unanswered.size > 0) await quiet();
  };
}
