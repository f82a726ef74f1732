import { startTestApi } from '../test/test-api.ts';
import type { TestApi } from '../test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

describe('every answer tells the browser', () => {
  it('to run and fetch nothing but this site’s own', async () => {
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

  it('to say where text becomes code, without forbidding it to antd', async () => {
    const { headers } = await api.app.inject({ url: '/api/v1/auth/setup' });
    expect(headers['content-security-policy-report-only']).toBe("require-trusted-types-for 'script'");
  });
});
