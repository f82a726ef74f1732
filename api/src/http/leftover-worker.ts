import type { FastifyInstance } from 'fastify';

const removesItself = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
}
`;

/**
 * A service worker that an older site left on this address may answer every page from its cache, so that no page of ours
 * runs to remove it, and no request of that page reaches this server before the browser checks for a newer worker: Chromium does so
 * 1.7 s after the last navigation, and a second later the page is ours. `Clear-Site-Data` would end the worker a second earlier, but
 * leave its page open until it is reloaded; a worker that unregisters while it is installed is not activated. Daybook has none. A browser that requests any script as a service worker gets one that removes itself.
 */
export function removeLeftoverWorkers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] !== 'script') return;
    await reply
      .header('Cache-Control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(removesItself);
  });
}
