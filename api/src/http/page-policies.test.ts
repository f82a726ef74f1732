import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@daybook/contracts/endpoint';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { routes } from '../routes.ts';

let api: TestApi;
let site: string;
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'site-'));
  writeFileSync(join(site, 'index.html'), '<!doctype html>');
  for (const folder of ['assets/host', 'mf/tasks/1.0.0']) {
    mkdirSync(join(site, folder), { recursive: true });
    writeFileSync(join(site, folder, 'code.js'), '');
  }
  api = await startTestApi(undefined, { SITE_DIR: site });
});
afterAll(async () => {
  await api.stop();
  rmSync(site, { recursive: true });
});

describe('every answer instructs the browser', () => {
  it('to run and fetch only what belongs to this site', async () => {
    const { headers } = await api.app.inject({ url: '/api/v1/auth/setup' });
    expect(String(headers['content-security-policy']).split(';').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'frame-src blob:',
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('to report where text becomes code', async () => {
    const { headers } = await api.app.inject({ url: '/api/v1/auth/setup' });
    expect(headers['content-security-policy-report-only']).toBe("require-trusted-types-for 'script'");
  });

  it('to keep to these rules wherever it got the answer from', async () => {
    const ofTheApi = routes.map(({ endpoint: { method, path } }) => ({ method, url: apiBase + path }));
    const ofTheSite = [
      '/',
      '/app/clients',
      '/assets/host/code.js',
      '/mf/tasks/1.0.0/code.js',
      '/mf/missing.js',
    ];
    const known = (await api.app.inject({ url: '/' })).headers;
    const rules = ['content-security-policy', 'content-security-policy-report-only', 'permissions-policy'];
    const others = ['cross-origin-opener-policy', 'referrer-policy', 'x-content-type-options'];
    for (const asked of [...ofTheApi, ...ofTheSite.map((url) => ({ method: 'GET' as const, url }))]) {
      const { headers } = await api.app.inject(asked);
      for (const rule of [...rules, ...others])
        expect([asked.url, rule, headers[rule]]).toEqual([asked.url, rule, known[rule] ?? 'a rule']);
    }
  });

  it('not to cache answers of the API', async () => {
    for (const { endpoint } of routes) {
      const { method, path } = endpoint;
      const { headers } = await api.app.inject({ method, url: apiBase + path });
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });

  it('to deny the camera, the microphone and the location', async () => {
    const { headers } = await api.app.inject({ url: '/' });
    const policy = String(headers['permissions-policy']);
    for (const part of ['camera', 'microphone', 'geolocation']) expect(policy).toContain(`${part}=()`);
  });
});
