import type { Page, Request } from 'playwright-core';
import { apiBase } from '@daybook/contracts/endpoint';
import { notifications } from '@daybook/contracts/notifications';

// The stream of events stays open as long as its tab.
const isStream = (request: Request) =>
  new URL(request.url()).pathname === apiBase + notifications.stream.path;

/** A page that the browser does not draw has no frames. */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 1_000);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/** Only ends a wait for a request that hangs. How long an answer takes depends on the machine. */
const LONGEST_MS = 120_000;
/** The browser does not always report the end of an answer. After so long an answer that has begun counts as read. */
const READ_MS = 10_000;

/**
 * Watches the requests of the page. The returned function resolves once no request is pending and drawing the answers has started no
 * new one. (The browser's own event for this never comes on a page that keeps a stream open.) It throws, with the addresses of the
 * pending requests, if one of them hangs.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  const reading = new Map<Request, NodeJS.Timeout>();
  let wake: (() => void) | undefined;
  const ended = (request: Request) => {
    clearTimeout(reading.get(request));
    reading.delete(request);
    pending.delete(request);
    wake?.();
  };
  page.on('request', (request) => {
    if (!isStream(request)) pending.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (pending.has(request)) reading.set(request, setTimeout(ended, READ_MS, request));
  });
  page.on('requestfinished', ended).on('requestfailed', ended);
  /** Resolves once one of the pending requests has ended. */
  const oneEnds = () =>
    new Promise<void>((resolve, reject) => {
      const hangs = setTimeout(() => {
        reject(new Error(`no answer to ${[...pending].map((one) => one.url()).join(', ')}`));
      }, LONGEST_MS);
      wake = () => {
        clearTimeout(hangs);
        resolve();
      };
    });
  return async function quiet(): Promise<void> {
    while (pending.size > 0) await oneEnds();
    await page.evaluate(twoFrames);
    if (pending.size > 0) await quiet();
  };
}
