import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';
import { serveSite } from './site.ts';

let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  mkdirSync(path.join(folder, 'mf/tasks/1'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Daybook</title>');
  writeFileSync(path.join(folder, 'remotes.json'), '{}');
  writeFileSync(path.join(folder, 'mf/tasks/1/mf-manifest.json'), '{}');
  app = Fastify();
  app.setErrorHandler(refuse);
  await serveSite(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => app.inject({ url });

describe('the site', () => {
  it('answers every address of a page with the host’s page, never cached', async () => {
    for (const url of ['/', '/app', '/app/invoices?q=1', '/auth/login', '/home']) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(answer.body).toContain('<title>Daybook</title>');
    }
  });

  it('lets browsers cache versioned files for ever, and revalidate the others', async () => {
    expect((await get('/mf/tasks/1/mf-manifest.json')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/remotes.json')).headers['cache-control']).toBe('no-cache');
  });

  it('serves nothing outside its folder', async () => {
    for (const url of ['/../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/mf/..%2f..%2f..%2fetc/passwd']) {
      expect((await get(url)).body).not.toContain('root:');
    }
  });

  it('answers a service worker of an older site with one that removes itself', async () => {
    const answer = await app.inject({ url: '/old/sw.js', headers: { 'service-worker': 'script' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(answer.body).toContain('registration.unregister()');
    expect((await get('/old/sw.js')).statusCode).toBe(404);
  });

  it('never answers a missing file with a page', async () => {
    for (const url of [
      '/mf/tasks/2/mf-manifest.json',
      '/mf/tasks/',
      '/mf',
      '/assets/host/x.js',
      '/api/v1/nothing',
      '/favicon.ico',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.headers['cache-control'] ?? 'none').not.toContain('immutable');
    }
  });
});
