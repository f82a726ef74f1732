import type { Page, Request } from 'playwright-core';
import { apiBase } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';

// The stream of events stays open as long as its tab.
const isStream = (request: Request) =>
  new URL(request.url()).pathname === apiBase + notifications.stream.path;

const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/** Only ends a wait for a request that hangs. How long an answer takes depends on the machine. */
const LONGEST_MS = 120_000;

/**
 * Watches the requests of the page. The returned function resolves once no request is pending and drawing the answers has started no
 * new one. (The browser's own event for this never comes on a page that keeps a stream open.) It throws, with the addresses of the
 * pending requests, if one of them hangs.
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
      await new Promise<void>((resolve, reject) => {
        const hangs = setTimeout(() => {
          reject(new Error(`no answer to ${[...unanswered].map((one) => one.url()).join(', ')}`));
        }, LONGEST_MS);
        wake = () => {
          clearTimeout(hangs);
          resolve();
        };
      });
    }
    await page.evaluate(twoFrames);
    if (unanswered.size > 0) await quiet();
  };
}
