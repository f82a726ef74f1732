import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { ordinaryPace } from './body-pace.ts';

const gateway = path.join(__dirname, '../../../deploy/gateway');
const read = (file: string) => readFileSync(path.join(gateway, file), 'utf8');

const seconds = (name: string) =>
  Number(new RegExp(`^ +${name} (\\d+)s;`, 'm').exec(read('nginx.conf'))?.[1]);

/** Headers that belong to one answer, or to the server that sends it. */
const ofTheAnswer =
  /^(accept-ranges|cache-control|connection|content-(length|type)|date|etag|last-modified|vary)$/;

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  api = await startTestApi(undefined, { SITE_DIR: folder });
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

describe('the gateway of docker-compose', () => {
  it('sends pages and scripts with the same headers as the server', async () => {
    const { headers } = await api.app.inject('/');
    const given = Object.entries(headers).filter(([name]) => !ofTheAnswer.test(name));
    const lines = read('headers.conf').matchAll(/^add_header (\S+) "(.*)" always;$/gm);
    const atGateway = [...lines].map(([, name = '', value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(atGateway)).toEqual(Object.fromEntries(given));
  });

  it('passes the pages that the server makes itself to the server', () => {
    expect(read('nginx.conf')).toMatch(
      /location ~ \^\/enquire\(\/\|\$\) \{\s+include \/etc\/nginx\/daybook\/api\.conf;/,
    );
  });

  it('waits for headers and for the next piece of a body as long as the server does', () => {
    expect(seconds('client_body_timeout') * 1_000).toBe(ordinaryPace.idleMs);
    expect(seconds('client_header_timeout') * 1_000).toBe(api.app.server.headersTimeout);
  });

  it('keeps connections to the server open, for less time than the server does', () => {
    expect(read('api.conf')).toMatch(/^proxy_pass http:\/\/api;$/m);
    const [, idle] =
      /upstream api \{[^}]* keepalive \d+;\s+keepalive_timeout (\d+)s;/.exec(read('nginx.conf')) ?? [];
    expect(Number(idle) * 1_000).toBeLessThan(api.app.server.keepAliveTimeout);
  });

  it('answers a service worker of an older site with one that removes itself', async () => {
    const { body } = await api.app.inject({ url: '/sw.js', headers: { 'service-worker': 'script' } });
    expect(read('leftover-worker.script')).toBe(body);
  });
});
