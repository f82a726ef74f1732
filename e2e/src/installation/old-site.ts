import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const worker = `self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/').then((page) => page));
});
async function keep() {
  const page = new Response('<h1>The old site</h1>', { headers: { 'content-type': 'text/html' } });
  await (await caches.open('old')).put('/', page);
  await self.skipWaiting();
}
`;

/** An address that served another site before Daybook; the page of that site leaves a service worker behind. */
export function oldSite(newUrl: string) {
  let hasMoved = false;
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    if (!hasMoved) {
      const isWorker = url === '/service-worker.js';
      answer.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      answer.end(isWorker ? worker : '<link rel="icon" href="data:,">');
      return;
    }
    const onward = request(newUrl + url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(onward);
  }).listen(0);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    moveIn: () => {
      hasMoved = true;
    },
    close: () => server.close(),
  };
}
