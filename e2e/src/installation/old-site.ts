import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers every page. */
const ofPages = `self.addEventListener('install', (event) => event.waitUntil(keep()));
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

/** Lets pages through, and answers the main script of any page. */
const ofScripts = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (/\\bmain\\b.*\\.js/.test(event.request.url)) event.respondWith(new Response('', { headers: { 'content-type': 'text/javascript' } }));
});
`;

const workers = { ofPages, ofScripts };

/** An address that served another site before Daybook; the page of that site leaves a service worker behind. */
export function oldSite(newUrl: string, worker: keyof typeof workers = 'ofPages') {
  let hasMoved = false;
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    if (!hasMoved) {
      const isWorker = url === '/service-worker.js';
      answer.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      answer.end(isWorker ? workers[worker] : '<link rel="icon" href="data:,">');
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
